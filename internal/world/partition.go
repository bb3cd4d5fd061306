package world

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
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
	common
	nodes   []*trace.Actor // in the order of their starts
	oneWay  bool
	oneLink bool
	started trace.EventID           // the start of the second node
	fate    environment.NetworkFate // how many partitions there are
	begun   []*partition            // the partitions that have begun

	decide, begin program.Operation
	known         map[string]*ways // by the names of the nodes
}

// maxParted is the greatest number of nodes that a partition can part. There are 2 to the power of that, less one, ways.
const maxParted = 12

func newPartitions(c common) *partitions { return &partitions{common: c} }

// isParted reports whether the Spawn starts a node that partitions may cut off.
func isParted(op *program.Operation) bool { return op.Node() == trace.ActorID(op.Object) }

// join adds a node that was started by an event to the network.
func join(s *System, p *process, by trace.EventID) {
	n := s.partitions
	if n == nil {
		n = find(s, s.Actors.Network(), newPartitions)
		n.oneWay, n.oneLink, n.known = s.Env.Faults.OneWay, s.Env.Faults.OneLink, map[string]*ways{}
		n.decide.Op = trace.Op{Kind: kind.DecidePartitions, Alternatives: int32(2*s.Env.Faults.Partitions) + 1}
		n.begin.Op = trace.Op{Kind: kind.Partition}
		s.partitions = n
	}
	if n.nodes = append(n.nodes, p.id); len(n.nodes) == 2 {
		n.started = by
		s.start(n)
		s.SetNetwork()
	}
	s.changed(n)
}

// leave undoes the last join.
func leave(s *System) {
	n := s.partitions
	if len(n.nodes) == 2 {
		unstart(s)
	}
	pop(&n.nodes)
	s.changed(n)
}

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
	done := int(n.steps) - 1
	switch {
	case done < 0:
		return decides
	case done >= n.fate.Partitions()*eachPartition-int(n.fate)%2:
		return ended
	}
	return begins + phase(done%eachPartition)
}

func (n *partitions) pending() *program.Operation {
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

func (n *partitions) last() *partition { return n.begun[len(n.begun)-1] }

func performPartition(_ *System, ev *trace.Event, u *undo) program.Result {
	n := u.who.(*partitions)
	switch n.phase() {
	case decides:
		n.fate, ev.Cause = environment.NetworkFate(ev.Alternative), n.started
	case begins:
		n.begun = append(n.begun, &partition{among: n.waysOf(n.nodes)})
	case parts:
		among := n.last().among
		n.begun[len(n.begun)-1] = among.partition(ev.Alternative)
	}
	return program.Result{}
}

func undoPartition(_ *System, u *undo) {
	switch n := u.who.(*partitions); n.phase() {
	case begins:
		pop(&n.begun)
	case parts:
		n.begun[len(n.begun)-1] = &partition{among: n.last().among}
	}
}

// waysOf returns the ways to part the nodes.
func (n *partitions) waysOf(nodes []*trace.Actor) *ways {
	if len(nodes) > maxParted {
		panic(&guard.ModelError{Process: nodes[maxParted].Name, Problem: fmt.Sprintf(
			"it is node number %d, and a partition can part at most %d nodes, in every way to divide them in two; start fewer processes with proc.Node",
			maxParted+1, maxParted)})
	}
	w := &ways{nodes: slices.Clone(nodes), links: n.oneLink && len(nodes) > 2} // the parts of two nodes are one link
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

// ways are the ways to part some nodes: in two, and then also each two of them only. The first alternatives cut the links in both
// directions. As many follow that cut them from the first side to the second one, and then from the second one to the first one. The
// first node is always on the first side.
type ways struct {
	nodes  []*trace.Actor // sorted
	links  bool           // one link is cut, too
	choose program.Operation
	known  []*partition // by alternative
}

// inTwo returns the number of ways to part the nodes in two sets.
func (w *ways) inTwo() int32 { return 1<<(len(w.nodes)-1) - 1 }

// number returns the number of ways to part the nodes, in both directions.
func (w *ways) number() int32 {
	if n := int32(len(w.nodes)); w.links {
		return w.inTwo() + n*(n-1)/2
	}
	return w.inTwo()
}

// link returns the two nodes of a link.
func (w *ways) link(number int32) (a, b int) {
	for b = 1; int(number) >= b; b++ {
		number -= int32(b)
	}
	return int(number), b
}

// partition returns the partition of an alternative.
func (w *ways) partition(alternative int32) *partition {
	for int(alternative) >= len(w.known) {
		w.known = append(w.known, nil)
	}
	p := w.known[alternative]
	if p == nil {
		p = &partition{among: w, alternative: alternative}
		p.cut.Op = trace.Op{Kind: kind.Sever, Does: p}
		p.heal.Op = trace.Op{Kind: kind.Heal, Does: p}
		w.known[alternative] = p
	}
	return p
}

// partition cuts the links between two sets of nodes. It implements effects.Links.
type partition struct {
	among       *ways
	alternative int32
	cut, heal   program.Operation
}

// sides returns which nodes are on the two sides, and the directions in which the links are cut.
func (p *partition) sides() (first, second func(node int) bool, to, from bool) {
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
func (p *partition) Each(f func(from, to trace.ActorID)) {
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
func (w *ways) list(wanted func(node int) bool, between string) string {
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
func (p *partition) String() string {
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
func (p *partition) beside() string {
	first, second, _, _ := p.sides()
	return p.among.list(func(node int) bool { return !first(node) && !second(node) }, " ")
}

func partsText(_ words, ev *trace.Event) string {
	return ev.Does.(*ways).partition(ev.Alternative).String()
}

func partitionsText(_ words, ev *trace.Event) string {
	c, text := environment.NetworkFate(ev.Alternative), "none"
	switch n := c.Partitions(); {
	case n == 1:
		text = "1 partition"
	case n > 1:
		text = fmt.Sprint(n, " partitions")
	}
	if c.Healed() {
		text += ", healed"
	}
	return text
}

func (n *partitions) fingerprint(*System) trace.Fingerprint {
	f := part(somePartitions, 0)
	for _, v := range n.state() {
		f = f.With(uint64(v))
	}
	return f
}

func (n *partitions) whole(_ *System, b []byte) []byte {
	return whole.Append(partOf(b, somePartitions, 0), n.state()...)
}

// state returns the numbers that determine all further events. The nodes that were started are processes of the state, but not
// the order of their starts, which makes no difference.
func (n *partitions) state() []int {
	phase := n.phase()
	left := 0
	if n.steps > 0 {
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
