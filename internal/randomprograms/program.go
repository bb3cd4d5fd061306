package randomprograms

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// OneRow makes all operations of a program use the same row, because an Await tests nothing if its
// row does not change.
func OneRow(pr Program) Program {
	for _, code := range pr {
		for i := range code {
			code[i].K = 0
		}
	}
	return pr
}

// Instruction is one step of a random program.
type Instruction struct {
	Do     string
	To     int   // of a send: the process
	Set    []int // of a receive: the messages it takes
	K, V   int   // row and value
	SkipIf int   // skip the next instruction if the last result was this
}

func (i Instruction) String() string {
	switch i.Do {
	case "send":
		return fmt.Sprintf("!%d:%d", i.To, i.V)
	case "send once":
		return fmt.Sprintf("!%d:%d once", i.To, i.K)
	case "receive", "poll":
		return fmt.Sprintf("%s%v", i.Do, i.Set)
	case "collect", "gather":
		return fmt.Sprintf("%s %d of %v", i.Do, i.V+1, i.Set)
	case "skip":
		return fmt.Sprintf("skip next if %d", i.SkipIf)
	case "choose":
		return fmt.Sprintf("choose(%d)", i.V+2)
	case "spawn", "spawn node", "trap", "do not trap", "unregister", "whereis", "cancel", "read timer", "reset timer", "demonitor", "flush", "info", "exit",
		"spawn linked", "take exit", "take down", "take transfer", "take any", "announce last", "expose":
		return i.Do
	case "named with heir", "give", "heir":
		return fmt.Sprintf("%s(%d, p%d, %d)", i.Do, i.K, i.To, i.V)
	case "link", "unlink", "monitor", "kill", "signal", "harmless", "alive", "register", "timer":
		return fmt.Sprintf("%s(p%d)", i.Do, i.To)
	}
	return fmt.Sprintf("%s(%d,%d)", i.Do, i.K, i.V)
}

// Program is a list of instructions for each process.
type Program [][]Instruction

// SendsOnce reports whether the program has SendOnce, which excludes Faults.Connections.
func (pr Program) SendsOnce() bool {
	return slices.ContainsFunc(pr, func(code []Instruction) bool {
		return slices.ContainsFunc(code, func(in Instruction) bool { return in.Do == "send once" })
	})
}

func (pr Program) String() string {
	var b strings.Builder
	for i, p := range pr {
		fmt.Fprintf(&b, "p%d: %v\n", i, p)
	}
	return b.String()
}

// EndsAreSilent reports whether no instruction can tell when a process ends.
func (pr Program) EndsAreSilent() bool {
	for _, in := range slices.Concat(pr...) {
		if slices.Contains(slices.Concat(ProcessOps, heirOps), in.Do) && !slices.Contains(MessageOps, in.Do) {
			return false
		}
	}
	return true
}

// Main starts the processes, sends each of them the PIDs of all, and ends; unless it is told to
// wait, its table ends, too.
func (pr Program) Main(wait bool) func(*proc.P) { return pr.MainAfter(nil, false, wait) }

// MainAfter is like main, but the first process executes instructions itself before the others
// begin. If named, operations on rows find their tables by name.
func (pr Program) MainAfter(setup []Instruction, named, wait bool) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[int, int](p, "t")
		world := surroundings{tables: [2]proc.Table[int, int]{t, t}}
		if named {
			world.tables = [2]proc.Table[int, int]{proc.NamedTable[int, int](p, "named"), proc.NamedTable[int, int](p, "other")}
		}
		for i, code := range pr {
			var options []proc.SpawnOption
			if IsNode(code) {
				options = append(options, proc.Node)
			}
			world.pids = append(world.pids, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
				if world, ok := p.Receive(wanted(code)).(surroundings); ok {
					execute(p, code, world)
				}
			}, options...))
		}
		world.timer, world.lasting = execute(p, setup, world)
		for _, pid := range world.pids {
			p.Send(pid, world)
		}
		if wait {
			proc.Receive[string](p)
		}
	}
}

// wanted returns what a process with those instructions takes first. One that was restarted takes anything, to show what
// arrives.
func wanted(code []Instruction) proc.Pattern {
	if IsNode(code) {
		return proc.Any()
	}
	return proc.Type[surroundings]()
}

// IsNode reports whether a process with those instructions is one that may crash.
func IsNode(code []Instruction) bool {
	return slices.ContainsFunc(code, func(in Instruction) bool { return in.Do == "node" })
}

// StartsNode reports whether a process with those instructions starts another one that may crash.
func StartsNode(code []Instruction) bool {
	return slices.ContainsFunc(code, func(in Instruction) bool { return in.Do == "spawn node" })
}

// Programs draws programs of at most the given number of instructions.
func Programs(ops []string, processes, instructions int) *rapid.Generator[Program] {
	return rapid.Custom(func(t *rapid.T) Program {
		pr := make(Program, rapid.IntRange(2, processes).Draw(t, "processes"))
		left := rapid.IntRange(2, instructions).Draw(t, "instructions")
		for range left {
			p := rapid.IntRange(0, len(pr)-1).Draw(t, "process")
			pr[p] = append(pr[p], Instruction{
				Do:     rapid.SampledFrom(ops).Draw(t, "do"),
				To:     rapid.IntRange(0, len(pr)-1).Draw(t, "to"),
				Set:    rapid.SampledFrom([][]int{{0}, {1}, {0, 1}, {0, 1, 2}}).Draw(t, "set"),
				K:      rapid.IntRange(0, 1).Draw(t, "k"),
				V:      rapid.IntRange(0, 1).Draw(t, "v"),
				SkipIf: rapid.IntRange(0, 1).Draw(t, "skip if"),
			})
		}
		return pr
	})
}
