package injector

import (
	"cmp"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
)

// World is the part of the world that faults need.
type World struct {
	Program *program.Runner
	Actors  *state.Actors
	Cells   *state.Cells
}

// Nodes are the nodes of the present state that may have faults.
type Nodes struct {
	world     World
	decisions []*Decisions // some of their nodes have started
}

// NodesOf returns no nodes of a world.
func NodesOf(w World) Nodes { return Nodes{world: w} }

// Decisions decides about the faults of nodes, in the order in which they start: about all nodes, or about the nodes of one budget,
// if these are restarted after each crash and others are not. The budgets of two such actors are disjoint, so the actors do not race.
type Decisions struct {
	state.Common
	actors *state.Actors
	number int // 0, or 1 and the number of the only budget
	always bool
	budget *environment.Faults
	nodes  []*Node              // in the order of their starts
	left   [][]environment.Node // the budgets of nodes, and the rest of them after each decision
}

func newDecisions(c state.Common) *Decisions {
	c.Dependent = true
	return &Decisions{Common: c}
}

// of returns the decisions about the nodes of a budget; nil if none of these has started.
func (ns *Nodes) of(budget int) *Decisions {
	number := ns.world.Program.Env.Nodes.Decider(budget)
	for _, d := range ns.decisions {
		if d.number == number {
			return d
		}
	}
	return nil
}

// Add adds a node, whose process was started by an event.
func (ns *Nodes) Add(p Process, by trace.EventID) *Node {
	w := ns.world
	id := p.Base().Actor
	n := state.Find(w.Actors, w.Program.Actors.Faults(id), newNode)
	n.process, n.fate, n.done, n.failed, n.spawned, n.undecided = p, 0, 0, false, by, true
	if n.crash.Kind == 0 {
		n.prepare(w)
	}
	d := ns.of(n.allotted)
	if d == nil {
		d = ns.begin(n.allotted)
	}
	n.decider = d
	w.Actors.Start(n)
	if ticks := w.Program.Env.Faults.Clocks.Jump; ticks > 0 {
		n.jump = jumpOf(w, n, ticks)
		w.Actors.Start(n.jump)
	}
	if d.nodes = append(d.nodes, n); len(d.nodes) == 1 {
		w.Actors.Start(d)
	}
	w.Actors.Changed(d)
	return n
}

// begin returns new decisions about the nodes of a budget.
func (ns *Nodes) begin(budget int) *Decisions {
	pr := ns.world.Program
	first, number := pr.Actors.ByID(0), pr.Env.Nodes.Decider(budget)
	id := pr.Actors.Faults(first)
	switch {
	case pr.Env.Faults.Always:
		id = pr.Actors.Crashes(first, identity.FirstProcess)
	case number > 0:
		id = pr.Actors.Crashes(first, cmp.Or(pr.Env.Nodes.All[budget].Name, "*"))
	}
	d := state.Find(ns.world.Actors, id, newDecisions)
	d.actors, d.number, d.always, d.budget = ns.world.Actors, number, pr.Env.Nodes.All[budget].Always, &pr.Env.Faults
	d.left = [][]environment.Node{pr.Env.Nodes.All}
	ns.decisions = append(ns.decisions, d)
	return d
}

// Remove undoes the Add of the node, the last one.
func (n *Node) Remove() {
	d := n.decider
	d.nodes = d.nodes[:len(d.nodes)-1]
	d.actors.Changed(d)
}

// Failing appends the nodes that may crash or be restarted from now on, also nodes that are not decided yet.
func (ns *Nodes) Failing(nodes []trace.ActorID) []trace.ActorID {
	for _, d := range ns.decisions {
		for _, n := range d.nodes {
			if n.undecided || n.toCome() > 0 {
				nodes = append(nodes, n.ID())
			}
		}
	}
	return nodes
}

// Rest returns the rest of a budget after the decisions so far.
func (ns *Nodes) Rest(budget int) environment.Node {
	if d := ns.of(budget); d != nil {
		return d.left[len(d.left)-1][budget]
	}
	return ns.world.Program.Env.Nodes.All[budget]
}

// Outcome describes the meaning of an alternative.
func (d *Decisions) Outcome(alternative int32) string {
	chosen := environment.FateOf(d.budget.Clocks, d.always, alternative)
	var words []string
	if chosen > 0 {
		words = append(words, chosen.String())
	}
	rate, shift := d.Clock(alternative)
	if rate != "" {
		words = append(words, "a "+rate+" clock")
	}
	if shift != "" {
		words = append(words, "a clock that is "+shift)
	}
	if _, _, jump := d.budget.Clocks.Way(alternative); jump != effects.NoJump {
		words = append(words, "a clock that jumps "+[...]string{effects.JumpAhead: "ahead", effects.JumpBack: "back"}[jump])
	}
	if len(words) == 0 {
		return chosen.String()
	}
	return strings.Join(words, ", ")
}

// Clock says how an alternative makes the clock of the node go wrong; each is "" if it does not.
func (d *Decisions) Clock(alternative int32) (rate, shift string) {
	r, s, _ := d.budget.Clocks.Way(alternative)
	return [...]string{"", "slow", "fast"}[r], [...]string{"", "ahead", "behind"}[s]
}

// Pending implements [state.Actor].
func (d *Decisions) Pending() *program.Operation {
	decided := len(d.left) - 1
	if decided == len(d.nodes) {
		return nil
	}
	n := d.nodes[decided]
	return n.decision(d.left[decided][n.allotted])
}

// Perform implements [state.Automaton]: it decides about the next node. The cause of the event is the start of the node.
func (d *Decisions) Perform(ev *trace.Event) {
	decided := len(d.left) - 1
	n := d.nodes[decided]
	n.fate, n.decided, n.undecided = environment.FateOf(d.budget.Clocks, d.always, ev.Alternative), ev.ID(), false
	ev.Cause = n.spawned
	d.left = slices.Grow(d.left, 1)[:decided+2]
	left := append(d.left[decided+1][:0], d.left[decided]...)
	left[n.allotted].Crashes -= n.fate.Crashes()
	if !d.always {
		left[n.allotted].Restarts -= n.fate.Restarts()
	}
	d.left[decided+1] = left
	d.actors.Changed(n)
	if n.jump != nil {
		_, _, n.jump.way = d.budget.Clocks.Way(ev.Alternative)
		d.actors.Changed(n.jump)
	}
}

// Undo implements [state.Automaton].
func (d *Decisions) Undo(*trace.Op) {
	d.left = d.left[:len(d.left)-1]
	n := d.nodes[len(d.left)-1]
	n.fate, n.undecided = 0, true
	d.actors.Changed(n)
	if n.jump != nil {
		n.jump.way = effects.NoJump
		d.actors.Changed(n.jump)
	}
}

// Fingerprint implements [state.Actor].
func (d *Decisions) Fingerprint(*state.Equivalence) trace.Fingerprint {
	decided := len(d.left) - 1
	f := state.DecisionsPart.Print(int32(d.number))
	for _, left := range d.left[decided] {
		f = f.With32(int32(left.Crashes), int32(left.Restarts))
	}
	for _, n := range d.nodes[decided:] {
		f = f.With(uint64(n.ID()))
	}
	return f
}

// Whole implements [state.Actor].
func (d *Decisions) Whole(_ *state.Equivalence, b []byte) []byte {
	decided := len(d.left) - 1
	b = state.DecisionsPart.Begin(b, d.number)
	for _, left := range d.left[decided] {
		b = whole.Append(b, left.Crashes, left.Restarts)
	}
	for _, n := range d.nodes[decided:] {
		b = whole.Append(b, int(n.ID()))
	}
	return b
}
