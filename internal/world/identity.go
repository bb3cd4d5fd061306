package world

import (
	"iter"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
)

// View returns a function from each value of a state to the value that stands for it; see [state.View].
type View = state.View

// SetView sets the view by which Fingerprint and Whole tell states apart. It must be called before the first step, and before
// there are twins.
func (s *System) SetView(v View) {
	s.same.View, s.Viewed = v, v != nil
	s.Restart() // the first process may have begun a loop
}

// Seen returns the value that stands for a value, in the state whose fingerprint was asked for last.
func (s *System) Seen(id trace.ValueID) trace.ValueID { return s.same.Stands(id) }

// Exchanges reports whether words about the system are those after an exchange of processes.
func (s *System) Exchanges() bool { return s.same.Exchanges() }

// SeenActor is Seen for an actor: another one stands for it after an exchange of processes.
func (s *System) SeenActor(id trace.ActorID) trace.ActorID { return s.same.Actor(id) }

// Commute says for which messages in a mailbox the order makes no difference; see package trace.
func (s *System) Commute(c trace.Commutation) {
	if c != s.same.Commutation {
		s.same.Commutation = c
		s.Present.AllChanged()
	}
}

// MergeBags says whether states have the same fingerprint if they differ only in which sends have put equal messages on
// their way in a bag. At first their fingerprints differ.
func (s *System) MergeBags(merge bool) {
	if merge = merge && s.Env.Routing.Bag(); merge != s.same.Merged {
		s.same.Merged = merge
		s.Present.AllChanged()
	}
}

// Fingerprint returns the fingerprint of everything on which the further steps of the system depend. It
// is the sum of the fingerprints of parts: each actor, table and cell. It is the same for a system and
// its twins until values are forgotten.
func (s *System) Fingerprint() (sum trace.Fingerprint) {
	if s.same.View == nil {
		return s.Present.Fingerprint(&s.same).Plus(s.Tables.Fingerprint()).Plus(s.Cells.Fingerprint())
	}
	s.same.LookAt(s.StateValues())
	s.eachPart(func(part []byte) { sum = sum.Plus(fingerprintOfBytes(part)) })
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

// KeepWhole makes Whole possible. It must be called before the first step, and before there are twins.
func (s *System) KeepWhole() {
	s.mustBeNew("whole states are wanted")
	s.Runner.KeepWhole()
	s.Restart() // the first process may have begun a loop
}

// Whole appends the contents that Fingerprint hashes. They are the same for two states exactly if everything
// on which the further steps depend is the same. Each part is represented by its number, as states have most of
// their parts in common with others. Whole does not use the results that Fingerprint keeps from state to state, so that the two
// can be compared with each other. KeepWhole must have been called.
func (s *System) Whole(b []byte) []byte {
	s.same.LookAt(s.StateValues())
	var parts []uint32
	s.eachPart(func(part []byte) { parts = append(parts, s.Contents.Of(part)) })
	slices.Sort(parts) // actors are in the order of their starts
	return whole.Append(whole.Append(b, len(parts)), parts...)
}

// eachPart calls f with the contents of each part of the state. The slice is valid during the call.
func (s *System) eachPart(f func(part []byte)) {
	var part []byte
	add := func() {
		if len(part) > 0 {
			f(part)
		}
	}
	for _, a := range s.Present.Started() {
		part = a.Whole(&s.same, part[:0])
		add()
	}
	for id := range s.Tables.All() {
		part = s.Tables.Whole(id, &s.same, part[:0])
		add()
	}
	part = s.Cells.Whole(&s.same, part[:0])
	add()
}

// StateValues returns copies of the values of the present state, some of them several times: the states of loops and the results that
// processes have got since, or since their beginning; messages in mailboxes, in channels and of timers; rows and files.
func (s *System) StateValues() iter.Seq[any] {
	return func(yield func(any) bool) {
		going := true
		add := func(id trace.ValueID) {
			going = going && (id == trace.NoValue || yield(s.Values.Get(id)))
		}
		for _, a := range s.Present.Started() {
			a.Values(add)
		}
		for _, t := range s.Tables.All() {
			for _, key := range t.Keys() {
				add(key)
				add(t.Get(key))
			}
		}
		s.Cells.Each(func(c state.OldCell) {
			switch c.Cell.Space {
			case effects.TableHeirMessage:
				add(trace.ValueID(c.Held))
			case effects.Files:
				s.Disks.At(trace.ValueID(c.Held)).With(func(record any) any {
					going = going && yield(record)
					return record
				})
			}
		})
	}
}
