package injector

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A partition cuts the links between two sets of nodes at any time, and may heal at any time after that. One actor,
// partitions, makes all of them, one after the other. How many there are is decided before the first one, as for
// the faults of nodes: without that, an interleaving in which a link may still be cut would have no end.
//
// A Partition sees which nodes there are, and the DecideParts after it has an alternative for each way to part these. It
// has no effect of its own, so that all alternatives depend on others in the same way; the Sever after it cuts the links. A message is
// lost if the link from the sender's node to the receiver's node is cut when it would arrive. Processes that
// belong to no node, such as clients, are never cut off.

// partitions is the actor that cuts and heals links.
type partitions struct {
	state.Common
	nodes   []*trace.Actor // in the order of their starts
	oneWay  bool
	oneLink bool
	started trace.EventID           // the start of the second node
	fate    environment.NetworkFate // how many partitions there are
	begun   []*Partition            // the partitions that have begun

	decide, begin program.Operation
	known         map[string]*Ways // by the names of the nodes
}

// maxParted is the greatest number of nodes that a partition can part. There are 2 to the power of that, less one, ways.
const maxParted = 12

func newPartitions(c state.Common) *partitions {
	c.Dependent = true
	return &partitions{Common: c}
}

// Network is the network of the nodes of the present state, which partitions may cut.
type Network struct {
	world      World
	partitions *partitions // nil if no node has joined the network
}

// NetworkOf returns the network of a world, without nodes.
func NetworkOf(w World) Network { return Network{world: w} }

// Join adds a node, which was started by an event, to the network.
func (n *Network) Join(node *trace.Actor, by trace.EventID) {
	ps, actors, f := n.partitions, n.world.Actors, &n.world.Program.Env.Faults
	if ps == nil {
		ps = state.Find(actors, n.world.Program.Actors.Network(), newPartitions)
		ps.oneWay, ps.oneLink, ps.known = f.OneWay, f.OneLink, map[string]*Ways{}
		ps.decide.Op = trace.Op{Kind: kind.DecidePartitions, Alternatives: int32(2*f.Partitions) + 1}
		ps.begin.Op = trace.Op{Kind: kind.Partition}
		n.partitions = ps
	}
	if ps.nodes = append(ps.nodes, node); len(ps.nodes) == 2 {
		ps.started = by
		actors.Start(ps)
		n.world.Program.SetNetwork()
	}
	actors.Changed(ps)
}

// Leave undoes the last Join.
func (n *Network) Leave() {
	ps := n.partitions
	pop(&ps.nodes)
	n.world.Actors.Changed(ps)
}

// Sides returns the sides of the partition that cuts the network now, or "" if none does.
func (n *Network) Sides() string {
	ps := n.partitions
	if ps == nil || len(ps.nodes) < 2 || ps.phase() != heals && (ps.phase() != ended || ps.fate == 0 || ps.fate.Healed()) {
		return ""
	}
	return ps.last().String()
}

// Partitions returns the number of the partitions that have begun.
func (n *Network) Partitions() int {
	if n.partitions == nil {
		return 0
	}
	return len(n.partitions.begun)
}

func pop[E any](list *[]E) { *list = (*list)[:len(*list)-1] }

// phase is the next step of the actor.
type phase int

const (
	decides phase = iota
	begins
	parts
	cuts
	heals
	ended

	eachPartition = int(ended - begins) // the number of its events
)

func (n *partitions) phase() phase {
	done := int(n.Steps) - 1
	switch {
	case done < 0:
		return decides
	case done >= n.fate.Partitions()*eachPartition-int(n.fate)%2:
		return ended
	}
	return begins + phase(done%eachPartition)
}

// Pending implements [state.Actor].
func (n *partitions) Pending() *program.Operation {
	switch n.phase() {
	case decides:
		return &n.decide
	case begins:
		return &n.begin
	case parts:
		return &n.last().among.choose
	case cuts:
		return &n.last().cut
	case heals:
		return &n.last().heal
	}
	return nil
}

func (n *partitions) last() *Partition { return n.begun[len(n.begun)-1] }

// Perform implements [state.Automaton].
func (n *partitions) Perform(ev *trace.Event) {
	switch n.phase() {
	case decides:
		n.fate, ev.Cause = environment.NetworkFate(ev.Alternative), n.started
	case begins:
		n.begun = append(n.begun, &Partition{among: n.waysOf(n.nodes)})
	case parts:
		n.begun[len(n.begun)-1] = n.last().among.Partition(ev.Alternative)
	}
}

// Undo implements [state.Automaton].
func (n *partitions) Undo(*trace.Op) {
	switch n.phase() {
	case begins:
		pop(&n.begun)
	case parts:
		n.begun[len(n.begun)-1] = &Partition{among: n.last().among}
	}
}

// waysOf returns the ways to part the nodes.
func (n *partitions) waysOf(nodes []*trace.Actor) *Ways {
	if len(nodes) > maxParted {
		panic(&guard.ModelError{Process: nodes[maxParted].Name, Problem: fmt.Sprintf(
			"it is node number %d, and a partition can part at most %d nodes, in every way to divide them in two; start fewer processes with proc.Node",
			maxParted+1, maxParted)})
	}
	w := &Ways{nodes: slices.Clone(nodes), links: n.oneLink && len(nodes) > 2} // the parts of two nodes are one link
	slices.SortFunc(w.nodes, (*trace.Actor).Compare)
	key := w.list(func(int) bool { return true }, "\x00")
	if known := n.known[key]; known != nil {
		return known
	}
	alternatives := w.number()
	if n.oneWay {
		alternatives *= 3
	}
	w.choose.Op = trace.Op{Kind: kind.DecideParts, Alternatives: alternatives, Does: w}
	n.known[key] = w
	return w
}

// Ways are the ways to part some nodes: in two, and then also each two of them only. The first alternatives cut the links in both
// directions. As many follow that cut them from the first side to the second one, and then from the second one to the first one. The
// first node is always on the first side.
type Ways struct {
	nodes  []*trace.Actor // sorted
	links  bool           // one link is cut, too
	choose program.Operation
	known  []*Partition // by alternative
}

// inTwo returns the number of ways to part the nodes in two sets.
func (w *Ways) inTwo() int32 { return 1<<(len(w.nodes)-1) - 1 }

// number returns the number of ways to part the nodes, in both directions.
func (w *Ways) number() int32 {
	if n := int32(len(w.nodes)); w.links {
		return w.inTwo() + n*(n-1)/2
	}
	return w.inTwo()
}

// link returns the two nodes of a link.
func (w *Ways) link(number int32) (a, b int) {
	for b = 1; int(number) >= b; b++ {
		number -= int32(b)
	}
	return int(number), b
}

// Partition returns the partition of an alternative.
func (w *Ways) Partition(alternative int32) *Partition {
	for int(alternative) >= len(w.known) {
		w.known = append(w.known, nil)
	}
	p := w.known[alternative]
	if p == nil {
		p = &Partition{among: w, alternative: alternative}
		p.cut.Op = trace.Op{Kind: kind.Sever, Does: p}
		p.heal.Op = trace.Op{Kind: kind.Heal, Does: p}
		w.known[alternative] = p
	}
	return p
}

// Partition cuts the links between two sets of nodes. It implements effects.Links.
type Partition struct {
	among       *Ways
	alternative int32
	cut, heal   program.Operation
}

// sides returns which nodes are on the two sides, and the directions in which the links are cut.
func (p *Partition) sides() (first, second func(node int) bool, to, from bool) {
	which, direction := p.alternative%p.among.number(), p.alternative/p.among.number()
	if which >= p.among.inTwo() {
		a, b := p.among.link(which - p.among.inTwo())
		first, second = func(node int) bool { return node == a }, func(node int) bool { return node == b }
	} else {
		second = func(node int) bool { return node > 0 && (which+1)>>(node-1)&1 != 0 }
		first = func(node int) bool { return !second(node) }
	}
	return first, second, direction != 2, direction != 1
}

// Each implements effects.Links.
func (p *Partition) Each(f func(from, to trace.ActorID)) {
	first, second, to, from := p.sides()
	for i, a := range p.among.nodes {
		for j, b := range p.among.nodes {
			switch {
			case !first(i) || !second(j):
			case to && from:
				f(a.ID, b.ID)
				f(b.ID, a.ID)
			case to:
				f(a.ID, b.ID)
			default:
				f(b.ID, a.ID)
			}
		}
	}
}

// list returns the names of the nodes that are wanted.
func (w *Ways) list(wanted func(node int) bool, between string) string {
	var names []string
	for i, a := range w.nodes {
		if wanted(i) {
			names = append(names, a.Name)
		}
	}
	return strings.Join(names, between)
}

// String returns the sides: "a | b c", or "a ↛ b c" if only messages from the first one to the second one are lost; "a | b, not c" if the
// link between a and b is cut.
func (p *Partition) String() string {
	first, second, to, from := p.sides()
	one, other, between := p.among.list(first, " "), p.among.list(second, " "), " ↛ "
	switch {
	case to && from:
		between = " | "
	case from:
		one, other = other, one
	}
	text := one + between + other
	if rest := p.beside(); rest != "" {
		text += ", not " + rest
	}
	return text
}

// beside returns the names of the nodes that are on no side, as only one link is cut.
func (p *Partition) beside() string {
	first, second, _, _ := p.sides()
	return p.among.list(func(node int) bool { return !first(node) && !second(node) }, " ")
}

// OneWay reports whether it cuts the links in one direction only.
func (p *Partition) OneWay() bool {
	_, _, to, from := p.sides()
	return !to || !from
}

// OneLink reports whether it cuts a single link.
func (p *Partition) OneLink() bool { return p.beside() != "" }

// Fingerprint implements [state.Actor].
func (n *partitions) Fingerprint(*state.Equivalence) trace.Fingerprint {
	f := state.PartitionsPart.Print(0)
	for _, v := range n.state() {
		f = f.With(uint64(v))
	}
	return f
}

// Whole implements [state.Actor].
func (n *partitions) Whole(_ *state.Equivalence, b []byte) []byte {
	return whole.Append(state.PartitionsPart.Begin(b, 0), n.state()...)
}

// state returns the numbers that determine all further events. The nodes that were started are processes of the state, but not
// the order of their starts, which makes no difference.
func (n *partitions) state() []int {
	phase := n.phase()
	left := 0
	if n.Steps > 0 {
		left = int(n.fate) - 2*len(n.begun)
	}
	state := []int{int(phase), left}
	if phase == parts || phase == cuts || phase == heals {
		state = append(state, int(n.last().alternative))
		for _, a := range n.last().among.nodes {
			state = append(state, int(a.ID))
		}
	}
	return state
}
