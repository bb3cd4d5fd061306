package console

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// several writes about several items.
type several struct {
	prose.Text
	items  []document.Item
	traces map[*document.Item]int // how many violations or interleavings of each item are described
}

// newSeveral returns a writer about the items. If together t.Show traces are asked for, it has a trace of each item first, then
// a second one, and so on. A violation that its model does not declare is described anyway. The remaining traces are
// interleavings of items without violations.
func newSeveral(t prose.Text, items []document.Item) several {
	s, left := several{t, items, map[*document.Item]int{}}, t.Show
	for i := range items {
		if _, undeclared := advice.Violated(&items[i]); len(undeclared) > 0 {
			s.traces[&items[i]] = 1
			left--
		}
	}
	distribute := func(available func(*checker.Result) int) {
		for n, more := 1, true; more && left > 0; n++ {
			more = false
			for i := range items {
				it := &items[i]
				if n > available(it.Result) {
					continue
				}
				if more = true; left > 0 && s.traces[it] < n {
					s.traces[it] = n
					left--
				}
			}
		}
	}
	distribute(func(r *checker.Result) int { return len(r.Violations) })
	distribute(func(r *checker.Result) int {
		if len(r.Violations) > 0 {
			return 0
		}
		return len(r.Examples)
	})
	return s
}

// write writes the sections about each item under its name. What is the same for several items is written once. It returns the
// first error of w, or a [checker.InternalError].
func (s several) write(w io.Writer) error {
	var all []error
	texts, names := advice.Groups(s.items, func(it *document.Item) string {
		var own bytes.Buffer
		all = append(all, prose.IntoText(&own, "model "+it.Name, func(b *bytes.Buffer) { s.details(b, it) }, ""))
		return own.String()
	})
	for _, text := range texts {
		if text != "" {
			_, err := fmt.Fprintf(w, "\n%s\n%s", s.Style(prose.Strong, s.Broken(strings.Join(names[text], ", "), 0, 0)), text)
			all = append(all, err)
		}
	}
	all = append(all, prose.IntoText(w, "declared violations", s.undescribed, ""))
	return problems.Join(all...)
}

// details writes the sections about an item.
func (s several) details(b *bytes.Buffer, it *document.Item) {
	own, r := *it, *it.Result
	if own.Result = &r; r.Verdict != checker.Failed && r.Options.Witness == "" {
		r.Examples = r.Examples[:min(s.traces[it], len(r.Examples))]
	}
	if !s.Full {
		r.Gaps = nil // see undescribed
	}
	t := s.Text
	t.Show = s.traces[it]
	details(t, b, own, s.concealed(it))
}

// concealed reports whether only the verdict tells of the violations of an item: it declares them, and none has a trace.
func (s several) concealed(it *document.Item) bool {
	return !s.Full && s.traces[it] == 0 && len(it.Result.Violations) > 0
}

// undescribed says how to see the violations and the gaps that are concealed.
func (s several) undescribed(b *bytes.Buffer) {
	concealed, first, gaps := 0, "", 0
	for i := range s.items {
		if it := &s.items[i]; s.concealed(it) {
			if concealed++; concealed == 1 {
				first = it.Result.Model.Name
			}
		}
		if len(s.items[i].Result.Gaps) > 0 && !s.Full {
			gaps++
		}
	}
	if gaps > 0 {
		fmt.Fprintf(b, "\n%s\n", s.Broken(fmt.Sprintf("In %s something never happened that could; -v lists it.", prose.Plural(gaps, "model")), 0, 2))
	}
	if concealed > 0 {
		fmt.Fprintf(b, "\n%s\n", s.Broken(fmt.Sprintf("%s violated as declared; to see how, add -show 1 -model %s.",
			prose.Were(concealed, "model"), printable.Quote(printable.Pattern(first))), 0, 2))
	}
}
