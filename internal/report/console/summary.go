package console

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Summary writes more about the items than their rows in a [Table], which precedes it: how they were searched, notes, and a
// last line with the conclusion. It writes nothing if there are no items. It returns the first error of w, or a
// [checker.InternalError] if something is not shown because of a panic.
func Summary(t prose.Text, w io.Writer, items []document.Item) error {
	if len(items) == 0 {
		return nil
	}
	all := []error{prose.IntoText(w, "how was searched", func(b *bytes.Buffer) { searchSummary(t, b, items) }, "")}
	if len(items) == 1 {
		all = append(all, prose.IntoText(w, "model "+items[0].Name, func(b *bytes.Buffer) { details(t, b, items[0], false) }, ""))
	} else {
		all = append(all, newSeveral(t, items).write(w))
	}
	all = append(all, prose.IntoText(w, "the conclusion", func(b *bytes.Buffer) { fmt.Fprintf(b, "\n%s\n", lastLine(t.Columns, items)) }, ""))
	return problems.Join(all...)
}

// searchSummary says how the items were searched.
func searchSummary(t prose.Text, b *bytes.Buffer, items []document.Item) {
	b.WriteByte('\n')
	if o := &items[0].Result.Options; o.Replay != nil {
		how, began := "", ""
		for _, words := range []string{document.ValuesIn(prose.Each(items[0].Result.Model.Parameters, document.NewParameter)), advice.Misfit(items[0].Result)} {
			if words != "" {
				how += "; " + words
			}
		}
		if fate := items[0].Fate(); fate != "" {
			began = strings.ToUpper(fate[:1]) + fate[1:] + ". "
		}
		fmt.Fprintf(b, "%s\n", t.Broken(began+"Replayed one interleaving of "+prose.Clean(items[0].Name)+", whose schedule was given"+document.ReplayedBy(items[0].Result)+how+".", 0, 2))
		return
	}
	for _, line := range searches(items) {
		fmt.Fprintln(b, t.Broken(line, 0, 2))
	}
}

// roomForNames is the width of a conclusion that names several models, if the width of the terminal is not known.
const roomForNames = 120

// lastLine returns the conclusion in so many columns, 0 for any number: with the names of models if there is room for them.
func lastLine(columns int, items []document.Item) string {
	full := advice.Conclusion(items)
	if columns == 0 && len(items) == 1 || printable.Fits(full, cmp.Or(columns, roomForNames)) {
		return full
	}
	verdicts, names := advice.Groups(items, func(it *document.Item) string { return advice.Brief(it) })
	parts := prose.Each(verdicts, func(v string) string {
		if len(items) == 1 {
			return v
		}
		return fmt.Sprintf("%d %s", len(names[v]), v)
	})
	for _, s := range []string{strings.Join(append(parts, advice.Counts(items)...), "; "), strings.Join(parts, "; ")} {
		if columns == 0 || printable.Fits(s, columns) {
			return s
		}
	}
	return prose.Shorten(strings.Join(parts, "; "), columns)
}
