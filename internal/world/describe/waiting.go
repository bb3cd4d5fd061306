package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Waiting returns the blocked processes: parents before their children, siblings by name.
func (d *Describer) Waiting() []trace.Waiting {
	var waiting []*machine.Process
	for _, a := range d.m.Present.Started() {
		if p, ok := a.(*machine.Process); ok && p.Waits() {
			waiting = append(waiting, p)
		}
	}
	slices.SortFunc(waiting, func(p, q *machine.Process) int { return slices.CompareFunc(path(p.Actor), path(q.Actor), byName) })
	var ws []trace.Waiting
	for _, p := range waiting {
		ws = append(ws, d.waiting(p))
	}
	return ws
}

func (d *Describer) waiting(p *machine.Process) trace.Waiting {
	op := &p.At.Op
	waiting := trace.Waiting{Process: p.Actor.Name, Daemon: p.Daemon()}
	switch {
	case op.Polls():
		waiting.For = fmt.Sprintf("row %s of table %s, which it polls, to change", d.Text(op.Key), d.TableName(&op.Op))
	case op.Kind == kind.TableAwait:
		waiting.For = fmt.Sprintf("row %s of table %s to be what its Await asks for", d.Text(op.Key), d.TableName(&op.Op))
	default:
		waiting.For = fmt.Sprint(op.Does)
	}
	waiting.Kind = "for " + waiting.For
	wanted, receives := op.Does.(*conditions.Selection)
	switch {
	case op.Kind.Is(kind.Collects):
		waiting.For = fmt.Sprintf("%d of %s", op.Wanted(), waiting.For)
		waiting.Kind = fmt.Sprintf("to collect %d of %s", op.Wanted(), wanted.Kind())
	case receives:
		waiting.Kind = "to receive " + wanted.Kind()
	}
	if op.Notes != nil {
		waiting.Source = op.Notes.Source
	}
	for i := range p.Mailbox.Len() {
		v := p.Mailbox.At(i).Value
		waiting.Mailbox = append(waiting.Mailbox, d.Text(v))
		if receives {
			refused := "there are too few"
			if !wanted.Match(v) {
				refused = wanted.Refusal(v)
			}
			waiting.Refused = append(waiting.Refused, refused)
		}
	}
	return waiting
}

// Blocked reports whether a process that is no daemon waits, for a message or a row.
func (d *Describer) Blocked() bool {
	return slices.ContainsFunc(d.m.Present.Started(), func(a state.Actor) bool {
		p, ok := a.(*machine.Process)
		return ok && p.Waits() && !p.Daemon()
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
func (d *Describer) Mailbox(id trace.ActorID) (messages []string) {
	for _, m := range d.mail(d.m.Process(id)) {
		messages = append(messages, m.String())
	}
	return messages
}

// mail returns the messages in the mailbox of a process, oldest first.
func (d *Describer) mail(p *machine.Process) (all []trace.Mail) {
	for i := range p.Mailbox.Len() {
		m := p.Mailbox.At(i)
		all = append(all, trace.Mail{Message: d.Text(m.Value), Brief: d.Brief(m.Value, senderOf(d, m.ID)), From: d.ActorName(int32(m.ID.Actor))})
	}
	return all
}
