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

// Summary writes how the items were searched, a table with a row for each of them, and a last line
// with the conclusion. It follows the output of Model for the last item. It writes nothing if there
// are no items. It returns the first error of w.
func (t Text) Summary(w io.Writer, items []Item) error {
	if len(items) == 0 {
		return nil
	}
	return intoText(w, "the summary", func(b *bytes.Buffer) { t.summary(b, items) }, "")
}

func (t Text) summary(b *bytes.Buffer, items []Item) {
	last := items[len(items)-1]
	d := NewDocument(last)
	above := sections{t, new(bytes.Buffer), last.Result, &d}
	if !above.write() { // otherwise there is a blank line already
		b.WriteByte('\n')
	}
	if o := &items[0].Result.Options; o.Replay != nil {
		how := ""
		for _, words := range []string{Misfit(items[0].Result), whatBecame(items[0].Kept)} {
			if words != "" {
				how += "; " + words
			}
		}
		fmt.Fprintf(b, "%s\n\n", t.broken("Replayed one interleaving of "+clean(items[0].Name)+", whose schedule was given"+replayedBy(items[0].Result)+how+".", 0, 2))
	} else {
		for _, line := range searches(items) {
			fmt.Fprintln(b, t.broken(line, 0, 2))
		}
		b.WriteByte('\n')
	}
	t.table(b, items)
	fmt.Fprintf(b, "\n%s\n", t.broken(Conclusion(items), 0, 2))
}

// table writes a table in the style of Table 1 of Aronis, Fritchie, Sagonas,
// "Testing and Verifying Chain Repair Methods for CORFU".
func (t Text) table(b *bytes.Buffer, items []Item) {
	head := []string{"Model", "Bug?"}
	numbers := numbersOf(items)
	for _, n := range numbers {
		head = append(head, n.head)
	}
	rows := [][]string{append(head, "Time", "Verdict")}
	models := newNames()
	for i, it := range items {
		models.add(it.Name, i+1)
	}
	for _, it := range items {
		r := it.Result
		row := []string{models.in(t.maxName(), clean(it.Name)), it.bug()}
		for _, n := range numbers {
			row = append(row, n.cell(r))
		}
		verdict := it.verdict()
		if properties := it.properties(); properties != "" && r.Verdict != checker.Failed { // otherwise the error is there
			verdict += ": " + properties
		}
		rows = append(rows, append(row, duration(it.Elapsed), verdict))
	}
	width, left := widths(rows)
	if t.Columns > 0 && left+width[len(width)-1] > t.Columns {
		rows = append(stacked(rows[0]), rows[1:]...)
		width, left = widths(rows)
	}
	for _, row := range rows {
		var line strings.Builder
		for c, cell := range row[:len(row)-1] {
			if c < 2 { // words; the others are numbers
				fmt.Fprintf(&line, "%s  ", pad(cell, width[c]))
			} else {
				fmt.Fprintf(&line, "%s  ", padLeft(cell, width[c]))
			}
		}
		verdict := row[len(row)-1]
		if n := printable.Width(verdict); t.Columns > 0 && n > 0 && left+max(min(n, 2*fewest), longestWord(verdict)) > t.Columns {
			fmt.Fprintf(b, "%s\n    %s\n", strings.TrimRight(line.String(), " "), t.broken(verdict, 4, 4))
			continue // there is no room for it next to the numbers
		}
		fmt.Fprintln(b, strings.TrimRight(line.String()+t.broken(verdict, left, left), " "))
	}
}

// number is a number that the report gives of each model.
type number struct {
	head  string // of its column in the table
	words string // for a sentence, after the sum; "" for the number of interleavings
	of    func(*checker.Result) trace.Count
}

// numbersOf returns the numbers that the report gives of these items. What may cut or abandon
// interleavings and has not done so is left out, except the bound: the default search abandons none.
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
		{"Cut by bound", "cut by the bound", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.BoundCut)) }},
		{"Cut by depth", "cut by the depth limit", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.DepthCut)) }},
	}
	bounded := slices.ContainsFunc(items, func(it Item) bool { t := it.Result.Options.Algorithm.Traits(); return !t.Merges && !t.Draws })
	return slices.DeleteFunc(all, func(n number) bool {
		optional := n.head == "States" || n.head == "Sleep-set blocked" || n.head == "Cut by bound" && !bounded || n.head == "Cut by depth"
		return optional && n.sum(items) == trace.Count{}
	})
}

// sum returns the number for all items together.
func (n *number) sum(items []Item) (sum trace.Count) {
	for _, it := range items {
		sum = sum.Plus(n.of(it.Result))
	}
	return sum
}

// cell returns what the table says of one result.
func (n *number) cell(r *checker.Result) string {
	if n.words == "" && endless(r) {
		return "without end"
	}
	return n.of(r).String()
}

// endless reports whether there are interleavings without end.
func endless(r *checker.Result) bool { return r.Merged != nil && r.Merged.Endless > 0 }

// maxName returns the maximal width of the names of models in the table; the numbers need the rest.
func (t Text) maxName() int {
	if t.Columns == 0 {
		return maxWho
	}
	return min(maxWho, max(narrowName, t.Columns-56))
}

const narrowName = 24

// widths returns how wide the columns of a table are, and where the last one begins.
func widths(rows [][]string) (width []int, left int) {
	width = make([]int, len(rows[0]))
	for _, row := range rows {
		for c, cell := range row {
			width[c] = max(width[c], printable.Width(cell))
		}
	}
	for _, w := range width[:len(width)-1] {
		left += w + 2
	}
	return width, left
}

// stacked returns the head of a table in two rows, which is narrower: the last word of each cell is
// below the others.
func stacked(head []string) [][]string {
	above, below := make([]string, len(head)), make([]string, len(head))
	for c, cell := range head {
		i := strings.LastIndexByte(cell, ' ')
		above[c], below[c] = cell[:max(0, i)], cell[i+1:]
	}
	return [][]string{above, below}
}

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
		parts = append(parts[1:], "interleavings without end") // the number of others says little
	case without > 0:
		parts = append(parts, plural(without, "model")+" with interleavings without end")
	}
	return []string{strings.Join(parts, ", ")}
}
