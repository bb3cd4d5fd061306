package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// waiting lists the processes that wait for ever, with the messages in their mailboxes.
func (t description) waiting() {
	switch {
	case len(t.v.Waiting) == 0:
		return
	case slices.ContainsFunc(t.v.Waiting, stuck):
		t.b.WriteString("\n  Waiting for ever:\n")
	default:
		t.b.WriteString("\n  Messages that are not taken:\n")
	}
	for i := range t.v.Waiting {
		w := &t.v.Waiting[i]
		daemon := ""
		if w.Daemon {
			daemon = ", a daemon,"
		}
		text := fmt.Sprintf("%s%s waits for %s", clean(w.Process), daemon, clean(w.For))
		if w.Source != "" {
			text += ", " + t.source(w.Source)
		}
		holds := "is empty"
		if len(w.Mailbox) > 0 {
			holds = "holds"
		}
		fmt.Fprintf(t.b, "    %s\n", t.Broken(text+"; its mailbox "+holds, 4, 8))
		for _, m := range left(t.v, w) {
			fmt.Fprintf(t.b, "      %s\n", t.Broken(t.value(clean(m.text), eventWidth)+clean(m.about), 6, 10))
		}
	}
}

func stuck(w Waiting) bool { return !w.Daemon }

// leftover is a message that is not taken, with a remark about it.
type leftover struct{ text, about string }

// left returns the messages in the mailbox of a process at the end, and why they are there.
func left(v *Violation, w *Waiting) []leftover {
	var all []leftover
	l := lifeOf(v)
	puts := l.mailbox(v.Trace, w.Process, len(v.Trace))
	for i, m := range w.Mailbox {
		r := leftover{text: m}
		if len(puts) == len(w.Mailbox) && v.Trace[puts[i]-1].Message == m { // some traces do not show messages
			from, at := l.changes[puts[i]-1].From, puts[i]
			if e := &v.Trace[at-1]; e.Kind == kindDeliver && e.Sent > 0 {
				at = e.Sent
			}
			if i >= len(w.Refused) || w.Refused[i] != trace.AnotherValue { // otherwise the omitted part may be the difference
				r.text = brief(m, from)
			}
			r.about = fmt.Sprintf(" from %s, sent at %d", from, at)
		}
		if i < len(w.Refused) {
			r.about += ": " + w.Refused[i]
		}
		all = append(all, r)
	}
	return all
}

// silence names the processes that took a message from a process that waits for ever, and have done
// nothing since. Usually this is a server that has no case for such a message.
func (t description) silence() {
	waits := func(process string, all bool) bool {
		return slices.ContainsFunc(t.v.Waiting, func(w Waiting) bool { return w.Process == process && (all || stuck(w)) })
	}
	var lines []string
	l := lifeOf(t.v)
	for _, e := range lastTaken(t.v.Trace, l) {
		if !waits(e.With, false) || waits(e.Process, true) {
			continue
		}
		ended := ""
		if l.ended(e.Process) > 0 {
			ended = "; it has ended"
		}
		text := fmt.Sprintf("%s took %s from %s, sent at %d%s", clean(e.Process), t.value(clean(e.Message), eventWidth), clean(e.With), e.Sent, ended)
		lines = append(lines, "    "+t.Broken(text, 4, 8)+"\n")
	}
	if len(lines) > 0 {
		fmt.Fprintf(t.b, "\n  %s\n%s", t.Broken("Taken by processes that did nothing since:", 2, 4), strings.Join(lines, ""))
	}
}

// lastTaken returns, in order, the receives after which their process did nothing except receive
// more messages, or end.
func lastTaken(entries []trace.Entry, l *life) (all []*trace.Entry) {
	busy := map[string]bool{}
	for i := len(entries) - 1; i >= 0; i-- {
		e := &entries[i]
		switch end := l.ended(e.Process); {
		case end > 0 && e.Number >= end: // events that follow from its end are not its own
		case !takes(e):
			busy[e.Process] = true
		case !busy[e.Process]:
			all = append(all, e)
		}
	}
	slices.Reverse(all)
	return all
}

// daemons gives a hint if all processes that wait for ever, except the first process, wait at a
// receive that has taken a message before, and have an empty mailbox: servers do so.
func (t description) daemons() {
	if len(t.v.Trace) == 0 {
		return
	}
	others := slices.DeleteFunc(slices.Clone(t.v.Waiting), func(w Waiting) bool { return w.Process == t.v.Trace[0].Process })
	serves := func(w Waiting) bool {
		return len(w.Mailbox) == 0 && slices.ContainsFunc(t.v.Trace, func(e trace.Entry) bool {
			return takes(&e) && e.Process == w.Process && e.Source == w.Source
		})
	}
	if len(others) == 0 || slices.ContainsFunc(others, func(w Waiting) bool { return !serves(w) }) {
		return
	}
	text := fmt.Sprintf("If %s is a server, which may wait for ever, spawn it with proc.Daemon.", clean(others[0].Process))
	fmt.Fprintf(t.b, "  %s\n", t.Broken(text, 2, 4))
}
