package machine

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// A Collect takes several messages in one event, as a set: the process cannot tell in which order they came. So they are in an order
// that depends on their contents only, as a state does not tell who has sent the messages in a mailbox.
//
// A message that may be lost, or dropped with the life of a node, is lost or dropped by the receive that would take
// it. So if there are such messages, processes receive one after the other instead; see package proc.

// Taken is a message that a Collect took, and its place in the mailbox once the earlier messages of the Collect were taken.
type Taken struct {
	place   int
	Message mailbox.Message
}

// canCollect reports whether as many messages as wanted are in the mailbox, without the passed ones at its beginning.
func (p *Process) canCollect(op *program.Operation) bool {
	wanted := op.Wanted()
	for i := p.passed; i < p.Mailbox.Len(); i++ {
		if i = p.Mailbox.FindFrom(i, op.Patterns()); i < p.Mailbox.Len() {
			wanted--
		}
	}
	return wanted <= 0
}

func performCollect(m *Machine, ev *trace.Event, r *Record) program.Result {
	p := r.Process
	var ids []trace.EventID
	var contents []trace.ValueID
	for place := 0; len(ids) < ev.Wanted(); {
		if place = p.Mailbox.FindFrom(place, ev.Patterns()); place == p.Mailbox.Len() {
			break
		}
		message := p.Mailbox.Take(place)
		r.Taken = append(r.Taken, Taken{place, message})
		ids, contents = append(ids, message.ID), append(contents, message.Value)
	}
	ev.Take(ids)
	p.oweAll(m, r.Taken)
	var got program.Result
	if ev.TimedOut() {
		got.Status = program.TimedOut
	}
	if len(contents) > 0 {
		slices.SortFunc(contents, m.Values.Compare)
		all := make([]any, len(contents))
		for i, v := range contents {
			all[i] = m.Values.Peek(v)
		}
		got.Value = m.Values.Known(all)
		ev.Result = got.Value
	}
	return got
}

// oweAll is owe for all messages, in the order of their contents.
func (p *Process) oweAll(m *Machine, all []Taken) {
	var keyed []mailbox.Message
	for i := range all {
		if all[i].Message.Key != trace.NoValue {
			keyed = append(keyed, all[i].Message)
		}
	}
	slices.SortFunc(keyed, func(a, b mailbox.Message) int { return m.Values.Compare(a.Key, b.Key) })
	for _, message := range keyed {
		p.owe(message)
	}
}

// undoCollect puts the messages back into the mailbox.
func undoCollect(r *Record) {
	r.Process.debts = nil
	for _, t := range slices.Backward(r.Taken) {
		r.Process.Mailbox.Untake(t.place, t.Message)
	}
}
