package console

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// Table writes a row for each model, which can be written as soon as its result is known.
type Table struct {
	text    prose.Text
	columns []column
	name    int // the width of the names
	names   *story.Names
}

// column is a number that each row has.
type column struct {
	head  string
	width int
	cell  func(*document.Item) string
}

// NewTable returns a table for the results of the requests.
func NewTable(t prose.Text, requests []document.Request) *Table {
	merges := func(q document.Request) bool {
		o := q.Options.For(&q.Model)
		asked := q.Options.Algorithm == checker.Auto || q.Model.Search.Algorithm == checker.Auto
		return asked || o.Algorithm.Traits().Merges // by default, most models need no stateful search
	}
	b := &Table{text: t, names: story.NewNames(), columns: []column{{"Interleavings", 13, interleavingsCell}}}
	if slices.ContainsFunc(requests, merges) {
		b.columns = append(b.columns, column{"States", 10, statesCell})
	}
	b.columns = append(b.columns, column{"Time", 7, func(it *document.Item) string { return prose.Duration(it.Elapsed) }})
	for len(b.columns) > 1 && t.Columns > 0 && b.numbers()+leastName > t.Columns {
		b.columns = b.columns[:len(b.columns)-1]
	}
	longest := len("Model")
	for i := range requests {
		b.names.Add(requests[i].Name, i+1)
		longest = max(longest, printable.Width(prose.Clean(requests[i].Name)))
	}
	b.name = min(longest, prose.MaxWho)
	if t.Columns > 0 {
		room := t.Columns - b.numbers()
		b.name = min(b.name, max(leastName, min(narrowName, room), room-2*prose.Fewest))
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
	line := prose.Pad("Model", b.name)
	for _, c := range b.columns {
		line += "  " + prose.PadLeft(c.head, c.width)
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
func (b *Table) Row(w io.Writer, it document.Item) error {
	return prose.IntoText(w, "model "+it.Name, func(buffer *bytes.Buffer) { b.row(buffer, &it) }, prose.Pad(prose.Clean(it.Name), b.name)+"  "+string(it.Result.Verdict)+"\n")
}

func (b *Table) row(w *bytes.Buffer, it *document.Item) {
	line := prose.Pad(b.names.In(b.name, prose.Clean(it.Name)), b.name)
	for _, c := range b.columns {
		line += "  " + prose.PadLeft(c.cell(it), c.width)
	}
	line += "  "
	left, result := printable.Width(line), prose.SeenIn(prose.Clean(b.text.Dir), outcome(it))
	if columns := b.text.Columns; columns > 0 && left+max(min(printable.Width(result), 2*prose.Fewest), prose.LongestWord(result)) > columns {
		fmt.Fprintf(w, "%s\n    %s\n", strings.TrimRight(line, " "), b.text.Broken(result, 4, 4))
		return // there is no room for it next to the numbers
	}
	fmt.Fprintln(w, line+b.text.Broken(result, left, left))
}

// outcome returns the verdict with the violated properties, or with the first sentence of the error, and the number of cuts.
func outcome(it *document.Item) string {
	s := advice.Verdict(it)
	if properties := advice.Properties(it); properties != "" && it.Result.Verdict != checker.Failed { // otherwise the error is there
		s += ": " + properties
	}
	if it.Err != nil {
		problem, _ := advice.Sentences(it)
		s += ": " + problem
	}
	for _, n := range advice.NumbersOf([]document.Item{*it}) {
		if n.Words != "" && n.Head != "States" {
			s += fmt.Sprintf("; %v %s", n.Of(it.Result), n.Words)
		}
	}
	if len(it.Result.Levels) > 1 {
		s += "; time of all bounds"
	}
	return s
}

func interleavingsCell(it *document.Item) string {
	if advice.Endless(it.Result) {
		return "infinite"
	}
	return document.Interleavings(it.Result).String()
}

func statesCell(it *document.Item) string {
	if it.Result.Merged == nil {
		return "-"
	}
	return fmt.Sprint(it.Result.Merged.States)
}
