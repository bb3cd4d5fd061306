package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// Place describes where an interleaving has come to that a person drives: the last event, what it has changed, and what
// can happen next. before is the place before that event, or nil, and of the number of events that are known. It returns the
// first error of w.
func (t Text) Place(w io.Writer, before, now *checker.Place, of int) error {
	return intoText(w, "the place", func(b *bytes.Buffer) {
		p := place{t, b, now}
		p.last(of)
		p.changes(Changes(before, now))
		p.violated()
		p.moves()
	}, "")
}

// Situation describes all processes, tables and the rest of the state; with a name, only the process or table of that name. It
// returns false if there is none.
func (t Text) Situation(w io.Writer, now *checker.Place, name string) (found bool, err error) {
	err = intoText(w, "the state", func(b *bytes.Buffer) {
		p := place{t, b, now}
		width := 0
		for i := range now.Processes {
			width = max(width, printable.Width(clean(now.Processes[i].Process)))
		}
		width = min(width, maxWho)
		for i := range now.Processes {
			if s := &now.Processes[i]; name == "" || s.Process == name {
				found = true
				p.process(s, width)
			}
		}
		for i := range now.Tables {
			if s := &now.Tables[i]; name == "" || s.Name == name {
				found = true
				p.table(s)
			}
		}
		if name == "" {
			p.rest()
		}
	}, "")
	return found, err
}

// Judgments says how each property stands.
func (t Text) Judgments(w io.Writer, now *checker.Place) error {
	return intoText(w, "the properties", func(b *bytes.Buffer) {
		width := 0
		for i := range now.Judgments {
			width = max(width, printable.Width(clean(now.Judgments[i].Name)))
		}
		for i := range now.Judgments {
			j := &now.Judgments[i]
			text := standing(j)
			if j.Event > 0 {
				text += fmt.Sprintf(" (event %d)", j.Event)
			}
			how := style("")
			if j.Standing == checker.Broken {
				how = bad
			}
			b.WriteString(t.style(how, t.entry("  "+pad(clean(j.Name), min(width, maxWho))+"  ", clean(text), 6)) + "\n")
		}
	}, "")
}

// Events lists the events of an interleaving of the model from a number to another, one on each line.
func (t Text) Events(w io.Writer, m checker.Model, v *checker.Violation, from, to int) error {
	shown := itemOf(m).violation(v)
	shown.Trace = shown.Trace[from-1 : to]
	return intoText(w, "the events", func(b *bytes.Buffer) { description{t, b, &shown}.events() }, "")
}

// place writes what is known of a place.
type place struct {
	Text
	b   *bytes.Buffer
	now *checker.Place
}

// row writes a line in at most the width of the terminal, with a text on its right if there is room for it.
func (p place) row(how style, text, right string) {
	width := cmp.Or(p.Columns, p.Width, 120)
	if !p.Full {
		text = shorten(text, width)
	}
	if n := printable.Width(text) + 2 + printable.Width(right); right != "" && (p.Full || n <= width) {
		fmt.Fprintf(p.b, "%s  %s\n", p.style(how, text), p.style(faint, right))
		return
	}
	p.b.WriteString(p.style(how, text) + "\n")
}

// last writes the last event.
func (p place) last(of int) {
	entries := p.now.Interleaving.Trace.Entries
	n := len(entries)
	if n == 0 {
		p.row(strong, "at the beginning", "")
		return
	}
	e := &entries[n-1]
	number := fmt.Sprintf("event %d", n)
	if of > n {
		number += fmt.Sprintf(" of %d", of)
	}
	p.row(strong, number+"  "+clean(e.Process)+": "+clean(outcome(e)), p.eventPlace(e))
	for _, l := range e.Log {
		p.row("", "  | "+clean(l), "")
	}
}

// changes writes what has changed, with the process or table of each group of changes.
func (p place) changes(all []Change) {
	all = slices.DeleteFunc(all, func(c Change) bool { // violations are told below
		return c.What == changedHolds && strings.HasPrefix(c.After, string(checker.Broken))
	})
	width := 0
	for _, c := range all {
		width = max(width, printable.Width(clean(c.Of)))
	}
	width = min(width, maxWho)
	for _, c := range all {
		text := clean(c.What) + "  "
		switch {
		case c.What == changedBegins || c.What == changedDoes || c.What == changedHolds:
			text = clean(c.After)
		case c.Before == "":
			text += "+ " + clean(c.After)
		case c.After == "":
			text += "− " + clean(c.Before)
		default:
			text += clean(c.Before) + " → " + clean(c.After)
		}
		p.row("", "  "+pad(shorten(clean(c.Of), width), width)+"  "+text, "")
	}
}

// violated says what is violated.
func (p place) violated() {
	n := len(p.now.Interleaving.Trace.Entries)
	for i := range p.now.Judgments {
		j := &p.now.Judgments[i]
		if j.Standing != checker.Broken {
			continue
		}
		text := clean(j.Name) + " is violated: " + clean(j.Explanation)
		if j.Event > 0 && j.Event < n {
			text = fmt.Sprintf("%s was violated at event %d: %s", clean(j.Name), j.Event, clean(j.Explanation))
		}
		fmt.Fprintf(p.b, "  %s\n", p.style(bad, p.broken("✗ "+text, 2, 4)))
	}
}

// moves lists what can happen next.
func (p place) moves() {
	if p.now.Ended {
		p.b.WriteString("Nothing can happen any more.\n")
		return
	}
	p.b.WriteString("What can happen next:\n")
	width := 0
	for i := range p.now.Moves {
		width = max(width, printable.Width(clean(p.now.Moves[i].Process)))
	}
	width = min(width, maxWho)
	for i := range p.now.Moves {
		m := &p.now.Moves[i]
		who := pad(shorten(clean(m.Process), width), width)
		p.row("", fmt.Sprintf("%4d  %s  %s", i+1, who, clean(outcome(&m.Entry))), p.source(m.Source))
		if last := i+1 == len(p.now.Moves) || p.now.Moves[i+1].Actor != m.Actor; last && m.Untried > 0 {
			p.row(faint, fmt.Sprintf("      %s  and %s, as in: step %v", pad("", width), plural(m.Untried, "further alternative"),
				trace.NamedStep{Actor: m.Actor, Alternative: m.Alternative + 1}), "")
		}
	}
}

// process describes a process.
func (p place) process(s *trace.Standing, width int) {
	name := clean(s.Process)
	if s.Daemon {
		name += " (a daemon)"
	}
	p.row("", "  "+pad(shorten(name, max(width, printable.Width(" (a daemon)")+8)), width)+"  "+clean(doing(s)), p.source(s.Source))
	for i, m := range s.Mailbox {
		text := "      ✉ " + clean(m)
		if i < len(s.Refused) {
			text += "  not taken: " + clean(s.Refused[i])
		}
		p.row("", text, "")
	}
	for _, e := range s.Exposed {
		p.row("", "      ◉ "+clean(e.Text), clean(e.Board))
	}
	for _, part := range [...][2]string{{"loop", s.Turn}, {"disk", s.Disk}, {"faults to come", s.Faults}} {
		if part[1] != "" {
			p.row("", "      "+part[0]+"  "+clean(part[1]), "")
		}
	}
}

// table lists the rows of a table.
func (p place) table(t *trace.Table) {
	p.row("", "  table "+clean(t.Name), "")
	if len(t.Rows) == 0 {
		p.row("", "      empty", "")
	}
	for _, r := range t.Rows {
		p.row("", "      "+clean(r.Key)+" → "+clean(r.Value), "")
	}
}

// rest describes timers, messages on their way, the clock and faults.
func (p place) rest() {
	for _, o := range p.now.Others {
		text := "  " + clean(o.Process) + "  next: " + clean(o.Operation)
		if !o.CanMove {
			text = "  " + clean(o.Process) + "  later: " + clean(o.Operation)
		}
		p.row("", text, "")
	}
	for _, part := range [...][2]string{{"clock", p.now.Clock}, {"network cut", p.now.Parted}} {
		if part[1] != "" {
			p.row("", "  "+part[0]+"  "+clean(part[1]), "")
		}
	}
	if len(p.now.Faults) > 0 {
		p.row("", "  faults left  "+strings.Join(each(p.now.Faults, clean), "; "), "")
	}
}
