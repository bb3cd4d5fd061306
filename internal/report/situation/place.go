package situation

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// Place describes where an interleaving has come to that a person drives. Its methods return the first error of w.
type Place struct {
	prose.Text
	Now *checker.Place
}

// Show describes the last event, its changes, and the possible next steps. before is the place before that event, or nil,
// and of is the number of events that are known.
func (t Place) Show(w io.Writer, before *checker.Place, of int) error {
	return prose.IntoText(w, "the place", func(b *bytes.Buffer) {
		p := NewPlace(t.Text, b, t.Now)
		p.last(of)
		p.Changes(ChangesOf(before, t.Now))
		p.violated()
		p.moves()
	}, "")
}

// Situation describes all processes, tables and the rest of the state; with a name, only the process or table of that name. It
// returns false if there is none.
func (t Place) Situation(w io.Writer, name string) (found bool, err error) {
	err = prose.IntoText(w, "the state", func(b *bytes.Buffer) {
		p, now := NewPlace(t.Text, b, t.Now), t.Now
		width := 0
		for i := range now.Processes {
			width = max(width, printable.Width(prose.Clean(now.Processes[i].Process)))
		}
		width = min(width, prose.MaxWho/2)
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
func (t Place) Judgments(w io.Writer) error {
	return prose.IntoText(w, "the properties", func(b *bytes.Buffer) {
		now := t.Now
		width := 0
		for i := range now.Judgments {
			width = max(width, printable.Width(prose.Clean(now.Judgments[i].Name)))
		}
		for i := range now.Judgments {
			j := &now.Judgments[i]
			text := Standing(j)
			if j.Event > 0 {
				text += fmt.Sprintf(" (event %d)", j.Event)
			}
			how := prose.Style("")
			if j.Standing == checker.Broken {
				how = prose.Bad
			}
			b.WriteString(t.Style(how, t.Entry("  "+prose.Pad(prose.Clean(j.Name), min(width, prose.MaxWho))+"  ", prose.Clean(text), 6)) + "\n")
		}
	}, "")
}

// Events lists the events so far from a number to another, one on each line.
func (t Place) Events(w io.Writer, from, to int) error {
	return prose.IntoText(w, "the events", func(b *bytes.Buffer) {
		p := NewPlace(t.Text, b, t.Now)
		entries := t.Now.Interleaving.Trace.Entries[from-1 : to]
		number, width := len(fmt.Sprint(to)), p.widest(entries)
		for i := range entries {
			e := &entries[i]
			p.logged(e, number+4)
			p.row("", fmt.Sprintf("  %*d  %s  %s", number, e.Number, p.who(e.Process, width), p.Told(e)), p.EventPlace(e))
		}
	}, "")
}

// place writes the description of a place.
type place struct {
	prose.Text
	b   *bytes.Buffer
	now *checker.Place

	words *story.Wording // of the events
}

// NewPlace returns a place that writes to b.
func NewPlace(t prose.Text, b *bytes.Buffer, now *checker.Place) place {
	return place{t, b, now, story.NewWording(now.Interleaving.Trace.Entries)}
}

// widest returns the width of the widest name of a process of the events.
func (p place) widest(entries []trace.Entry) (width int) {
	for i := range entries {
		width = max(width, printable.Width(prose.Clean(entries[i].Process)))
	}
	return min(width, prose.MaxWho/2)
}

// who returns the name of a process in a column of that width.
func (p place) who(process string, width int) string {
	return prose.Pad(prose.Shorten(prose.Clean(process), width), width)
}

// Told returns an operation with its result. Unless Full is set, its message omits the parts in the rest of the line.
func (p place) Told(e *trace.Entry) string {
	inWords := *e
	p.words.Operation(&inWords)
	text := story.Outcome(&inWords)
	if !p.Full {
		text = story.Shortened(text, inWords.Message, inWords.Brief)
	}
	return prose.Clean(text)
}

// mail returns a message of a mailbox, with its sender, in the same way.
func (p place) mail(m trace.Mail) string {
	if !p.Full {
		m.Message = cmp.Or(m.Brief, m.Message)
	}
	return prose.Clean(m.String())
}

// logged writes the log of a process before an event.
func (p place) logged(e *trace.Entry, indent int) {
	for _, l := range e.Log {
		p.row("", strings.Repeat(" ", indent)+"| "+prose.Clean(l), "")
	}
}

// columns is the width of lines.
func (p place) columns() int { return cmp.Or(p.Columns, p.Width, 120) }

// row writes a line in at most the width of the terminal, with a text on its right if there is room for it.
func (p place) row(how prose.Style, text, right string) {
	width := p.columns()
	if !p.Full {
		text = prose.Shorten(text, width)
	}
	if n := printable.Width(text) + 2 + printable.Width(right); right != "" && (p.Full || n <= width) {
		fmt.Fprintf(p.b, "%s  %s\n", p.Style(how, text), p.Style(prose.Faint, right))
		return
	}
	p.b.WriteString(p.Style(how, text) + "\n")
}

// last writes the last event.
func (p place) last(of int) {
	entries := p.now.Interleaving.Trace.Entries
	n := len(entries)
	if n == 0 {
		p.row(prose.Strong, "at the beginning", "")
		return
	}
	e := &entries[n-1]
	number := fmt.Sprintf("event %d", n)
	if of > n {
		number += fmt.Sprintf(" of %d", of)
	}
	p.row(prose.Strong, number+"  "+prose.Clean(e.Process)+": "+p.Told(e), p.EventPlace(e))
	p.logged(e, 2)
}

// Changes writes the changes, with the process or table of each group of changes.
func (p place) Changes(all []change) {
	all = slices.DeleteFunc(all, func(c change) bool { return c.broken }) // violations are told below
	width := 0
	for _, c := range all {
		width = max(width, printable.Width(prose.Clean(c.of)))
	}
	width = min(width, prose.MaxWho/2)
	for _, c := range all {
		text := prose.Clean(c.what) + "  "
		switch {
		case c.what == changedBegins || c.what == changedDoes || c.what == changedHolds:
			text = prose.Clean(c.after)
		case c.arrives:
			text += "+ " + p.mail(c.mail)
		case c.what == changedMailbox:
			text += "− " + p.mail(c.mail)
		case c.before == "":
			text += "+ " + prose.Clean(c.after)
		case c.after == "":
			text += "− " + prose.Clean(c.before)
		default:
			before, after := prose.Clean(c.before), prose.Clean(c.after)
			if !p.Full && !printable.Fits(text+before+" → "+after, p.columns()-width-4) {
				before, after = difference(before, after)
			}
			text += before + " → " + after
		}
		p.row("", "  "+p.who(c.of, width)+"  "+text, "")
	}
}

// violated writes the violated properties.
func (p place) violated() {
	n := len(p.now.Interleaving.Trace.Entries)
	for i := range p.now.Judgments {
		j := &p.now.Judgments[i]
		if j.Standing != checker.Broken {
			continue
		}
		text := prose.Clean(j.Name) + " is violated: " + prose.Clean(j.Explanation)
		if j.Event > 0 && j.Event < n {
			text = fmt.Sprintf("%s was violated at event %d: %s", prose.Clean(j.Name), j.Event, prose.Clean(j.Explanation))
		}
		fmt.Fprintf(p.b, "  %s\n", p.Style(prose.Bad, p.Broken("✗ "+text, 2, 4)))
	}
}

// moves lists the possible next steps.
func (p place) moves() {
	if p.now.Ended {
		p.b.WriteString("Nothing can happen any more.\n")
		return
	}
	p.b.WriteString("What can happen next:\n")
	width := p.widest(prose.Each(p.now.Moves, func(m trace.Move) trace.Entry { return m.Entry }))
	for i := range p.now.Moves {
		m := &p.now.Moves[i]
		p.row("", fmt.Sprintf("%4d  %s  %s", i+1, p.who(m.Process, width), p.Told(&m.Entry)), p.Source(m.Source))
		if last := i+1 == len(p.now.Moves) || p.now.Moves[i+1].Actor != m.Actor; last && m.Untried > 0 {
			p.row(prose.Faint, fmt.Sprintf("      %s  %s", prose.Pad("", width), Further(m)), "")
		}
	}
}

// Further says how to take an alternative that was not tried.
func Further(m *trace.Move) string {
	return fmt.Sprintf("and %s, as in: step %v", prose.Plural(m.Untried, "further alternative"), trace.NamedStep{Actor: m.Actor, Alternative: m.Alternative + 1})
}

// process describes a process.
func (p place) process(s *trace.Standing, width int) {
	does := doing(s)
	if s.Daemon && !s.CanMove && !s.Ended {
		does += " (a daemon)"
	}
	p.row("", "  "+p.who(s.Process, width)+"  "+prose.Clean(does), p.Source(s.Source))
	for i, m := range s.Mailbox {
		text := "      ✉ " + p.mail(m)
		if i < len(s.Refused) {
			text += "  not taken: " + prose.Clean(s.Refused[i])
		}
		p.row("", text, "")
	}
	for _, e := range s.Exposed {
		p.row("", "      ◉ "+prose.Clean(e.Text), prose.Clean(e.Board))
	}
	for _, part := range [...][2]string{{"loop", s.Turn}, {"disk", s.Disk}, {"faults to come", s.Faults}} {
		if part[1] != "" {
			p.row("", "      "+part[0]+"  "+prose.Clean(part[1]), "")
		}
	}
}

// table lists the rows of a table.
func (p place) table(t *trace.Table) {
	p.row("", "  table "+prose.Clean(t.Name), "")
	if len(t.Rows) == 0 {
		p.row("", "      empty", "")
	}
	for _, r := range t.Rows {
		p.row("", "      "+prose.Clean(r.Key)+" → "+prose.Clean(r.Value), "")
	}
}

// rest describes timers, messages on their way, the clock and faults.
func (p place) rest() {
	for _, o := range p.now.Others {
		text := "  " + prose.Clean(o.Process) + "  next: " + prose.Clean(story.Pending(o.Operation, o.Process, o.Limit))
		if !o.CanMove {
			text = "  " + prose.Clean(o.Process) + "  later: " + prose.Clean(story.Pending(o.Operation, o.Process, o.Limit))
		}
		p.row("", text, "")
	}
	for _, part := range [...][2]string{{"clock", p.now.Clock}, {"network cut", p.now.Parted}} {
		if part[1] != "" {
			p.row("", "  "+part[0]+"  "+prose.Clean(part[1]), "")
		}
	}
	if len(p.now.Faults) > 0 {
		p.row("", "  faults left  "+strings.Join(prose.Each(p.now.Faults, prose.Clean), "; "), "")
	}
}
