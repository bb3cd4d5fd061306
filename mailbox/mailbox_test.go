package mailbox_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// takes is a receive pattern: the values it matches.
type takes []trace.ValueID

func (t takes) Match(v trace.ValueID) bool { return slices.Contains(t, v) }

// box returns a mailbox of messages with these values, in order. Each has its place of arrival as
// its identity.
func box(values ...trace.ValueID) *mailbox.Mailbox {
	var m mailbox.Mailbox
	for i, v := range values {
		m.Arrive(mailbox.Message{ID: trace.EventID{Index: int32(i)}, Value: v})
	}
	return &m
}

// contents lists the values in the mailbox, oldest first.
func contents(m *mailbox.Mailbox) []trace.ValueID {
	values := []trace.ValueID{}
	for i := range m.Len() {
		values = append(values, m.At(i).Value)
	}
	return values
}

// TestSelectiveReceive: a receive takes the oldest message that it matches and
// leaves the others where they are.
func TestSelectiveReceive(t *testing.T) {
	for _, c := range []struct {
		arrived []trace.ValueID
		pattern takes
		place   int // of the message that is taken; -1 if none is
		left    []trace.ValueID
	}{
		{[]trace.ValueID{}, takes{1}, -1, []trace.ValueID{}},
		{[]trace.ValueID{2}, takes{1}, -1, []trace.ValueID{2}},
		{[]trace.ValueID{1}, takes{1}, 0, []trace.ValueID{}},
		{[]trace.ValueID{2, 1, 3, 1}, takes{1}, 1, []trace.ValueID{2, 3, 1}},
		{[]trace.ValueID{2, 1, 3}, takes{3}, 2, []trace.ValueID{2, 1}},
		{[]trace.ValueID{2, 1, 3}, takes{3, 2}, 0, []trace.ValueID{1, 3}},
		{[]trace.ValueID{1, 2}, takes{}, -1, []trace.ValueID{1, 2}},
	} {
		m := box(c.arrived...)
		place := m.Find(c.pattern)
		if place != c.place {
			t.Errorf("%v: a receive of %v takes the message at %d, want %d", c.arrived, c.pattern, place, c.place)
			continue
		}
		if place >= 0 {
			if got := m.Take(place); got.Value != c.arrived[place] || got.ID.Index != int32(place) {
				t.Errorf("%v: the message at %d is %v", c.arrived, place, got)
			}
		}
		if got := contents(m); !slices.Equal(got, c.left) {
			t.Errorf("%v: a receive of %v leaves %v, want %v", c.arrived, c.pattern, got, c.left)
		}
	}
}

func TestClear(t *testing.T) {
	m := box(1, 2)
	m.Clear()
	if m.Len() != 0 || m.Find(takes{1, 2}) != -1 {
		t.Errorf("after Clear there are %v", contents(m))
	}
	m.Arrive(mailbox.Message{Value: 3})
	if got := contents(m); !slices.Equal(got, []trace.ValueID{3}) {
		t.Errorf("after Clear and an arrival there are %v, want [3]", got)
	}
}

// TestStepBack adds and takes messages and undoes that in reverse order: every earlier state must
// come back, with identities.
func TestStepBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m mailbox.Mailbox
		type state struct {
			messages []mailbox.Message
			undo     func()
		}
		snapshot := func() []mailbox.Message {
			var all []mailbox.Message
			for i := range m.Len() {
				all = append(all, m.At(i))
			}
			return all
		}
		var past []state
		for n := range rapid.IntRange(1, 20).Draw(t, "events") {
			before := snapshot()
			if m.Len() == 0 || rapid.Bool().Draw(t, "arrive") {
				v := trace.ValueID(rapid.IntRange(1, 3).Draw(t, "value"))
				m.Arrive(mailbox.Message{ID: trace.EventID{Index: int32(n)}, Value: v})
				past = append(past, state{before, m.Unarrive})
				continue
			}
			place := rapid.IntRange(0, m.Len()-1).Draw(t, "place")
			msg := m.Take(place)
			past = append(past, state{before, func() { m.Untake(place, msg) }})
		}
		for _, p := range slices.Backward(past) {
			p.undo()
			if got := snapshot(); !slices.Equal(got, p.messages) {
				t.Fatalf("stepping back comes to %v, want %v", got, p.messages)
			}
		}
	})
}
