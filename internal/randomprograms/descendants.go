package randomprograms

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Random programs in which processes start others, also while they may be killed, crash or end.
// Each of them may be a node, and every fault may happen.

// descendant is a process, and its children, which it starts with the instruction "start", in turn.
type descendant struct {
	name         string
	code         []Instruction
	node, daemon bool
	children     []*descendant
}

func (d *descendant) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, node %v, daemon %v: %v\n", d.name, d.node, d.daemon, d.code)
	for _, c := range d.children {
		b.WriteString(c.String())
	}
	return b.String()
}

// body executes the process. It knows itself, its children so far, and the processes that its parent knew.
func (d *descendant) body(known surroundings) func(*proc.P) {
	return func(p *proc.P) {
		own := known
		own.pids = slices.Concat([]proc.PID{p.Self()}, known.pids)
		own.disk, own.children = d.node, d.children
		execute(p, d.code, own)
	}
}

// spawn starts the process, which gets the knowledge of its parent.
func (d *descendant) spawn(p *proc.P, known surroundings) proc.PID {
	var options []proc.SpawnOption
	if d.node {
		options = append(options, proc.Node)
	}
	if d.daemon {
		options = append(options, proc.Daemon)
	}
	return p.Spawn(d.name, d.body(known), options...)
}

// Main is the first process.
func (d *descendant) Main(p *proc.P) {
	t := proc.NewTable[int, int](p, "t")
	d.body(surroundings{tables: [2]proc.Table[int, int]{t, t}})(p)
}

// DescendantOps are the instructions of such programs, beside "start".
var DescendantOps = [][]string{
	{"kill", "alive"},
	{"kill", "kill", "signal", "exit", "alive", "monitor", "link", "trap", "take down", "take exit"},
	{"send", "take any", "poll", "kill", "send last"},
	{"send", "send", "receive", "take any"},
	OnceOps,
	{"send", "kill", "exit"}, // nobody receives
	{"timed", "timed", "sleep", "now", "take any", "kill"},
	{"timer", "timed", "cancel", "read timer", "receive", "exit"},
	{"timer", "timer", "reset timer", "reset timer", "cancel", "receive", "kill"},
	{"insert", "lookup", "await any", "kill", "alive", "expose"},
	{"register", "send name", "whereis", "unregister", "take any", "exit"},
	{"append file", "sync file", "read file", "store", "load", "kill", "alive"},
	{"expose", "announce", "reach", "kill", "choose"},
}

// DrawDescendant draws such a program: its first process, of these instructions.
func DrawDescendant(t *rapid.T, ops []string) *descendant {
	count := 0
	var draw func(depth int) *descendant
	draw = func(depth int) *descendant {
		d := &descendant{name: "main", node: depth > 0 && rapid.IntRange(0, 3).Draw(t, "node") > 0, daemon: rapid.Bool().Draw(t, "daemon")}
		if depth > 0 {
			count++
			d.name = fmt.Sprint("p", count)
		}
		for range rapid.IntRange(min(depth, 1), 2).Draw(t, "instructions") {
			d.code = append(d.code, Instruction{
				Do:     rapid.SampledFrom(ops).Draw(t, "do"),
				To:     rapid.IntRange(0, 3).Draw(t, "to"),
				Set:    rapid.SampledFrom([][]int{{0}, {1}, {0, 1}}).Draw(t, "set"),
				K:      rapid.IntRange(0, 1).Draw(t, "k"),
				V:      rapid.IntRange(0, 1).Draw(t, "v"),
				SkipIf: rapid.IntRange(0, 1).Draw(t, "skip if"),
			})
		}
		if depth == 0 { // it starts at least one, and then does something
			d.code = slices.Insert(d.code, 0, Instruction{Do: "start"})
		}
		for _, in := range d.code {
			if in.Do == "start" && depth < 3 && count < 4 {
				d.children = append(d.children, draw(depth+1))
			}
		}
		return d
	}
	return draw(0)
}
