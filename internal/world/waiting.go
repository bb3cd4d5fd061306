package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Waiting is a process that waits for a message or a row.
type Waiting struct {
	Process string
	For     string   // the patterns, or the row
	Kind    string   // For, without the states that conditions are given
	Source  string   // file:line of the receive; only in a recording
	Mailbox []string // the messages it does not take
	Refused []string // of each of them why not, in a few words; nil if it waits for a row
	Daemon  bool     // it may wait for ever
}

// Waiting returns the processes that wait for something and cannot go on: parents
// before their children, and these by name, so in the same order whoever was created
// first.
func (s *System) Waiting() []Waiting {
	born := slices.Clone(s.born)
	slices.SortFunc(born, func(a, b *process) int { return slices.CompareFunc(path(a.actor), path(b.actor), byName) })
	var ws []Waiting
	for _, a := range born {
		if a.state != running || s.enabled(a, &a.at.op) {
			continue
		}
		w := Waiting{
			Process: a.actor.Name,
			For:     s.awaited(&a.at.op),
			Daemon:  a.at.root().program.Daemon,
		}
		w.Kind = w.For
		wanted, receives := a.at.op.Patterns.(*selection)
		if receives {
			w.Kind = wanted.kind()
		}
		if notes := a.at.op.notes; notes != nil {
			w.Source = notes.source
		}
		for i := range a.mailbox.Len() {
			v := a.mailbox.At(i).Value
			w.Mailbox = append(w.Mailbox, s.values.Text(v))
			if receives {
				w.Refused = append(w.Refused, wanted.refusal(v))
			}
		}
		ws = append(ws, w)
	}
	return ws
}

// awaited says what a process waits for that cannot go on.
func (s *System) awaited(op *Operation) string {
	if op.Kind == trace.TableAwait {
		return fmt.Sprintf("row %s of table %s to be what its Await asks for", s.values.Text(op.Key), s.tableName(&op.Op))
	}
	return fmt.Sprint(op.Patterns)
}

// Blocked reports whether a process that is no daemon waits, for a message or a row.
func (s *System) Blocked() bool {
	for _, a := range s.born {
		if a.state == running && !s.enabled(a, &a.at.op) && !a.at.root().program.Daemon {
			return true
		}
	}
	return false
}

// path returns the names of the first process, of its descendants who created the
// actor, and of the actor.
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

// Mailbox returns the messages that a process could take, oldest first, in words: each with
// its sender, as the result of a receive that takes it.
func (s *System) Mailbox(id trace.ActorID) (messages []string) {
	box := &s.process(id).mailbox
	for i := range box.Len() {
		m := box.At(i)
		messages = append(messages, s.values.Text(m.Value)+" from "+s.actors.ByID(m.ID.Actor).Name)
	}
	return messages
}
