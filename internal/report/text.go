package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
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
	// Columns is the width of the terminal on which the text is read: longer lines are broken
	// between words, except in traces and in what is to be copied. Words are never broken. 0 breaks
	// no lines.
	Columns int
	// Original says that what a minimized violation was made from is shown as well; a format that shows a
	// single violation shows that one instead.
	Original bool
	// Color allows escape sequences for emphasis.
	Color bool
	// Elsewhere says that the errors of searches are shown in full at another place, so that only
	// the first sentence of each is written.
	Elsewhere bool
	// NameWidth is the width of the widest name, as returned by [NameWidth], so that lines that are
	// written separately align. It may be 0.
	NameWidth int
}

// NameWidth returns the width of the widest name of the items, up to the maximal width in which
// names align.
func NameWidth(items []Item) (width int) {
	for _, it := range items {
		width = max(width, printable.Width(clean(it.Name)))
	}
	return min(width, maxWho)
}

// Model writes a line with the result of a model and, if a property was violated, a description of
// that with the trace. It returns the first error of w, or a [checker.InternalError] if the
// description panics; the name and the verdict are written even then.
func (t Text) Model(w io.Writer, it Item) error {
	name := pad(clean(it.Name), t.NameWidth) + "  "
	return intoText(w, "model "+it.Name, func(b *bytes.Buffer) {
		d := NewDocument(it)
		text, rest := line(it, d.Distinct)
		fmt.Fprintf(b, "%s\n", t.entry(name, text, 4))
		if rest != "" && !t.Elsewhere {
			fmt.Fprintf(b, "    %s\n", t.broken(rest, 4, 4))
		}
		levels(b, &it)
		sections{t, b, it.Result, &d}.write()
	}, name+string(it.Result.Verdict)+"\n")
}

// sections writes the sections below the line of a model, usually none. A blank line precedes each
// section and follows the last.
type sections struct {
	Text
	b *bytes.Buffer
	r *checker.Result
	d *Document
}

// write writes all sections, and reports whether there are any.
func (t sections) write() bool {
	before := t.b.Len()
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
	t.violations(t.b, t.d.Distinct)
	t.unlisted()
	if len(t.d.Distinct) == 0 || t.r.Verdict == checker.Failed {
		for i := range t.d.Examples {
			if v := &t.d.Examples[i]; len(v.Trace) > 0 || len(v.Stack) > 0 { // otherwise nothing had happened
				t.b.WriteByte('\n')
				description{t.Text, t.b, v}.write()
			}
		}
	}
	t.causes()
	if len(t.d.Distinct) > 0 { // endless interleavings may be a consequence of the violation
		t.endless()
	}
	if t.b.Len() == before {
		return false
	}
	t.b.WriteByte('\n')
	return true
}

// line returns the text after the name in the line of a model, and the rest of an error.
func line(it Item, found []Violation) (s, rest string) {
	r := it.Result
	s = it.verdict()
	if len(found) > 0 && r.Verdict != checker.Failed {
		v := &found[foremost(found)]
		s += fmt.Sprintf(": %s, in interleaving %d", clean(v.Property), v.Interleaving)
	}
	if it.Err != nil {
		var problem string
		problem, rest = firstSentence(clean(strings.TrimPrefix(it.problem(), "model "+r.Model.Name+": ")))
		s += ": " + problem
	}
	time := duration(it.Elapsed)
	if len(r.Levels) > 1 {
		time += " for all bounds"
	}
	return strings.Join(append([]string{s}, append(counts([]Item{it}), time)...), "; "), rest
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

// others lists all violations except one, with the number of events that led to them.
func (t Text) others(b *bytes.Buffer, all []Violation, but int) {
	if len(all) < 2 {
		return
	}
	b.WriteString("\n  Other violations:\n")
	rest := slices.Delete(slices.Clone(all), but, but+1)
	listed := rest[:min(shown, len(rest))]
	width := 0
	for i := range listed {
		width = max(width, len(plural(len(listed[i].Trace), "event")))
	}
	for i := range listed {
		v := &listed[i]
		fmt.Fprintf(b, "    %s  %s\n", padLeft(plural(len(v.Trace), "event"), width), t.broken(headline(v), width+6, 8))
	}
	if more := len(rest) - shown; more > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
}

// unlisted says how many interleavings have violations that were not kept.
func (t sections) unlisted() {
	if text := unlisted(t.d.Unlisted, len(t.d.Distinct)); text != "" {
		fmt.Fprintf(t.b, "\n  %s\n", t.broken(text, 2, 4))
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
