// Package mailbox implements the mailbox of a process as a plain data structure: the messages that
// have arrived, in order, and selective receive over them. It does not deal with scheduling.
//
// A message stays in the mailbox until a receive whose pattern matches it takes it. A receive takes
// the oldest message that it matches.
package mailbox

import "github.com/checkmodel/checkmodel/trace"

// Message is a message that has arrived.
type Message struct {
	ID    trace.EventID // the event that sent it
	Value trace.ValueID
	// Budget is the number of the budget of faults of such messages; 0 if they have none.
	Budget int32
	// Node is the node that has sent it in its life Life, for a message that is dropped when the node is restarted. Otherwise Life is 0.
	Node trace.ActorID
	Life int32
	// Key is the number under which the message is on its way; NoValue if it has none.
	Key trace.ValueID
}

// Mailbox holds messages in order of arrival. The zero value is empty.
type Mailbox struct {
	messages []Message
}

// Len returns the number of messages.
func (m *Mailbox) Len() int { return len(m.messages) }

// At returns the message at place i, where 0 is the oldest.
func (m *Mailbox) At(i int) Message { return m.messages[i] }

// Arrive adds a message after all others.
func (m *Mailbox) Arrive(msg Message) { m.messages = append(m.messages, msg) }

// Find returns the place of the oldest message that the patterns match, or -1.
func (m *Mailbox) Find(p trace.Patterns) int {
	if i := m.FindFrom(0, p); i < len(m.messages) {
		return i
	}
	return -1
}

// FindFrom returns the place of the oldest message, from the given place on, that the patterns
// match, or Len if there is none.
func (m *Mailbox) FindFrom(place int, p trace.Patterns) int {
	for ; place < len(m.messages); place++ {
		if p.Match(m.messages[place].Value) {
			break
		}
	}
	return place
}

// Take removes the message at place i and returns it; the others keep their order.
func (m *Mailbox) Take(i int) Message {
	msg := m.messages[i]
	m.messages = append(m.messages[:i], m.messages[i+1:]...)
	return msg
}

// Untake undoes Take(i): it puts the message back at place i.
func (m *Mailbox) Untake(i int, msg Message) {
	m.messages = append(m.messages, msg)
	copy(m.messages[i+1:], m.messages[i:])
	m.messages[i] = msg
}

// Unarrive undoes the last Arrive.
func (m *Mailbox) Unarrive() { m.messages = m.messages[:len(m.messages)-1] }

// Clear removes all messages.
func (m *Mailbox) Clear() { m.messages = m.messages[:0] }
