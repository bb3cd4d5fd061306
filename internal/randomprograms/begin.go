package randomprograms

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// If a process must first be told the PIDs of others, it is rarely ended, or overtaken, before its main operations.
// The processes here begin at once: each knows the first process and the processes that were started earlier.

// AtOnce starts the others and continues as the first process.
func AtOnce(pr Program) func(*proc.P) {
	return func(p *proc.P) {
		table := proc.NewNamedTable[int, int](p, "named")
		world := surroundings{tables: [2]proc.Table[int, int]{table, table}}
		for range pr {
			world.pids = append(world.pids, p.Self())
		}
		for i, code := range pr[1:] {
			known := world
			known.pids = slices.Clone(world.pids)
			world.pids[i+1] = p.Spawn(fmt.Sprint("p", i+1), func(p *proc.P) { execute(p, code, known) })
		}
		execute(p, pr[0], world)
	}
}

// Some faults need two operations that no other family combines, more often than a long program of
// all operations has them. Each program here has a few operations, drawn from all (swarm testing:
// Groce and others, ISSTA 2012), and everything else is drawn, too: how the program begins, how
// messages are delivered, what properties see.

// DrawMixed draws the first process of such a program.
func DrawMixed(t *rapid.T, processes, instructions int) func(*proc.P) {
	ops := rapid.SliceOfNDistinct(rapid.SampledFrom(everyOp), 2, 8, rapid.ID).Draw(t, "operations")
	return DrawStart(t, ops, Programs(ops, processes, instructions).Draw(t, "program"))
}

// DrawStart draws how the program, made of the operations, begins.
func DrawStart(t *rapid.T, ops []string, pr Program) func(*proc.P) {
	if rapid.Bool().Draw(t, "one row") {
		pr = OneRow(pr)
	}
	t.Log("\n" + pr.String())
	switch start := rapid.IntRange(0, 3).Draw(t, "start"); start {
	case 0:
		return AtOnce(pr)
	case 1:
		return DrawParent(t, pr).Main
	default:
		setup := Programs(ops, len(pr), 2).Draw(t, "set-up")[0]
		setup = slices.DeleteFunc(setup, func(in Instruction) bool { return waits[in.Do] })
		return pr.MainAfter(setup, start == 3, rapid.Bool().Draw(t, "wait"))
	}
}

// Nodes is the first process of a program of which some processes are nodes. They find each other in a table,
// also after a restart.
//
// If not late, they begin at once, and know only the processes that were started earlier.
func (pr Program) Nodes(which []bool, late bool) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[int, int](p, "t")
		where := proc.NewTable[int, []proc.PID](p, "where")
		tables := [2]proc.Table[int, int]{t, t}
		var pids []proc.PID
		for i, code := range pr {
			var options []proc.SpawnOption
			if which[i] {
				options = append(options, proc.Node)
			}
			known := slices.Clone(pids)
			pids = append(pids, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
				world := surroundings{disk: true, tables: tables, pids: append(known[:len(known):len(known)], slices.Repeat([]proc.PID{p.Self()}, len(pr))...)}
				if late {
					world.pids = where.Await(p, 0, nil)
				}
				execute(p, code, world)
			}, options...))
		}
		where.Insert(p, 0, pids)
		proc.Receive[string](p)
	}
}

// An exit signal that ends a process prevents the operation that the process was about to execute.
// The programs here have many such signals and little else, since the first process also sends and
// receives signals.

// Parent is a program whose first process starts the others itself.
type Parent struct {
	Program
	Ties []int // to each of the others: 0 none, 1 a link, 2 a monitor
}

func (f Parent) Main(p *proc.P) {
	table := proc.NewTable[int, int](p, "t")
	tables := [2]proc.Table[int, int]{table, table}
	pids := []proc.PID{p.Self()}
	for i, code := range f.Program[1:] {
		name := fmt.Sprint("p", i+1)
		body := func(p *proc.P) {
			if len(code) > 0 {
				execute(p, code, proc.Receive[surroundings](p))
			}
		}
		switch f.Ties[i] {
		case 0:
			pids = append(pids, p.Spawn(name, body))
		case 1:
			pids = append(pids, p.Spawn(name, body, proc.Linked))
		case 2:
			pid, _ := p.SpawnMonitor(name, body)
			pids = append(pids, pid)
		}
	}
	for i, pid := range pids[1:] {
		if len(f.Program[i+1]) > 0 {
			p.Send(pid, surroundings{tables: tables, pids: pids})
		}
	}
	execute(p, f.Program[0], surroundings{tables: tables, pids: pids})
}

// DrawParent draws how the first process of the program starts the others.
func DrawParent(t *rapid.T, pr Program) Parent {
	f := Parent{Program: pr}
	for range pr[1:] {
		f.Ties = append(f.Ties, rapid.IntRange(0, 2).Draw(t, "tie"))
	}
	return f
}
