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

// Table writes a row for each model, which can be written as soon as its result is known.
type Table struct {
	text    Text
	columns []column
	name    int // the width of the names
	names   *names
}

// column is a number that each row has.
type column struct {
	head  string
	width int
	cell  func(*Item) string
}

// Table returns a table for the results of the requests.
func (t Text) Table(requests []Request) *Table {
	merges := func(q Request) bool {
		o := q.Options.For(&q.Model)
		return o.Algorithm == checker.Auto || o.Algorithm.Traits().Merges
	}
	b := &Table{text: t, names: newNames(), columns: []column{{"Interleavings", 13, interleavingsCell}}}
	if slices.ContainsFunc(requests, merges) {
		b.columns = append(b.columns, column{"States", 10, statesCell})
	}
	b.columns = append(b.columns, column{"Time", 7, func(it *Item) string { return duration(it.Elapsed) }})
	for len(b.columns) > 1 && t.Columns > 0 && b.numbers()+leastName > t.Columns {
		b.columns = b.columns[:len(b.columns)-1]
	}
	longest := len("Model")
	for i := range requests {
		b.names.add(requests[i].Name, i+1)
		longest = max(longest, printable.Width(clean(requests[i].Name)))
	}
	b.name = min(longest, maxWho)
	if t.Columns > 0 {
		room := t.Columns - b.numbers()
		b.name = min(b.name, max(leastName, min(narrowName, room), room-2*fewest))
	}
	return b
}

const (
	leastName  = 8
	narrowName = 24
)

// numbers returns how many columns of the terminal all but the names and the verdicts take.
func (b *Table) numbers() (width int) {
	for _, c := range b.columns {
		width += c.width + 2
	}
	return width + 2
}

// Head writes the heads of the columns. It returns the first error of w.
func (b *Table) Head(w io.Writer) error {
	line := pad("Model", b.name)
	for _, c := range b.columns {
		line += "  " + padLeft(c.head, c.width)
	}
	last := "Verdict"
	if columns := b.text.Columns; columns > 0 && printable.Width(line+"  "+last) > columns {
		last = "\n    " + last
	} else {
		last = "  " + last
	}
	_, err := fmt.Fprintln(w, line+last)
	return err
}

// Row writes the row of an item. It returns the first error of w, or a [checker.InternalError] if the description panics; the name and
// the verdict are written even then.
func (b *Table) Row(w io.Writer, it Item) error {
	return intoText(w, "model "+it.Name, func(buffer *bytes.Buffer) { b.row(buffer, &it) }, pad(clean(it.Name), b.name)+"  "+string(it.Result.Verdict)+"\n")
}

func (b *Table) row(w *bytes.Buffer, it *Item) {
	line := pad(b.names.in(b.name, clean(it.Name)), b.name)
	for _, c := range b.columns {
		line += "  " + padLeft(c.cell(it), c.width)
	}
	line += "  "
	left, result := printable.Width(line), seen(clean(b.text.Dir), it.outcome())
	if columns := b.text.Columns; columns > 0 && left+max(min(printable.Width(result), 2*fewest), longestWord(result)) > columns {
		fmt.Fprintf(w, "%s\n    %s\n", strings.TrimRight(line, " "), b.text.Broken(result, 4, 4))
		return // there is no room for it next to the numbers
	}
	fmt.Fprintln(w, line+b.text.Broken(result, left, left))
}

// outcome returns the verdict with the violated properties, or with the first sentence of the error, and the number of cuts.
func (it *Item) outcome() string {
	s := it.verdict()
	if properties := it.properties(); properties != "" && it.Result.Verdict != checker.Failed { // otherwise the error is there
		s += ": " + properties
	}
	if it.Err != nil {
		problem, _ := it.sentences()
		s += ": " + problem
	}
	for _, n := range numbersOf([]Item{*it}) {
		if n.words != "" && n.head != "States" {
			s += fmt.Sprintf("; %v %s", n.of(it.Result), n.words)
		}
	}
	if len(it.Result.Levels) > 1 {
		s += "; time of all bounds"
	}
	return s
}

// sentences returns the first sentence of the error of an item, and the others.
func (it *Item) sentences() (first, rest string) {
	return firstSentence(clean(strings.TrimPrefix(it.problem(), "model "+it.Result.Model.Name+": ")))
}

func interleavingsCell(it *Item) string {
	if endless(it.Result) {
		return "infinite"
	}
	return interleavings(it.Result).String()
}

func statesCell(it *Item) string {
	if it.Result.Merged == nil {
		return "-"
	}
	return fmt.Sprint(it.Result.Merged.States)
}
