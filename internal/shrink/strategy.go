package shrink

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// attempt is a schedule that is executed as far as it is possible.
type attempt struct {
	events  []minimize.Event
	outside minimize.Selection
	ends    bool // the interleaving goes on to its end
	match   matching

	next     int
	replaced map[trace.ActorID]int // how often the payload of the next external event of an actor was replaced
	seed     int                   // seeds the random choices
	steps    int                   // how many were made
	length   int                   // of the run, at random after the events
	differs  [byChance + 1]bool    // with that matching, other messages would have been delivered
}

// matching says which message stands for a delivered one. Each value tries more than the previous value.
type matching int

const (
	byName        matching = iota // one with its fingerprint, if possible the same one, or else of the same channel or timer
	byFingerprint                 // the first one with its fingerprint, whatever else is in it
	byType                        // as byName, or else the first message of its type
	byChance                      // as byName, or if there is none any of its type
)

// Begin implements [stage.Strategy]. It takes the next schedule.
func (s *Attempts) Begin() (trace.Schedule, bool) {
	var more bool
	s.now, more = s.next()
	return nil, more
}

// Choose returns the next step that is possible.
func (s *Attempts) Choose(v trace.View) (trace.Step, bool) {
	a := s.now
	a.steps++
	for ; a.next < len(a.events); a.next++ {
		e := &a.events[a.next]
		if e.LeftOut {
			continue
		}
		p := s.pending(v, e)
		if p == nil {
			if d := decision(v); d != nil {
				return trace.Step{Actor: d.Actor}, true // nodes wait for it, and the run comes from a search without faults
			}
			continue
		}
		if alternative := s.outside(p); alternative > 0 {
			return trace.Step{Actor: p.Actor, Alternative: alternative}, true
		}
		if e.Kind == 0 && a.ahead(e, label(p.Op)) {
			continue // the operation of the event is not there
		}
		a.next++
		st := trace.Step{Actor: p.Actor, Alternative: e.Step.Alternative}
		if st.Alternative >= max(1, p.Op.Alternatives) || p.Barred.Has(st.Alternative) {
			st.Alternative = 0
		}
		return st, true
	}
	switch {
	case len(v.Enabled) == 0:
		return trace.Step{}, false
	case a.steps < a.length:
		return s.further(v), true
	case !a.ends:
		return trace.Step{}, false
	}
	p := &v.Enabled[0]
	return trace.Step{Actor: p.Actor, Alternative: s.outside(p)}, true
}

// further returns a step at random.
func (s *Attempts) further(v trace.View) trace.Step {
	a := s.now
	a.next++ // of which draws depend
	p := &v.Enabled[a.pseudorandom(len(v.Enabled))]
	st := trace.Step{Actor: p.Actor, Alternative: s.outside(p)}
	if p.Op.Kind == kind.Choose {
		st.Alternative = int32(a.pseudorandom(int(p.Op.Alternatives)))
	}
	return st
}

// outside returns the alternative by which an external event is left out, or its payload is replaced; 0 if it happens, and for
// other operations.
func (s *Attempts) outside(p *trace.Pending) int32 {
	if p.Op.Kind != kind.External {
		return 0
	}
	a, name := s.now, externalName(s.world.Value(p.Op.Key))
	if slices.Contains(a.outside.Without, name) {
		return 1
	}
	for smaller := a.outside.Smaller[name]; a.replaced[p.Actor] < len(smaller); {
		alternative := smaller[a.replaced[p.Actor]] + 2
		a.replaced[p.Actor]++
		if alternative < p.Op.Alternatives { // events of one name may have different payloads
			return alternative
		}
	}
	delete(a.replaced, p.Actor)
	return 0
}

// ahead reports whether the process of the event is at another operation, which a next event of its executes.
func (a *attempt) ahead(e *minimize.Event, at uint64) bool {
	if e.Label == 0 || e.Label == at {
		return false
	}
	near := 0
	for i := a.next + 1; i < len(a.events) && near < nearEvents; i++ {
		if f := &a.events[i]; f.Step.Actor == e.Step.Actor && !f.LeftOut {
			if near++; f.Label == at {
				return true
			}
		}
	}
	return false
}

// nearEvents is how many events of a process ahead looks at.
const nearEvents = 8

// decision returns the decision about the faults of a node, nil if there is none to take.
func decision(v trace.View) *trace.Pending {
	i := slices.IndexFunc(v.Enabled, func(p trace.Pending) bool { return p.Op.Kind == kind.DecideFaults })
	if i < 0 {
		return nil
	}
	return &v.Enabled[i]
}

// pending returns the pending step that stands for the event: the delivery of the same message, or if any will do the delivery
// of a message of the same type. For other events it is the next step of the process. It returns nil if there is none.
func (s *Attempts) pending(v trace.View, e *minimize.Event) *trace.Pending {
	if e.Kind == 0 {
		return pendingOf(v, e.Step.Actor)
	}
	var same, similar *trace.Pending
	similars, best := 0, 0
	for i := range v.Enabled {
		p := &v.Enabled[i]
		if !lenient.Delivers(p.Op) {
			continue
		}
		switch m := s.names.Message(p.Actor, p.Op); {
		case m.Message == e.Label:
			if same != nil {
				s.now.differs[byFingerprint] = s.now.differs[byFingerprint] || v.State.Content(p.Op.Value) != v.State.Content(same.Op.Value)
			}
			if n := resemblance(v, p, e); same == nil || s.now.match != byFingerprint && n > best {
				same, best = p, n
			}
		case m.Type == e.Kind:
			similars++
			if similar == nil || s.now.match == byChance && s.now.pseudorandom(similars) == 0 {
				similar = p
			}
		}
	}
	if same == nil && similars > 1 {
		s.now.differs[byChance] = true
	}
	if same != nil || similar == nil || s.now.match >= byType {
		return cmp.Or(same, similar)
	}
	s.now.differs[byType] = true
	return nil
}

// resemblance says how much a message resembles the event's, which has the same fingerprint: masked fields are the same, too,
// or else it comes by a channel or timer of the same name. The number in this name changes if its process has sent fewer
// messages before.
func resemblance(v trace.View, p *trace.Pending, e *minimize.Event) int {
	switch {
	case v.State.Content(p.Op.Value) == e.Content:
		return 2
	case v.State.Name(p.Actor) == e.Step.Actor:
		return 1
	}
	return 0
}

// pseudorandom returns a number below n, which looks random.
func (a *attempt) pseudorandom(n int) int {
	return int(trace.Fingerprint{}.With32(int32(a.seed), int32(a.next)).With32(int32(n), 0)[0] % uint64(n))
}

// pendingOf returns the next step of the actor of that name, nil if it cannot move.
func pendingOf(v trace.View, name string) *trace.Pending {
	id, ok := v.State.Named(name)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(v.Enabled, func(p trace.Pending) bool { return p.Actor == id })
	if i < 0 {
		return nil
	}
	return &v.Enabled[i]
}

// Observe implements [stage.Strategy].
func (s *Attempts) Observe(int, *trace.Event) error { return nil }

// End implements [stage.Strategy].
func (s *Attempts) End(trace.Ending) error { return nil }

// Coverage says that not everything is explored.
func (s *Attempts) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

// Retained implements [stage.Strategy].
func (s *Attempts) Retained(f func([]*trace.Event)) { f(nil) }
