package state

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// parity lets messages commute if one is odd and one is even.
type parity struct{}

func (parity) Commute(_ trace.ActorID, a, b trace.ValueID) bool { return (a+b)%2 == 1 }

// Messages are arranged in the least order in which those that do not commute keep theirs.
func TestArrange(t *testing.T) {
	for _, c := range []struct {
		commutation    trace.Commutation
		messages, want []trace.ValueID
	}{
		{nil, []trace.ValueID{3, 2, 1}, []trace.ValueID{3, 2, 1}},
		{parity{}, nil, nil},
		{parity{}, []trace.ValueID{3, 1}, []trace.ValueID{3, 1}},
		{parity{}, []trace.ValueID{3, 2}, []trace.ValueID{2, 3}},
		{parity{}, []trace.ValueID{3, 1, 2}, []trace.ValueID{2, 3, 1}},
		{parity{}, []trace.ValueID{4, 3, 2, 1}, []trace.ValueID{3, 1, 4, 2}},
	} {
		e, in := &Equivalence{Commutation: c.commutation}, new(mailbox.Mailbox)
		for _, v := range c.messages {
			in.Arrive(mailbox.Message{Value: v})
		}
		var got []trace.ValueID
		for _, m := range e.Arrange(0, in) {
			got = append(got, m.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v are arranged as %v, want %v", c.messages, got, c.want)
		}
	}
}
