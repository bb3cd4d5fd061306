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
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/trace"
)

// Summary writes more about the items than their rows in a [Table], which precedes it: how they were searched, notes, and a
// last line with the conclusion. It writes nothing if there are no items. It returns the first error of w, or a
// [checker.InternalError] if something is not shown because of a panic.
func (t Text) Summary(w io.Writer, items []Item) error {
	if len(items) == 0 {
		return nil
	}
	all := []error{intoText(w, "how was searched", func(b *bytes.Buffer) { searched(t, b, items) }, "")}
	if len(items) == 1 {
		all = append(all, intoText(w, "model "+items[0].Name, func(b *bytes.Buffer) { t.details(b, items[0], false) }, ""))
	} else {
		all = append(all, newSeveral(t, items).write(w))
	}
	all = append(all, intoText(w, "the conclusion", func(b *bytes.Buffer) { fmt.Fprintf(b, "\n%s\n", lastLine(t.Columns, items)) }, ""))
	return problems.Join(all...)
}

// searched says how the items were searched.
func searched(t Text, b *bytes.Buffer, items []Item) {
	b.WriteByte('\n')
	if o := &items[0].Result.Options; o.Replay != nil {
		how, began := "", ""
		for _, words := range []string{valuesIn(each(items[0].Result.Model.Parameters, newParameter)), Misfit(items[0].Result)} {
			if words != "" {
				how += "; " + words
			}
		}
		if fate := items[0].Fate(); fate != "" {
			began = strings.ToUpper(fate[:1]) + fate[1:] + ". "
		}
		fmt.Fprintf(b, "%s\n", t.Broken(began+"Replayed one interleaving of "+clean(items[0].Name)+", whose schedule was given"+replayedBy(items[0].Result)+how+".", 0, 2))
		return
	}
	for _, line := range searches(items) {
		fmt.Fprintln(b, t.Broken(line, 0, 2))
	}
}

// details writes the sections about an item, if there are any; without its violations if they are concealed.
func (t Text) details(b *bytes.Buffer, it Item, concealed bool) {
	d := NewDocument(it)
	if it.Err != nil && !t.Elsewhere {
		if _, rest := it.sentences(); rest != "" {
			t.paragraph(b, seen(clean(t.Dir), rest))
		}
		t.Failure(b, it.Err) // a buffer does not fail
	}
	levels(t, b, &it)
	sections{t, b, it.Result, &d, concealed}.write()
}

// roomForNames is the width of a conclusion that names several models, if the width of the terminal is not known.
const roomForNames = 120

// lastLine returns the conclusion in so many columns, 0 for any number: with the names of models if there is room for them.
func lastLine(columns int, items []Item) string {
	full := Conclusion(items)
	if columns == 0 && len(items) == 1 || printable.Fits(full, cmp.Or(columns, roomForNames)) {
		return full
	}
	verdicts, names := grouped(items, func(it *Item) string { return it.brief() })
	parts := each(verdicts, func(v string) string {
		if len(items) == 1 {
			return v
		}
		return fmt.Sprintf("%d %s", len(names[v]), v)
	})
	for _, s := range []string{strings.Join(append(parts, counts(items)...), "; "), strings.Join(parts, "; ")} {
		if columns == 0 || printable.Fits(s, columns) {
			return s
		}
	}
	return shorten(strings.Join(parts, "; "), columns)
}

// brief is the verdict in a few words.
func (it *Item) brief() string {
	declared, undeclared := it.violated()
	switch r := it.Result; {
	case r.Verdict == checker.Violated && len(undeclared) == 0 && len(declared) > 0:
		return "violated as declared"
	case unfound(r) && r.Complete():
		return "not as declared"
	case r.Verdict == checker.Verified && !r.Asked():
		return string(r.Verdict) + ", " + onlyUsual
	}
	return string(it.Result.Verdict)
}

// number is a number that the report gives of each model.
type number struct {
	head  string
	words string // for a sentence, after the sum; "" for the number of interleavings
	of    func(*checker.Result) trace.Count
}

// numbersOf returns the numbers that the report gives of these items. What has not cut or abandoned any interleaving is left out.
func numbersOf(items []Item) []number {
	all := []number{
		{"Interleavings", "", interleavings},
		{"States", "states", func(r *checker.Result) trace.Count {
			if r.Merged == nil {
				return trace.Count{}
			}
			return trace.CountOf(uint64(r.Merged.States))
		}},
		{"Sleep-set blocked", "sleep-set blocked", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.SleepSetBlocked)) }},
		{"Left", "left, as an assumption did not hold", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.Left)) }},
		{"Cut by bound", "cut by the bound", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.BoundCut)) }},
		{"Cut by Within", "cut by Within", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.Beyond)) }},
		{"Cut by depth", "cut by the depth limit", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.DepthCut)) }},
	}
	return slices.DeleteFunc(all, func(n number) bool { return n.words != "" && n.sum(items) == trace.Count{} })
}

// sum returns the number for all items together.
func (n *number) sum(items []Item) (sum trace.Count) {
	for _, it := range items {
		sum = sum.Plus(n.of(it.Result))
	}
	return sum
}

// endless reports whether there are infinite interleavings.
func endless(r *checker.Result) bool { return r.Merged != nil && r.Merged.Endless > 0 }

// named is the maximal number of models that a conclusion names.
const named = 8

// Conclusion returns the results of the items in one sentence.
func Conclusion(items []Item) string {
	statements, models := grouped(items, (*Item).statement)
	parts := each(statements, func(s string) string { return s + ": " + who(models[s]) })
	return strings.Join(append(parts, counts(items)...), "; ")
}

// grouped returns the different texts about the items, in order, and the names of the items of each.
func grouped(items []Item, about func(*Item) string) (texts []string, names map[string][]string) {
	names = map[string][]string{}
	for i := range items {
		text := about(&items[i])
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], clean(items[i].Name))
	}
	return texts, names
}

// who enumerates models, or counts them if they are many.
func who(models []string) string {
	if len(models) > named {
		return plural(len(models), "model")
	}
	return strings.Join(models, ", ")
}

// counts says how much was explored and how much was not, without replays that failed.
func counts(items []Item) []string {
	if !slices.ContainsFunc(items, func(it Item) bool { return !unfit(it.Result) }) {
		return nil
	}
	var parts []string
	for _, n := range numbersOf(items) {
		if n.words == "" {
			parts = append(parts, exploredOf(items, n.sum(items)))
		} else {
			parts = append(parts, fmt.Sprintf("%v %s", n.sum(items), n.words))
		}
	}
	without := 0
	for _, it := range items {
		if endless(it.Result) {
			without++
		}
	}
	switch {
	case without > 0 && len(items) == 1:
		parts = append(parts[1:], "infinite interleavings") // the number of others says little
	case without > 0:
		parts = append(parts, plural(without, "model")+" with infinite interleavings")
	}
	return []string{strings.Join(parts, ", ")}
}
