package states

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// anyState is a state that is always the same.
type anyState struct{ trace.State }

func (anyState) Fingerprint() trace.Fingerprint { return trace.Fingerprint{1, 2} }
func (anyState) Whole(to []byte) []byte         { return append(to, 1) }

// A sleep set in a bag has contents of messages instead of names of channels, also how often each sleeps.
func TestKeyOfBag(t *testing.T) {
	message := func(channel trace.ActorID, v trace.ValueID) trace.Event {
		e := trace.NewEvent(channel, 0, trace.Op{Kind: kind.Deliver, Object: 1, Value: v})
		e.To, e.Cause = 1, (&trace.Event{Actor: 2}).ID()
		return e
	}
	process := func(a trace.ActorID) trace.Event { return trace.NewEvent(a, 0, trace.Op{Kind: kind.Receive}) }
	for _, c := range []struct {
		name string
		bags bool
		a, b []trace.Event
		same bool
	}{
		{"equal messages", true, []trace.Event{message(5, 3)}, []trace.Event{message(6, 3)}, true},
		{"equal messages of channels in order", false, []trace.Event{message(5, 3)}, []trace.Event{message(6, 3)}, false},
		{"other messages", true, []trace.Event{message(5, 3)}, []trace.Event{message(5, 4)}, false},
		{"one and two messages", true, []trace.Event{message(5, 3)}, []trace.Event{message(5, 3), message(6, 3)}, false},
		{"processes", true, []trace.Event{process(5)}, []trace.Event{process(6)}, false},
		{"another order", true, []trace.Event{process(5), message(7, 3)}, []trace.Event{message(8, 3), process(5)}, true},
	} {
		for _, exact := range []bool{false, true} {
			s := New(Config{Bags: c.bags, Exact: exact})
			s.asleep = c.a
			first := s.key(trace.View{State: anyState{}})
			s.asleep = c.b
			if second := s.key(trace.View{State: anyState{}}); (first == second) != c.same {
				t.Errorf("%s, exact: %v: the keys are %v and %v", c.name, exact, first, second)
			}
		}
	}
}

// A saved search counts pairs as if those on the path had not been entered.
func TestClosed(t *testing.T) {
	m := newMemo(0)
	pair := func(state, sleep uint64) key { return key{trace.Fingerprint{state, state}, sleep} }
	for _, k := range []key{pair(1, 1), pair(2, 1), pair(2, 2), pair(3, 1), pair(3, 2)} {
		m.enter(k, 0, 0)
	}
	m.leave(pair(1, 1), totals{}, 1)
	m.leave(pair(2, 1), totals{}, 1)
	known, c := m.closedPairs()
	if want := (counters{pairs: 2, states: 2}); known != 2 || c != want {
		t.Errorf("%d pairs are known, with the numbers %+v, want %+v", known, c, want)
	}
}
