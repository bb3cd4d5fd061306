package world

import (
	"fmt"
	"iter"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// View returns a function from each value of a state to the value that stands for it; values are the values of the state. States
// with the same values after this function count as the same.
type View func(values iter.Seq[any]) func(value any) any

// SetView sets the view by which Fingerprint and Whole tell states apart. It must be called before the first step, and before
// there are twins.
func SetView(s *System, v View) {
	s.view, s.Viewed = v, v != nil
	s.Restart() // the first process may have begun a loop
}

// viewing is how the present state looks by a view.
type viewing struct {
	view View                              // nil if there is none
	as   func(trace.ValueID) trace.ValueID // returns the value that stands for a value; nil if there is no view
}

// lookBy applies the view, if there is one, to the present state.
func lookBy(s *System) {
	if s.view == nil {
		return
	}
	by, known := s.view(Values(s)), map[trace.ValueID]trace.ValueID{}
	s.as = func(id trace.ValueID) trace.ValueID {
		if id == trace.NoValue {
			return id
		}
		is, ok := known[id]
		if !ok {
			is = standing(s, by(s.Values.Get(id)))
			known[id] = is
		}
		return is
	}
}

// standing returns the number of a value that stands for another one.
func standing(s *System, v any) trace.ValueID {
	id, err := s.Values.Intern(v)
	if err != nil {
		panic(&guard.ModelError{Problem: fmt.Sprintf("what the View returns for a value: %v", err)})
	}
	return id
}

// stands returns the value that stands for a value.
func (v *viewing) stands(id trace.ValueID) trace.ValueID {
	if v.as == nil {
		return id
	}
	return v.as(id)
}

// Seen returns the value that stands for a value, in the state whose fingerprint was asked for last.
func Seen(s *System, id trace.ValueID) trace.ValueID { return s.stands(id) }

// seenIn returns the number that stands for the content of a cell.
func seenIn(s *System, c written) int32 {
	switch {
	case s.as == nil:
	case c.cell.Space == effects.TableHeirMessage:
		return int32(s.as(trace.ValueID(c.held)))
	case c.cell.Space == effects.Files:
		d := s.Disks.At(trace.ValueID(c.held))
		return int32(s.Disks.NumberOf(d.With(func(record any) any { return s.Values.Get(s.as(standing(s, record))) })))
	}
	return c.held
}

// viewed returns the fingerprint of the state by the view.
func viewed(s *System) (sum trace.Fingerprint) {
	lookBy(s)
	eachPart(s, func(part []byte) { sum = sum.Plus(fingerprintOfBytes(part)) })
	return sum
}

func fingerprintOfBytes(b []byte) trace.Fingerprint {
	f := trace.Fingerprint{}.With(uint64(len(b)))
	for word := range slices.Chunk(b, 8) {
		var n uint64
		for _, c := range word {
			n = n<<8 | uint64(c)
		}
		f = f.With(n)
	}
	return f
}

// Values returns copies of the values of the present state, some of them several times: the states of loops and the results that
// processes have got since, or since their beginning; messages in mailboxes, in channels and of timers; rows and files.
func Values(s *System) iter.Seq[any] {
	return func(yield func(any) bool) {
		going := true
		add := func(id trace.ValueID) {
			going = going && (id == trace.NoValue || yield(s.Values.Get(id)))
		}
		for _, a := range s.started {
			valuesOf(a, add)
		}
		for _, t := range s.tables.All() {
			for _, key := range t.Keys() {
				add(key)
				add(t.Get(key))
			}
		}
		s.cells.each(func(c written) {
			switch c.cell.Space {
			case effects.TableHeirMessage:
				add(trace.ValueID(c.held))
			case effects.Files:
				s.Disks.At(trace.ValueID(c.held)).With(func(record any) any {
					going = going && yield(record)
					return record
				})
			}
		})
	}
}

// valuesOf calls add with each value that an actor has.
func valuesOf(a actor, add func(trace.ValueID)) {
	ops := func(list []*program.Operation) {
		for _, op := range list {
			add(op.Value)
		}
	}
	switch a := a.(type) {
	case *process:
		if a.ended {
			ops(a.exitEvents[a.exited:])
			ops(a.exitSignals)
			return
		}
		h := a.at
		for ; h.Head == nil && h.Parent != nil; h = h.Parent {
			add(h.Via.Value)
		}
		if h.Head != nil {
			add(h.Head.State)
		}
		for i := range a.mailbox.Len() {
			add(a.mailbox.At(i).Value)
		}
	case *timer:
		if !a.expired {
			add(a.expire.Value)
		}
	case *channel:
		for i := range a.queue[a.delivered:] {
			add(a.queue[a.delivered+i].op.Value)
		}
	}
}
