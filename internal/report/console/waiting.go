package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// waiting lists the processes that wait for ever, with the messages in their mailboxes.
func (t description) waiting() {
	switch {
	case len(t.v.Waiting) == 0:
		return
	case slices.ContainsFunc(t.v.Waiting, story.Stuck):
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
		text := fmt.Sprintf("%s%s waits for %s", prose.Clean(w.Process), daemon, prose.Clean(w.For))
		if w.Source != "" {
			text += ", " + t.Source(w.Source)
		}
		switch {
		case len(w.Mailbox) > 0:
			text += "; its mailbox holds"
		case story.HasMailboxes(t.v):
			text += "; its mailbox is empty"
		}
		fmt.Fprintf(t.b, "    %s\n", t.Broken(text, 4, 8))
		for _, m := range story.Leftovers(t.v, w) {
			fmt.Fprintf(t.b, "      %s\n", t.Broken(t.Value(prose.Clean(m.Text), eventWidth)+prose.Clean(m.About), 6, 10))
		}
	}
}

// silence names the processes that took a message from a process that waits for ever, and have done
// nothing since. Usually this is a server that has no case for such a message.
func (t description) silence() {
	waits := func(process string, all bool) bool {
		return slices.ContainsFunc(t.v.Waiting, func(w document.Waiting) bool { return w.Process == process && (all || story.Stuck(w)) })
	}
	var lines []string
	l := story.LifeOf(t.v)
	for _, e := range story.LastTaken(t.v.Trace, l) {
		if !waits(e.With, false) || waits(e.Process, true) {
			continue
		}
		ended := ""
		if l.Ended(e.Process) > 0 {
			ended = "; it has ended"
		}
		text := fmt.Sprintf("%s took %s from %s, sent at %d%s", prose.Clean(e.Process), t.Value(prose.Clean(e.Message), eventWidth), prose.Clean(e.With), e.Sent, ended)
		lines = append(lines, "    "+t.Broken(text, 4, 8)+"\n")
	}
	if len(lines) > 0 {
		fmt.Fprintf(t.b, "\n  %s\n%s", t.Broken("Taken by processes that did nothing since:", 2, 4), strings.Join(lines, ""))
	}
}

// daemons gives a hint if all processes that wait for ever, except the first process, wait at a
// receive that has taken a message before, and have an empty mailbox: servers do so.
func (t description) daemons() {
	if len(t.v.Trace) == 0 {
		return
	}
	others := slices.DeleteFunc(slices.Clone(t.v.Waiting), func(w document.Waiting) bool { return w.Process == t.v.Trace[0].Process })
	serves := func(w document.Waiting) bool {
		return len(w.Mailbox) == 0 && slices.ContainsFunc(t.v.Trace, func(e trace.Entry) bool {
			return story.Takes(&e) && e.Process == w.Process && e.Source == w.Source
		})
	}
	if len(others) == 0 || slices.ContainsFunc(others, func(w document.Waiting) bool { return !serves(w) }) {
		return
	}
	text := fmt.Sprintf("If %s is a server, which may wait for ever, spawn it with proc.Daemon.", prose.Clean(others[0].Process))
	fmt.Fprintf(t.b, "  %s\n", t.Broken(text, 2, 4))
}
