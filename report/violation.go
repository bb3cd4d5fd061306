package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Violation writes an account of a violation of the model: one sentence that
// says what was violated, then the trace that leads there, event by event, and
// what else helps to understand it. An error is one of w.
func (t Text) Violation(w io.Writer, m checker.Model, v *checker.Violation) error {
	var b bytes.Buffer
	t.violation(&b, &m, v)
	_, err := w.Write(b.Bytes())
	return err
}

func (t Text) violation(b *bytes.Buffer, m *checker.Model, v *checker.Violation) {
	fmt.Fprintf(b, "  %s\n", headline(m, v))
	if v.Trace != nil && len(v.Trace.Entries) > 0 {
		b.WriteByte('\n')
		t.trace(b, v.Trace)
	}
	t.waiting(b, v.Waiting)
	t.calls(b, "The calls that led to the panic, innermost first:", v.Stack)
}

// headline says in one sentence what was violated and where.
func headline(m *checker.Model, v *checker.Violation) string {
	declared := "declared"
	if !slices.Contains(m.Violates, v.Property) {
		declared = "not declared"
	}
	more := ""
	if v.Count > 1 {
		more = fmt.Sprintf(" and %d more", v.Count-1)
	}
	return fmt.Sprintf("%s is violated (%s) in interleaving %d%s: %s",
		clean(v.Property), declared, v.Interleaving, more, clean(v.Explanation))
}

// eventWidth is the longest that an event, its operation and result, may be in a
// trace.
const eventWidth = 96

// trace writes the events in columns: number, process, operation with result, and
// source, with what a process logged in front of its event.
func (t Text) trace(b *bytes.Buffer, tr *trace.Trace) {
	rows := make([][3]string, len(tr.Entries))
	var width [3]int
	for i, e := range tr.Entries {
		rows[i] = [3]string{fmt.Sprint(e.Number), clean(e.Process), t.event(e)}
		for c, cell := range rows[i] {
			width[c] = max(width[c], utf8.RuneCountInString(cell))
		}
	}
	width[2] = min(width[2], eventWidth)
	for i, e := range tr.Entries {
		row := rows[i]
		for _, l := range e.Log {
			fmt.Fprintf(b, "  %s  %s  | %s\n", padLeft("", width[0]), pad(row[1], width[1]), clean(l))
		}
		text := fmt.Sprintf("  %s  %s  %s  %s", padLeft(row[0], width[0]), pad(row[1], width[1]), pad(row[2], width[2]), t.source(e.Source))
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

// event is what happened: the operation and its result.
func (t Text) event(e trace.Entry) string {
	const arrow = " → "
	operation, result := clean(e.Operation), clean(e.Result)
	if result == "" {
		return t.value(operation, eventWidth)
	}
	rest := eventWidth - utf8.RuneCountInString(arrow)
	operation = t.value(operation, max(rest/2, rest-utf8.RuneCountInString(result)))
	result = t.value(result, rest-utf8.RuneCountInString(operation))
	return operation + arrow + result
}

// value is a value of the model in at most width characters, if possible.
func (t Text) value(s string, width int) string {
	if t.Full {
		return s
	}
	return shorten(s, width)
}

// source is a position in a source file.
func (t Text) source(s string) string { return clean(relative(t.Dir, s)) }

// waiting lists the processes of a deadlock.
func (t Text) waiting(b *bytes.Buffer, ws []proc.Waiting) {
	if len(ws) == 0 {
		return
	}
	b.WriteString("\n  Waiting for ever:\n")
	for _, w := range ws {
		fmt.Fprintf(b, "    %s waits for %s", clean(w.Process), clean(w.For))
		if w.Source != "" {
			fmt.Fprintf(b, ", %s", t.source(w.Source))
		}
		if len(w.Mailbox) == 0 {
			b.WriteString("; its mailbox is empty\n")
			continue
		}
		b.WriteString("; its mailbox holds\n")
		for _, m := range w.Mailbox {
			fmt.Fprintf(b, "      %s\n", t.value(clean(m), eventWidth))
		}
	}
}

// calls lists calls, each "function file:line", under a heading.
func (t Text) calls(b *bytes.Buffer, heading string, calls []string) {
	if len(calls) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", heading)
	for _, c := range calls {
		function, position, _ := strings.Cut(c, " ")
		fmt.Fprintf(b, "    %s  %s\n", clean(function), t.source(position))
	}
}
