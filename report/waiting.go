package report

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// waiting lists the processes that wait for ever, and what lies in their mailboxes.
func (t Text) waiting(b *bytes.Buffer, v *Violation) {
	switch {
	case len(v.Waiting) == 0:
		return
	case slices.ContainsFunc(v.Waiting, stuck):
		b.WriteString("\n  Waiting for ever:\n")
	default:
		b.WriteString("\n  Messages that nobody takes:\n")
	}
	for i := range v.Waiting {
		w := &v.Waiting[i]
		daemon := ""
		if w.Daemon {
			daemon = ", a daemon,"
		}
		fmt.Fprintf(b, "    %s%s waits for %s", clean(w.Process), daemon, clean(w.For))
		if w.Source != "" {
			fmt.Fprintf(b, ", %s", t.source(w.Source))
		}
		if len(w.Mailbox) == 0 {
			b.WriteString("; its mailbox is empty\n")
			continue
		}
		b.WriteString("; its mailbox holds\n")
		for _, m := range left(v, w) {
			fmt.Fprintf(b, "      %s%s\n", t.value(clean(m.text), eventWidth), clean(m.about))
		}
	}
}

func stuck(w Waiting) bool { return !w.Daemon }

// remnant is a message that nobody takes, and what is to be said about it.
type remnant struct{ text, about string }

// anotherValue is why a receive that wants one very value does not take a message.
const anotherValue = "another value"

// left returns what lies in the mailbox of a process at the end, and why.
func left(v *Violation, w *Waiting) []remnant {
	var all []remnant
	sent := arrived(v.Trace, w.Process)
	for i, m := range w.Mailbox {
		r := remnant{text: m}
		if len(sent) == len(w.Mailbox) && sent[i].message == m { // not in a trace that says nothing of messages
			if i >= len(w.Refused) || w.Refused[i] != anotherValue { // else what is left out may be what is different
				r.text = brief(m, sent[i].from)
			}
			r.about = fmt.Sprintf(" from %s, sent at %d", sent[i].from, sent[i].at)
		}
		if i < len(w.Refused) {
			r.about += ": " + w.Refused[i]
		}
		all = append(all, r)
	}
	return all
}

// arrival is a message that has arrived somewhere.
type arrival struct {
	message, from string
	at            int // the event that sent it
}

// arrived returns what has arrived at a process and has not been taken.
func arrived(entries []trace.Entry, process string) []arrival {
	var all []arrival
	for i := range entries {
		e := &entries[i]
		if e.To == process && (e.Result == "" || e.Kind != kindDown) { // else it was thrown away
			a := arrival{e.Message, sender(e), e.Number}
			if e.Kind == kindDeliver && e.Sent > 0 {
				a.from, a.at = entries[e.Sent-1].Process, e.Sent
			}
			all = append(all, a)
		}
		if takes(e) && e.Process == process {
			all = slices.DeleteFunc(all, func(a arrival) bool { return a.at == e.Sent })
		}
	}
	return all
}

// silence says who took a message of a process that waits for ever, and then did nothing:
// mostly a server that has no case for such a message.
func (t Text) silence(b *bytes.Buffer, v *Violation) {
	waits := func(process string, all bool) bool {
		return slices.ContainsFunc(v.Waiting, func(w Waiting) bool { return w.Process == process && (all || stuck(w)) })
	}
	last := map[string]*trace.Entry{} // of each process, but for its end
	ended := map[string]bool{}
	for i := range v.Trace {
		switch e := &v.Trace[i]; {
		case e.Kind == kindExit:
			ended[e.Process] = true
		default:
			last[e.Process] = e
		}
	}
	for i := range v.Trace {
		e := &v.Trace[i]
		if !takes(e) || last[e.Process] != e || !waits(e.With, false) || waits(e.Process, true) {
			continue
		}
		since := "has done nothing since"
		if ended[e.Process] {
			since = "then ended"
		}
		fmt.Fprintf(b, "    %s took %s from %s at %d, and %s\n", clean(e.Process),
			t.value(clean(e.Message), eventWidth), clean(e.With), e.Number, since)
	}
}

// daemons gives a hint if all that wait for ever do so where they have taken a
// message before, and have none left: that is what servers do, but for the first process.
func daemons(b *bytes.Buffer, v *Violation) {
	serves := func(w Waiting) bool {
		return len(w.Mailbox) == 0 && w.Process != v.Trace[0].Process && slices.ContainsFunc(v.Trace, func(e trace.Entry) bool {
			return takes(&e) && e.Process == w.Process && e.Source == w.Source
		})
	}
	if len(v.Waiting) == 0 || len(v.Trace) == 0 || slices.ContainsFunc(v.Waiting, func(w Waiting) bool { return !serves(w) }) {
		return
	}
	fmt.Fprintf(b, "  If %s is a server, which may wait for ever, spawn it with proc.Daemon.\n", clean(v.Waiting[0].Process))
}
