package drive

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// explorer is a [checker.Strategy] that explores the model depth first and makes the graph. The processes under test move first, until all of
// them wait. All ways in which they can answer an input are explored, or the edge has no ends.
type explorer struct {
	graph
	boundary
	options *Options
	only    []string // the inputs come in this order, any of them left out; nil is all ways
	cuts    bool     // the network between nodes may be cut, which depends on the nodes that there are

	path    []frame
	rests   []rest // the nodes on the path
	steps   trace.Schedule
	now     moment
	begun   bool
	arrived bool // in a state in which no step was chosen yet
	spent   bool // the limit is reached
	states  int  // that were explored
	walk    int  // the number of the drawn run
	dead    bool // the present interleaving does not follow only
	err     error

	byState  map[trace.Fingerprint]int // nodes
	byInput  map[string]int
	byAnswer map[string]int
	entered  map[place]bool  // in the present walk
	drawn    map[place]*edge // the edge that each walk takes
}

// place is where a drawn run is.
type place struct{ walk, node, inputs int }

// frame is a state on the path.
type frame struct {
	todo []trace.Step
	node int // or none if a process under test can move
	at   moment
}

// rest is a node on the path, with the edge that is being explored.
type rest struct {
	depth int // of its state; -1 for the beginning
	edge  *edge
	class uint64
	busy  map[trace.Fingerprint]bool // states in the middle of the edge
}

// moment is the history of the processes under test.
type moment struct {
	input   int // of the present edge, or none
	outputs []output
	shown   []shown // the last states that were exposed
	history uint64  // a hash of all inputs and answers before
	inputs  int     // their number
	at      int     // the position in only
}

// output is an output by numbers. An announced event has no receiver.
type output struct {
	from, to trace.ActorID
	value    trace.ValueID
}

// shown is a state that a process shows.
type shown struct {
	by           trace.ActorID
	board, value trace.ValueID
}

func newExplorer(o *Options, only []string, cuts bool) *explorer {
	return &explorer{
		graph:    graph{nodes: []node{{}}, pairs: map[pair]bool{}},
		boundary: boundary{under: o.Processes, inside: map[trace.ActorID]bool{}}, options: o, only: only, cuts: cuts,
		byState: map[trace.Fingerprint]int{}, byInput: map[string]int{}, byAnswer: map[string]int{},
		entered: map[place]bool{}, drawn: map[place]*edge{},
	}
}

// Interleaving implements [checker.Observer].
func (s *explorer) Interleaving(int, trace.Outcome, []trace.Event) {}

// Inspect implements [checker.Inspector].
func (s *explorer) Inspect(w checker.World) { s.world, s.actor = w, w.Actor }

// Begin implements [checker.Strategy].
func (s *explorer) Begin() (trace.Schedule, bool) {
	s.arrived, s.dead = true, false
	for len(s.path) > 0 && !s.spent {
		f := &s.path[len(s.path)-1]
		if s.now = f.at; len(f.todo) > 0 {
			s.next(f)
			return s.steps, true
		}
		if s.path = s.path[:len(s.path)-1]; f.node >= 0 {
			s.rests = s.rests[:len(s.rests)-1]
		}
	}
	if s.begun && (s.spent || s.options.Cover != Draws || s.walk+1 == s.options.Tests) {
		return nil, false
	}
	if s.begun {
		s.walk++
	}
	s.begun, s.steps, s.now = true, s.steps[:0], moment{input: none}
	s.rests = append(s.rests[:0], rest{depth: -1, busy: map[trace.Fingerprint]bool{}, edge: s.edge(0, trace.Step{Actor: trace.NoActor})})
	if s.has(0) {
		s.take(Input{Process: s.world.Actor(0).Name, Kind: Start}, trace.NoValue)
	}
	s.drawn[place{s.walk, 0, 0}] = s.rests[0].edge
	return s.steps, true
}

// edge returns the edge of a node for a step, to be explored.
func (s *explorer) edge(n int, st trace.Step) *edge {
	all := &s.nodes[n].edges
	i := slices.IndexFunc(*all, func(e *edge) bool { return e.step == st })
	if i < 0 {
		i, *all = len(*all), append(*all, new(edge))
	}
	*(*all)[i] = edge{step: st, input: none}
	return (*all)[i]
}

// next takes the next step from the last frame.
func (s *explorer) next(f *frame) trace.Step {
	st := f.todo[0]
	f.todo = f.todo[1:]
	s.steps = append(s.steps[:len(s.path)-1], st)
	if f.node >= 0 {
		r := &s.rests[len(s.rests)-1]
		r.edge, r.busy = s.edge(f.node, st), map[trace.Fingerprint]bool{}
		s.drawn[place{s.walk, f.node, s.now.inputs}] = r.edge
		s.now.input, s.now.outputs = none, nil
	}
	return st
}

// Choose implements [checker.Strategy].
func (s *explorer) Choose(v trace.View) (trace.Step, bool) {
	if s.err != nil || s.spent || s.dead {
		return trace.Step{}, false
	}
	s.arrived = false
	f := frame{node: none, at: s.now}
	if f.todo = steps(v.Enabled, s.internal); len(f.todo) > 0 {
		if !s.goesOn(v.State) {
			return trace.Step{}, false
		}
	} else if f.node = s.arrive(v.State, v.Enabled); f.node != none {
		f.todo = s.ways(v.Enabled)
	}
	f.at = s.now
	if len(f.todo) == 0 {
		return trace.Step{}, false
	}
	if s.states++; s.states > s.options.States {
		s.giveUp(f.node == none)
		return trace.Step{}, false
	}
	if s.path = append(s.path, f); f.node != none {
		s.rests = append(s.rests, rest{depth: len(s.path) - 1, class: s.nodes[f.node].class})
	}
	return s.next(&s.path[len(s.path)-1]), true
}

// steps returns the steps of the actors of which the function is true.
func steps(enabled []trace.Pending, of func(*trace.Pending) bool) (all []trace.Step) {
	for i := range enabled {
		p := &enabled[i]
		for a := int32(0); of(p) && a < max(1, p.Op.Alternatives); a++ {
			if !p.Barred.Has(a) {
				all = append(all, trace.Step{Actor: p.Actor, Alternative: a})
			}
		}
	}
	return all
}

// goesOn reports whether the present state, in which a process under test can move, was not explored yet in this edge.
func (s *explorer) goesOn(state trace.State) bool {
	r := &s.rests[len(s.rests)-1]
	if s.now.input == none && r.depth >= 0 {
		s.err = fmt.Errorf("a process that stands for the program under test goes on after a step that is no input, by %s; it must learn of others by messages only",
			s.world.Actor(r.edge.step.Actor).Name)
		return false
	}
	k := s.shownIn(state.Fingerprint())
	for _, o := range s.now.outputs {
		k = k.With32(int32(o.from), int32(o.to)).With(uint64(o.value))
	}
	if r.busy[k] {
		return false
	}
	r.busy[k] = true
	return true
}

// shownIn adds the states that were exposed to a fingerprint.
func (s *explorer) shownIn(k trace.Fingerprint) trace.Fingerprint {
	for _, x := range s.now.shown {
		k = k.With32(int32(x.by), int32(x.board)).With(uint64(x.value))
	}
	return k
}

// ways returns the steps to explore from a node: all of them, or one that is drawn.
func (s *explorer) ways(enabled []trace.Pending) []trace.Step {
	all := steps(enabled, func(*trace.Pending) bool { return true })
	if i := slices.IndexFunc(enabled, s.alone); i >= 0 {
		return []trace.Step{{Actor: enabled[i].Actor}}
	}
	if s.options.Cover == Draws {
		h := trace.Mix(trace.Mix(s.options.Seed, uint64(s.walk)), trace.Mix(s.now.history, uint64(len(s.path))))
		i := int(h % uint64(len(all)))
		return all[i : i+1]
	}
	return all
}

// alone reports whether a step of another process commutes with all steps of others and has one outcome, so that no other one need be explored.
func (s *explorer) alone(p trace.Pending) bool {
	switch k := p.Op.Kind; {
	case p.Op.Alternatives > 1 || p.GivesUp || k == kind.Spawn && s.has(trace.ActorID(p.Op.Object)):
		return false
	case k == kind.Spawn:
		return !s.cuts
	default:
		return k == kind.Receive || k == kind.Announce || k == kind.Expose || k == kind.Reach || k == kind.Send && p.Op.Flags&kind.Delayed != 0
	}
}

// arrive adds the present state, in which all processes under test wait, to the graph, at the end of the edge. It returns none if no steps
// are to be explored from there.
func (s *explorer) arrive(state trace.State, enabled []trace.Pending) int {
	r := &s.rests[len(s.rests)-1]
	if s.now.input != none && s.inputs[s.now.input].Kind == Start && slices.ContainsFunc(enabled, func(p trace.Pending) bool {
		return p.Op.Kind == kind.DecideFaults && s.has(trace.ActorID(p.Op.Object))
	}) {
		delete(s.pairs, r.edge.pair) // it starts after that
		s.now.input, s.now.inputs, r.edge.input = none, s.now.inputs-1, none
	}
	states := s.declared(state)
	to := &end{answer: s.answer(states), steps: slices.Clone(s.steps[r.depth+1:])}
	if s.now.input != none {
		s.now.history = trace.Mix(trace.Mix(s.now.history, uint64(s.now.input)), uint64(to.answer))
	}
	k := s.shownIn(state.Fingerprint())
	if s.options.Cover == Histories {
		k = k.With(s.now.history)
	}
	k = k.With(uint64(s.now.at))
	n, known := s.byState[k]
	if !known {
		n = len(s.nodes)
		s.byState[k], s.nodes = n, append(s.nodes, node{class: s.class(state, states)})
	}
	to.to = n
	if !slices.ContainsFunc(r.edge.ends, func(x *end) bool { return x.answer == to.answer && x.to == n }) {
		r.edge.ends = append(r.edge.ends, to)
	}
	if s.options.Cover == Draws {
		p := place{s.walk, n, s.now.inputs}
		known = s.entered[p]
		s.entered[p] = true
	}
	if known || s.options.Cover != Pairs && s.now.inputs >= s.options.Inputs {
		return none
	}
	return n
}

// declared returns the states that the processes under test show: the exposed states, and the states of loops.
func (s *explorer) declared(state trace.State) []shown {
	all := slices.Clone(s.now.shown)
	for _, id := range s.processes() {
		if v := state.Declared(id); v != trace.NoValue {
			all = append(all, shown{id, trace.NoValue, v})
		}
	}
	return all
}

// class returns a hash of the state of the processes under test, as far as it can be told.
func (s *explorer) class(state trace.State, states []shown) uint64 {
	if s.options.Cover == Histories {
		return s.now.history
	}
	h := fnv.New64a()
	for _, x := range states {
		fmt.Fprintln(h, x.by, x.board, x.value)
	}
	for _, id := range s.processes() {
		fmt.Fprintf(h, "%d %q", id, state.Mailbox(id))
		if !slices.ContainsFunc(states, func(x shown) bool { return x.by == id && x.board == trace.NoValue }) {
			operation, place := state.Pending(id)
			fmt.Fprintln(h, operation, place)
		}
	}
	return h.Sum64()
}

// answer returns the number of the answer at the end of an edge.
func (s *explorer) answer(states []shown) int {
	key := fmt.Sprint(s.now.outputs, states)
	n, known := s.byAnswer[key]
	if known {
		return n
	}
	a := Answer{States: map[string][]any{}}
	for _, o := range s.now.outputs {
		out := Output{Process: s.world.Actor(o.from).Name, Message: s.world.Value(o.value)}
		if o.to != trace.NoActor {
			out.To = s.world.Actor(o.to).Name
		}
		a.Outputs = append(a.Outputs, out)
	}
	for _, x := range states {
		by := s.world.Actor(x.by).Name
		a.States[by] = append(a.States[by], s.world.Value(x.value))
	}
	if err := a.key(); err != nil && s.err == nil {
		s.err = err
	}
	n = len(s.answers)
	s.byAnswer[key], s.answers = n, append(s.answers, a)
	return n
}

// take notes that the present edge is an input.
func (s *explorer) take(in Input, value trace.ValueID) {
	key := fmt.Sprint(in.Process, "\x00", in.Kind, "\x00", in.From, "\x00", value)
	n, known := s.byInput[key]
	if !known {
		if value != trace.NoValue {
			in.Message = s.world.Value(value)
		}
		n = len(s.inputs)
		s.byInput[key], s.inputs, s.alike = n, append(s.inputs, in), append(s.alike, in.String())
	}
	r := &s.rests[len(s.rests)-1]
	s.now.input, s.now.inputs = n, s.now.inputs+1
	r.edge.input, r.edge.pair = n, pair{r.class, n}
	s.pairs[r.edge.pair] = true
	if s.only != nil {
		i := slices.Index(s.only[s.now.at:], s.alike[n])
		s.dead, s.now.at = i < 0, s.now.at+i+1
	}
}

// Observe implements [checker.Strategy].
func (s *explorer) Observe(depth int, e *trace.Event) error {
	s.arrived = true
	if depth+1 < len(s.path) { // it was observed before
		return nil
	}
	if err := s.refused(e); err != nil {
		return err
	}
	if s.path[depth].node != none {
		if in, value, is := s.input(e); is {
			s.take(in, value)
		}
		return nil
	}
	switch {
	case e.Kind == kind.Expose:
		at := slices.IndexFunc(s.now.shown, func(x shown) bool { return x.by == e.Actor && x.board == e.Key })
		s.now.shown = slices.Clone(s.now.shown)
		if at < 0 {
			at, s.now.shown = len(s.now.shown), append(s.now.shown, shown{e.Actor, e.Key, e.Value})
		}
		s.now.shown[at].value = e.Value
	case e.Kind == kind.Announce:
		s.now.outputs = append(slices.Clip(s.now.outputs), output{e.Actor, trace.NoActor, e.Value})
	case e.Kind.Is(kind.Sends):
		to := trace.ActorID(e.Object)
		if e.Kind == kind.SendName {
			to = e.To
		}
		if to != trace.NoActor && !s.has(to) {
			outputs := append(slices.Clip(s.now.outputs), output{e.Actor, to, e.Value})
			slices.SortStableFunc(outputs, func(a, b output) int {
				return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
			})
			s.now.outputs = outputs
		}
	}
	return nil
}

// End implements [checker.Strategy].
func (s *explorer) End(end trace.Ending) error {
	if s.err == nil && s.arrived && !s.spent && !s.dead {
		s.arrive(end.State, nil)
	}
	return s.err
}

// giveUp ends the exploration. The edges on the path have no ends unless all of them are explored.
func (s *explorer) giveUp(busy bool) {
	s.spent = true
	for i := len(s.path) - 1; i >= 0; i-- {
		if f := &s.path[i]; f.node == none {
			busy = busy || len(f.todo) > 0
			continue
		}
		s.cut(busy)
		busy = false
	}
	s.cut(busy)
}

// cut leaves the last node on the path.
func (s *explorer) cut(busy bool) {
	last := len(s.rests) - 1
	if busy {
		s.rests[last].edge.ends = nil
	}
	s.rests = s.rests[:last]
}

// Coverage implements [checker.Strategy].
func (s *explorer) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

// Retained implements [checker.Strategy].
func (s *explorer) Retained(f func([]*trace.Event)) { f(nil) }
