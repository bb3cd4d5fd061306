package mailbox_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// even matches messages with an even number.
type even struct{}

func (even) Match(v trace.ValueID) bool { return v%2 == 0 }

// A receive takes the oldest message that it matches; the others stay.
func ExampleMailbox() {
	var m mailbox.Mailbox
	for i, v := range []trace.ValueID{1, 2, 3, 4} {
		m.Arrive(mailbox.Message{ID: trace.EventID{Actor: 7, Index: int32(i)}, Value: v})
	}
	place := m.Find(even{})
	msg := m.Take(place)
	fmt.Println("took", msg.Value, "and left", m.Len())
	m.Untake(place, msg)
	fmt.Println("back at its place:", m.At(place).Value)
	// Output:
	// took 2 and left 3
	// back at its place: 2
}

// What patterns match, and how a trace shows them.
func ExamplePattern() {
	type put struct{ Key string }
	short := mailbox.Where(func(m put) bool { return len(m.Key) < 3 })
	for _, p := range []mailbox.Pattern{
		mailbox.Any(), mailbox.Type[put](), short, mailbox.Describe(short, "put with a short key"), mailbox.Equal(put{"abc"}),
	} {
		fmt.Printf("%v: %t %t\n", p, p.Matches(put{"abc"}), p.Matches(1))
	}
	// Output:
	// any message: true true
	// put: true false
	// put where …: false false
	// put with a short key: false false
	// {Key:abc}: true false
}
