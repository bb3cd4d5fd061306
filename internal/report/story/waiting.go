package story

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Before returns the last of the first n entries for which is returns true, or nil if there is
// none.
func Before(entries []trace.Entry, n int, is func(*trace.Entry) bool) *trace.Entry {
	for i := n - 1; i >= 0; i-- {
		if is(&entries[i]) {
			return &entries[i]
		}
	}
	return nil
}

func Stuck(w document.Waiting) bool { return !w.Daemon }

// HasMailboxes reports whether the processes have mailboxes, as only processes of models have.
func HasMailboxes(v *document.Violation) bool {
	return !slices.ContainsFunc(v.Trace, func(e trace.Entry) bool { return e.Kind == kind.Use.String() })
}

// leftover is a message that is not taken, with a remark about it.
type leftover struct{ Text, About string }

// Leftovers returns the messages in the mailbox of a process at the end, and why they are there.
func Leftovers(v *document.Violation, w *document.Waiting) []leftover {
	var all []leftover
	l := LifeOf(v)
	puts := l.mailbox(v.Trace, w.Process, len(v.Trace))
	for i, m := range w.Mailbox {
		r := leftover{Text: m}
		if len(puts) == len(w.Mailbox) && v.Trace[puts[i]-1].Message == m { // some traces do not show messages
			put := &v.Trace[puts[i]-1]
			from, at := l.Changes[puts[i]-1].From, puts[i]
			if put.Kind == KindDeliver && put.Sent > 0 {
				at = put.Sent
			}
			if i >= len(w.Refused) || w.Refused[i] != trace.AnotherValue { // otherwise the omitted part may be the difference
				r.Text = brief(put)
			}
			r.About = fmt.Sprintf(" from %s, sent at %d", from, at)
		}
		if i < len(w.Refused) {
			r.About += ": " + w.Refused[i]
		}
		all = append(all, r)
	}
	return all
}

// LastTaken returns, in order, the receives after which their process did nothing except receive
// more messages, or end.
func LastTaken(entries []trace.Entry, l *life) (all []*trace.Entry) {
	busy := map[string]bool{}
	for i := len(entries) - 1; i >= 0; i-- {
		e := &entries[i]
		switch end := l.Ended(e.Process); {
		case end > 0 && e.Number >= end: // events that follow from its end are not its own
		case !Takes(e):
			busy[e.Process] = true
		case !busy[e.Process]:
			all = append(all, e)
		}
	}
	slices.Reverse(all)
	return all
}
