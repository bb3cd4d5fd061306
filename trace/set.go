package trace

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace/kind"
)

// Set is one or several messages, each named by the event that sent it, in the order of these names. It never changes.
type Set struct{ Messages []EventID }

// Has reports whether the message is in the set. A nil set has none.
func (s *Set) Has(message EventID) bool { return s != nil && slices.Contains(s.Messages, message) }

// With returns the messages with one in place of another one of the set.
func (s *Set) With(message, instead EventID) []EventID {
	messages := slices.Clone(s.Messages)
	messages[slices.Index(messages, instead)] = message
	return messages
}

// Same reports whether both sets have the same messages.
func (s *Set) Same(t *Set) bool {
	return s == t || s != nil && t != nil && slices.Equal(s.Messages, t.Messages)
}

// Compare orders identities of events by their actors, and those of one actor by their places.
func (id EventID) Compare(other EventID) int {
	return cmp.Or(cmp.Compare(id.Actor, other.Actor), cmp.Compare(id.Index, other.Index))
}

// Takes reports whether the event took the message that the given event sent.
func (e *Event) Takes(message EventID) bool { return e.Taken == message || e.Set.Has(message) }

// Took calls f with each message that the event took.
func (e *Event) Took(f func(message EventID)) {
	switch {
	case e.Set != nil:
		for _, m := range e.Set.Messages {
			f(m)
		}
	case e.Taken != NoEvent:
		f(e.Taken)
	}
}

// Take sets which messages a receive took: several only of a Collect. It keeps the slice, and sorts it.
func (e *Event) Take(messages []EventID) {
	e.Taken, e.Set = NoEvent, nil
	if len(messages) == 0 {
		return
	}
	if e.Kind.Is(kind.Collects) {
		slices.SortFunc(messages, EventID.Compare)
		e.Set = &Set{messages}
	}
	e.Taken = messages[0]
}

// Wanted returns how many messages the operation takes if they are there: 1 for a receive.
func (o *Op) Wanted() int {
	if o.Kind.Is(kind.Collects) {
		return int(o.Number)
	}
	return 1
}
