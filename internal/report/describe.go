package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// Violation describes a violation of the model: one sentence with the violated property, then the
// events that led to it, step by step, the reason why that order was explored, and further details.
// It returns the first error of w.
func (t Text) Violation(w io.Writer, m checker.Model, v *checker.Violation) error {
	shown := itemOf(m).violation(v)
	return intoText(w, "a violation of model "+m.Name, func(b *bytes.Buffer) { t.describing(b, &shown).write() }, headline(&shown)+"\n")
}

// Violations describes one violation of the model that it does not declare, the shortest of the first such property, and adds a line for
// each of the others. With Show it may also be declared ones, and with Full it describes all. Violations returns the first error of w.
func (t Text) Violations(w io.Writer, m checker.Model, all []*checker.Violation) error {
	told := each(all, itemOf(m).violation)
	return intoText(w, "the violations of model "+m.Name, func(b *bytes.Buffer) { t.violations(b, told) }, plural(len(told), "violation")+"\n")
}

// itemOf returns an item of which only the model is known.
func itemOf(m checker.Model) *Item { return &Item{Name: m.Name, Result: &checker.Result{Model: m}} }

// violations describes the violations of a document. It begins with a blank line.
func (t Text) violations(b *bytes.Buffer, all []Violation) {
	if len(all) == 0 {
		return
	}
	first, describe := foremost(all), t.described(all)
	ordered := slices.Concat(all[first:first+1], all[:first], all[first+1:])
	for i := range ordered[:min(describe, len(all))] {
		b.WriteByte('\n')
		t.describing(b, &ordered[i]).write()
	}
	heading := "Other violations:"
	if describe == 0 {
		heading = "Violated as declared (-show 1 describes how):"
	}
	t.listed(b, heading, ordered[min(describe, len(all)):])
}

// described returns how many of the violations are described; the others are listed.
func (t Text) described(all []Violation) int {
	switch {
	case len(all) == 0 || t.Full:
		return len(all)
	case !all[foremost(all)].Declared:
		return max(1, t.Show)
	}
	return t.Show
}

// description writes the description of a violation in a document.
type description struct {
	Text
	b      *bytes.Buffer
	v      *Violation // in words
	legend string     // of the names in it
}

// describing returns a description of the violation.
func (t Text) describing(b *bytes.Buffer, v *Violation) description {
	v, legend := v.inWords(t.Full)
	return description{t, b, v, legend}
}

// write writes the whole description.
func (t description) write() {
	how := bad
	if t.v.Property == "" {
		how = strong
	}
	fmt.Fprintf(t.b, "  %s\n", t.style(how, t.Broken(headline(t.v), 2, 4)))
	if t.v.Doc != "" {
		fmt.Fprintf(t.b, "  %s\n", t.Broken("What should hold: "+clean(t.v.Doc), 2, 4))
	}
	t.happened()
	t.history()
	t.made()
	t.fair()
	t.deadEnd()
	t.gone()
	t.waiting()
	t.silence()
	t.daemons()
	t.calls(t.b, "The calls that led to the panic, innermost first:", t.v.Stack)
	t.reversal()
	if t.v.Replay != "" {
		fmt.Fprintf(t.b, "\n  %s\n\n  %s\n", t.Broken("To execute just this order of events again:", 2, 2), t.command(t.v.Replay))
	}
	if t.v.Around != "" {
		fmt.Fprintf(t.b, "\n  %s\n\n  %s\n", t.Broken("To explore what departs from it once:", 2, 2), t.command(t.v.Around))
	}
}

// happened writes the trace, if there is one.
func (t description) happened() {
	switch {
	case len(t.v.Trace) == 0:
		return
	case t.Full:
		t.b.WriteByte('\n')
		t.events()
	default:
		t.b.WriteByte('\n')
		t.steps()
	}
}

// headline names in one sentence the violated property and the place.
func headline(v *Violation) string {
	switch {
	case v.Property == "" && v.LoopFrom > 0 && v.LoopFrom == len(v.Trace):
		return fmt.Sprintf("an infinite interleaving: event %d, marked *, repeats for ever", v.LoopFrom)
	case v.Property == "" && v.LoopFrom > 0:
		return fmt.Sprintf("an infinite interleaving: events %d to %d, marked *, repeat for ever", v.LoopFrom, len(v.Trace))
	case v.Property == "" && v.Explanation != "":
		return fmt.Sprintf("interleaving %d: %s", v.Interleaving, clean(v.Explanation))
	case v.Property == "":
		return fmt.Sprintf("interleaving %d", v.Interleaving)
	}
	declared := "declared"
	if !v.Declared {
		declared = "not declared"
	}
	more := ""
	if v.Count > 1 {
		more = fmt.Sprintf(" and %d more", v.Count-1)
	}
	return fmt.Sprintf("%s is violated (%s) in interleaving %d%s: %s",
		clean(v.Property), declared, v.Interleaving, more, clean(v.Explanation))
}

// eventWidth is the maximal width of an event, its operation and result, in a list of events.
const eventWidth = 96

// events writes each event on a line, in columns: number, process, operation with result, and
// source. What a process logged comes before its event. What processes declare comes after the event that changes it: ↻ is the
// state of a loop, ▤ a disk.
func (t description) events() {
	if t.v.Shown != t.v.Interleaving && t.v.Property != "" { // the headline names another one
		fmt.Fprintf(t.b, "  %s\n\n", t.Broken(plural(len(t.v.Trace), "event")+where(t.v), 2, 4))
	}
	rows := make([][3]string, len(t.v.Trace))
	var width [3]int
	for i, e := range t.v.Trace {
		rows[i] = [3]string{fmt.Sprint(e.Number), clean(e.Process), t.value(clean(outcome(&e)), eventWidth)}
		for c, cell := range rows[i] {
			width[c] = max(width[c], printable.Width(cell))
		}
	}
	width[1], width[2] = min(width[1], maxWho), min(width[2], eventWidth)
	for i, e := range t.v.Trace {
		t.forEver(&e)
		row := rows[i]
		for _, l := range e.Log {
			t.event("  "+padLeft("", width[0])+"  "+pad(row[1], width[1]), "| "+clean(l), "")
		}
		mark := " "
		if reversed(t.v, &e) {
			mark = "*"
		}
		t.event(" "+mark+padLeft(row[0], width[0])+"  "+pad(row[1], width[1]), pad(row[2], width[2]), t.eventPlace(&e))
		for _, d := range e.Declared {
			if sign := map[string]string{trace.LoopState: "↻", trace.DiskState: "▤"}[d.Part]; d.Text != "" {
				t.event("  "+padLeft("", width[0])+"  "+pad(clean(d.Process), width[1]), sign+" "+clean(d.Text), "")
			}
		}
	}
}

// event writes a line about an event, or several where it is wider than the terminal: then its place is on its own line, and
// the text after the process is indented.
func (t description) event(left, what, source string) {
	line := strings.TrimRight(left+"  "+what+"  "+source, " ")
	if t.Columns == 0 || printable.Fits(line, t.Columns) {
		t.b.WriteString(line + "\n")
		return
	}
	const indent = 6
	parts := wrapped(strings.TrimRight(what, " "), t.Columns-indent)
	if source != "" {
		parts = append(parts, wrapped(source, t.Columns-indent)...)
	}
	for _, part := range append(wrapped(strings.TrimRight(left, " "), t.Columns), parts...) {
		if len(parts) > 0 && part != "" && !strings.HasPrefix(part, " ") {
			part = strings.Repeat(" ", indent) + part
		}
		t.b.WriteString(part + "\n")
	}
}

// value returns a value of the model in at most width characters, if possible.
func (t Text) value(s string, width int) string {
	if t.Full {
		return s
	}
	return shorten(s, width)
}

// source returns a position in a source file.
func (t Text) source(s string) string { return clean(relative(t.Dir, s)) }

// reversal says why this order of events was explored.
func (t description) reversal() {
	r := t.v.Reversal
	switch {
	case r == nil:
	case r.Choice:
		fmt.Fprintf(t.b, "\n  %s\n    %s\n", t.Broken("Why this order was tried: an earlier one"+marked(r)+" had another outcome of", 2, 4), t.side(&r.Second))
	case r.Ends:
		fmt.Fprintf(t.b, "\n  %s\n    %s\n  which ends it here%s\n",
			t.Broken("Why this order was tried: in an earlier one "+clean(r.First.Process)+" went further before", 2, 4), t.side(&r.Second), marked(r))
	default:
		fmt.Fprintf(t.b, "\n  %s\n    %s\n  came only after\n    %s\n",
			t.Broken("Why this order was tried: in an earlier one"+marked(r), 2, 4), t.side(&r.Second), t.side(&r.First))
	}
}

// marked says which steps have the events.
func marked(r *checker.Reversal) string {
	if r.First.Number > 0 || r.Second.Number > 0 {
		return " (*)"
	}
	return ""
}

// absent says that an event of a reversal is not in the trace, if the trace has others.
func absent(v *Violation, s *checker.Side) string {
	if s.Number == 0 && len(v.Trace) > 0 {
		return "  (not in this trace)"
	}
	return ""
}

// side names an event of a reversal, with its message as the steps show it.
func (t description) side(s *checker.Side) string {
	text := clean(s.Process)
	operation := s.Operation
	if !t.Full {
		operation = briefly(t.v.Trace, s)
	}
	if operation != "" {
		text += ": " + t.value(clean(operation), eventWidth)
	}
	if s.Number > 0 {
		text = fmt.Sprintf("%d  %s", s.Number, text)
	}
	if s.Source != "" {
		text += "  " + t.source(s.Source)
	}
	return t.Broken(text+absent(t.v, s), 4, 8)
}

// calls lists calls, each "function file:line", under a heading.
func (t Text) calls(b *bytes.Buffer, heading string, calls []string) {
	if len(calls) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", t.Broken(heading, 2, 4))
	for _, c := range calls {
		function, position, _ := strings.Cut(c, " ")
		fmt.Fprintf(b, "    %s\n", t.Broken(clean(function)+"  "+t.source(position), 4, 8))
	}
}

// concerned reports whether the step has an event whose order was reversed.
func concerned(v *Violation, s *step) bool {
	return slices.ContainsFunc(s.events, func(i int) bool { return reversed(v, &v.Trace[i]) })
}

// reversed reports whether the event was reversed with another one, or repeats for ever.
func reversed(v *Violation, e *trace.Entry) bool {
	return v.LoopFrom > 0 && e.Number >= v.LoopFrom || v.Reversal != nil && (e.Number == v.Reversal.First.Number || e.Number == v.Reversal.Second.Number)
}
