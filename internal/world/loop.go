package world

import "github.com/checkmodel/checkmodel/trace"

// Turn says that the process begins a turn of a loop with the given code, and that all it does from here
// on depends on nothing but the state and what its function was given when the process began. All
// histories that lead to the same state of a loop continue as one. It returns a copy of the state.
func Turn(x *Execution, code uintptr, state any) any {
	x.idle("Loop")
	id := x.Intern("the state of a loop", state)
	f := x.origin.With(uint64(code)).With(uint64(id)).With32(int32(x.refs), int32(x.timers))
	for _, set := range []trace.Fingerprint{counted(x.children), counted(x.tables), x.shown()} {
		f = f.With(set[0]).With(set[1])
	}
	x.turn = &f
	return x.Value(id)
}

// head returns the fingerprint of the state of a loop, if the process has begun a turn since its last
// operation; else nil.
func (x *Execution) head() *trace.Fingerprint {
	f := x.turn
	x.turn = nil
	return f
}

// counted returns the fingerprint of the numbers of what a process has created, by name.
func counted(numbers map[string]int) (sum trace.Fingerprint) {
	for name, n := range numbers {
		f := trace.Fingerprint{}.With(uint64(n))
		for _, b := range []byte(name) {
			f = f.With(uint64(b))
		}
		sum = sum.Plus(f)
	}
	return sum
}

// shown returns the fingerprint of what the process has exposed last.
func (x *Execution) shown() (sum trace.Fingerprint) {
	for board, state := range x.exposed {
		sum = sum.Plus(trace.Fingerprint{}.With32(int32(board), int32(state)))
	}
	return sum
}

// CompareRequests compares the operations that processes are about to perform with those in a twin that has
// executed the same schedule. It panics with a [*guard.ModelError] if they differ.
func (s *System) CompareRequests(t *System) {
	for _, a := range s.started {
		p, ok := a.(*process)
		if !ok || !p.running() {
			continue
		}
		if q := t.process(p.id.ID); q.at != nil && !p.at.op.Same(&q.at.op.Op) {
			asks := t.asked(p.id, &q.at.op)
			panic(NotDeterministic(0, s.asked(p.id, &p.at.op), asks, SameSchedule))
		}
	}
}

// sameTurn fails if two points of a process with the same state of a loop do not request the same
// operation.
func sameTurn(s *System, p *process, known, now *history) {
	if known.op.Same(&now.op.Op) && alike(known.op.Patterns, now.op.Patterns) {
		return
	}
	asks := s.asked(p.id, &now.op)
	asks.Source = now.op.site.line(&s.helpers)
	panic(NotDeterministic(0, s.asked(p.id, &known.op), asks, sameState))
}
