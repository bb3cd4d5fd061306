package console

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Violation describes a violation of the model: one sentence with the violated property, then the
// events that led to it, step by step, the reason why that order was explored, and further details.
// It returns the first error of w.
func Violation(t prose.Text, w io.Writer, m checker.Model, v *checker.Violation) error {
	shown := document.ItemOf(m).Violation(v)
	return prose.IntoText(w, "a violation of model "+m.Name, func(b *bytes.Buffer) { describing(t, b, &shown).write() }, advice.Headline(&shown)+"\n")
}

// Violations describes one violation of the model that it does not declare, the shortest of the first such property, and adds a line for
// each of the others. With Show it may also be declared ones, and with Full it describes all. Violations returns the first error of w.
func Violations(t prose.Text, w io.Writer, m checker.Model, all []*checker.Violation) error {
	told := prose.Each(all, document.ItemOf(m).Violation)
	return prose.IntoText(w, "the violations of model "+m.Name, func(b *bytes.Buffer) { WriteViolations(t, b, told) }, prose.Plural(len(told), "violation")+"\n")
}

// violations describes the violations of a document. It begins with a blank line.
func WriteViolations(t prose.Text, b *bytes.Buffer, all []document.Violation) {
	if len(all) == 0 {
		return
	}
	first, describe := advice.Foremost(all), advice.DescribedCount(t, all)
	ordered := slices.Concat(all[first:first+1], all[:first], all[first+1:])
	for i := range ordered[:min(describe, len(all))] {
		b.WriteByte('\n')
		describing(t, b, &ordered[i]).write()
	}
	heading := "Other violations:"
	if describe == 0 {
		heading = "Violated as declared (-show 1 describes how):"
	}
	listing(t, b, heading, ordered[min(describe, len(all)):])
}

// listed lists violations, with the number of events that led to them.
func listing(t prose.Text, b *bytes.Buffer, heading string, rest []document.Violation) {
	if len(rest) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", t.Broken(heading, 2, 4))
	listed := rest[:min(prose.Shown, len(rest))]
	width := 0
	for i := range listed {
		width = max(width, len(prose.Plural(len(listed[i].Trace), "event")))
	}
	for i := range listed {
		v := &listed[i]
		fmt.Fprintf(b, "    %s  %s\n", prose.PadLeft(prose.Plural(len(v.Trace), "event"), width), t.Broken(advice.EntryOf(v), width+6, 8))
	}
	if more := len(rest) - prose.Shown; more > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
}
