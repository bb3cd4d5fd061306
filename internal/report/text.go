package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// Text writes reports for people. The zero value is ready to use.
type Text struct {
	// Dir is the working directory: source files in it are shown relative to it. If it is empty,
	// paths are not changed.
	Dir string
	// Full shows all values in full length, and every violation with its trace. Otherwise, long
	// values are shortened in traces, and one violation of each model has a trace; see Violations.
	Full bool
	// Width is the width of the terminal. 0 means 120 columns, independent of the reader. From 80
	// columns on, no line of a trace is wider, unless Full is set.
	Width int
	// Columns is the width of the terminal on which the text is read: longer lines are broken between
	// words, except in traces and in text to be copied. Words are never broken. 0 breaks no lines.
	Columns int
	// Original says that the original of a minimized violation is shown as well; a format that shows a
	// single violation shows the original instead.
	Original bool
	// Color allows escape sequences for emphasis.
	Color bool
	// Elsewhere says that the errors of searches are shown in full at another place, so that only
	// the first sentence of each is written.
	Elsewhere bool
	// Show is the number of violations that are described with their traces, also declared ones: one violation of each model
	// first. The first violation of each model that the model does not declare is described anyway.
	Show int
}

// Model writes a table with the result of a model, and the details below it: for a violation a description with the trace,
// unless the model declares it. It returns the first error of w, or a [checker.InternalError] if the description panics; the
// name and the verdict are written even then.
func (t Text) Model(w io.Writer, it Item) error {
	table := t.Table([]Request{it.Request()})
	return problems.Join(table.Head(w), table.Row(w, it), intoText(w, "model "+it.Name, func(b *bytes.Buffer) { t.details(b, it, false) }, ""))
}

// sections writes the sections about a model, usually none. A blank line precedes each section.
type sections struct {
	Text
	b *bytes.Buffer
	r *checker.Result
	d *Document

	concealed bool // the violations are not described or listed
}

// write writes all sections.
func (t sections) write() {
	if t.r.Chosen != "" {
		t.paragraph(t.b, t.r.Chosen)
	}
	t.states()
	t.sample()
	t.around()
	t.claims()
	t.cycles()
	if len(t.d.Distinct) == 0 {
		t.endless()
	}
	t.notFound()
	t.misspelt()
	t.goals()
	t.vacuous()
	t.skipped()
	if !t.concealed {
		t.violations(t.b, t.d.Distinct)
		t.unlisted()
	}
	if len(t.d.Distinct) == 0 || t.r.Verdict == checker.Failed {
		for i := range t.d.Examples {
			if v := &t.d.Examples[i]; len(v.Trace) > 0 || len(v.Stack) > 0 { // otherwise nothing had happened
				t.b.WriteByte('\n')
				t.describing(t.b, v).write()
			}
		}
	}
	t.causes()
	if len(t.d.Distinct) > 0 { // endless interleavings may be a consequence of the violation
		t.endless()
	}
}

// foremost returns the index of the violation that [Text.Violations] describes. One bug can have many
// explanations, if these name processes or values, and the first is not the easiest to follow. Of
// examples, which have no property, it is the first.
func foremost(all []Violation) int {
	best := max(0, slices.IndexFunc(all, func(v Violation) bool { return !v.Declared }))
	for i := range all {
		if p := all[best].Property; p != "" && all[i].Property == p && len(all[i].Trace) < len(all[best].Trace) {
			best = i
		}
	}
	return best
}

// shown is the maximal number of violations listed without a trace.
const shown = 20

// listed lists violations, with the number of events that led to them.
func (t Text) listed(b *bytes.Buffer, heading string, rest []Violation) {
	if len(rest) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", t.Broken(heading, 2, 4))
	listed := rest[:min(shown, len(rest))]
	width := 0
	for i := range listed {
		width = max(width, len(plural(len(listed[i].Trace), "event")))
	}
	for i := range listed {
		v := &listed[i]
		fmt.Fprintf(b, "    %s  %s\n", padLeft(plural(len(v.Trace), "event"), width), t.Broken(entryOf(v), width+6, 8))
	}
	if more := len(rest) - shown; more > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
}

// entryOf is the headline of a violation in a list.
func entryOf(v *Violation) string {
	if v.Property == "" {
		return headline(v)
	}
	declared, more := "declared", ""
	if !v.Declared {
		declared = "not declared"
	}
	if v.Count > 1 {
		more = fmt.Sprintf(" and %d more", v.Count-1)
	}
	return fmt.Sprintf("%s (%s), in interleaving %d%s: %s", clean(v.Property), declared, v.Interleaving, more, clean(v.Explanation))
}

// unlisted says how many interleavings have violations that were not kept.
func (t sections) unlisted() {
	if text := unlisted(t.d.Unlisted, len(t.d.Distinct)); text != "" {
		fmt.Fprintf(t.b, "\n  %s\n", t.Broken(text, 2, 4))
	}
}

// Unlisted says how many interleavings have violations that were not kept because there are too
// many kinds. It returns "" if there are none.
func Unlisted(r *checker.Result) string { return unlisted(r.Unlisted, len(r.Violations)) }

func unlisted(interleavings, kinds int) string {
	if interleavings == 0 {
		return ""
	}
	return fmt.Sprintf("Violations of further kinds are not kept: there are %d kinds, each a property with its explanation, and %s with others. "+
		"Explanations without values make fewer kinds.", kinds, plural(interleavings, "interleaving"))
}

// Sentence returns the result of a model in one sentence: the verdict, how much was explored, and
// how much was not.
func Sentence(it Item) string { return Conclusion([]Item{it}) }
