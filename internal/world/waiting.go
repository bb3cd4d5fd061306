package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Waiting returns the blocked processes: parents before their children, siblings by name.
func (w words) Waiting() []trace.Waiting {
	var waiting []*process
	for _, a := range w.s.started {
		if p, ok := a.(*process); ok && p.waits(w.s) {
			waiting = append(waiting, p)
		}
	}
	slices.SortFunc(waiting, func(p, q *process) int { return slices.CompareFunc(path(p.id), path(q.id), byName) })
	var ws []trace.Waiting
	for _, p := range waiting {
		ws = append(ws, w.waiting(p))
	}
	return ws
}

func (w words) waiting(p *process) trace.Waiting {
	op := &p.at.Op
	waiting := trace.Waiting{Process: p.id.Name, Daemon: p.daemon()}
	if op.Kind == kind.TableAwait {
		waiting.For = fmt.Sprintf("row %s of table %s to be what its Await asks for", w.Text(op.Key), w.TableName(&op.Op))
	} else {
		waiting.For = fmt.Sprint(op.Does)
	}
	waiting.Kind = "for " + waiting.For
	wanted, receives := op.Does.(*conditions.Selection)
	if receives {
		waiting.Kind = "to receive " + wanted.Kind()
	}
	if op.Notes != nil {
		waiting.Source = op.Notes.Source
	}
	for i := range p.mailbox.Len() {
		v := p.mailbox.At(i).Value
		waiting.Mailbox = append(waiting.Mailbox, w.Text(v))
		if receives {
			waiting.Refused = append(waiting.Refused, wanted.Refusal(v))
		}
	}
	return waiting
}

// Blocked reports whether a process that is no daemon waits, for a message or a row.
func (w words) Blocked() bool {
	return slices.ContainsFunc(w.s.started, func(a actor) bool {
		p, ok := a.(*process)
		return ok && p.waits(w.s) && !p.daemon()
	})
}

// path returns the names of the ancestors of an actor, from the first process on, and its own.
func path(a *trace.Actor) []string {
	if a == nil {
		return nil
	}
	return append(path(a.Parent), a.Name)
}

// byName compares names, numbers in them by their value: #2 comes before #10.
func byName(a, b string) int {
	for a != "" && b != "" {
		m, n := digits(a), digits(b)
		if m == 0 || n == 0 {
			m, n = 1, 1
		}
		if c := cmp.Or(cmp.Compare(m, n), strings.Compare(a[:m], b[:n])); c != 0 {
			return c
		}
		a, b = a[m:], b[n:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many digits a name begins with.
func digits(name string) int { return len(name) - len(strings.TrimLeft(name, "0123456789")) }

// Mailbox returns the messages in the mailbox of a process, oldest first, each with its sender, as in
// the result of a receive.
func (w words) Mailbox(id trace.ActorID) (messages []string) {
	for _, m := range w.s.process(id).mail(w) {
		messages = append(messages, m.String())
	}
	return messages
}

// mail returns the messages in the mailbox of a process, oldest first.
func (p *process) mail(w words) (all []trace.Mail) {
	for i := range p.mailbox.Len() {
		m := p.mailbox.At(i)
		all = append(all, trace.Mail{Message: w.Text(m.Value), From: w.ActorName(int32(m.ID.Actor))})
	}
	return all
}
