package states

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// exact keeps whole states, and whole sleep sets. The key of a pair is then made of their numbers: different pairs
// have different keys. Whole states are never forgotten, as their numbers must stay the same.
type exact struct {
	states, sleeps *whole.Numbers
	contents       *whole.Numbers                 // of messages in a bag
	prints         []trace.Fingerprint            // the last fingerprint of each state, by its number less one
	printed        map[trace.Fingerprint]struct{} // of all states
	collisions     int                            // states that had the fingerprint of another one when they were met first
	split          int                            // states that had another fingerprint than before
	state          []byte
	steps          []trace.Step
}

func newExact() exact {
	return exact{states: new(whole.Numbers), sleeps: new(whole.Numbers), contents: new(whole.Numbers), printed: map[trace.Fingerprint]struct{}{}}
}

// key returns the key of a state and a sleep set, in which ofBag tells the steps of channels of one message.
func (x *exact) key(state trace.State, asleep []trace.Event, ofBag func(*trace.Event) bool) key {
	x.state = state.Whole(x.state[:0])
	n := x.states.Of(x.state)
	x.audit(n, state.Fingerprint())
	x.steps = x.steps[:0]
	for i := range asleep {
		st := asleep[i].Step() // the state determines the operation of the step, and the step determines which operations are in a bag
		if ofBag(&asleep[i]) {
			st.Actor = -x.content(&asleep[i].Op)
		}
		x.steps = append(x.steps, st)
	}
	slices.SortFunc(x.steps, func(s, t trace.Step) int {
		return cmp.Or(cmp.Compare(s.Actor, t.Actor), cmp.Compare(s.Alternative, t.Alternative))
	})
	sleeping := make([]byte, 0, 64)
	for _, st := range x.steps {
		sleeping = whole.Append(sleeping, int(st.Actor), int(st.Alternative))
	}
	// With gives different fingerprints to different numbers.
	return key{trace.Fingerprint{}.With(uint64(n)), uint64(x.sleeps.Of(sleeping))}
}

// content returns a number of the content of a message or a signal, greater than 0.
func (x *exact) content(op *trace.Op) trace.ActorID {
	numbers := op.Numbers()
	return trace.ActorID(x.contents.Of(whole.Append(nil, numbers[:]...)))
}

// audit compares the fingerprint of the state that has the given number with the fingerprints of
// all other states.
func (x *exact) audit(n uint32, f trace.Fingerprint) {
	if int(n) <= len(x.prints) {
		if x.prints[n-1] != f {
			x.prints[n-1] = f
			x.split++
		}
		return
	}
	if _, taken := x.printed[f]; taken {
		x.collisions++
	}
	x.printed[f] = struct{}{}
	x.prints = append(x.prints, f)
}

// auditBytes is about the memory that the audit needs for a state.
const auditBytes = 16 + 2*16

// bytes returns about how much memory the whole states and sleep sets take.
func (x *exact) bytes() int64 {
	return x.states.Bytes() + x.sleeps.Bytes() + x.contents.Bytes() + int64(len(x.prints))*auditBytes
}
