package story

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Names shortens the names of the processes and tables of a trace such that no two of them look the
// same. Names that would are numbered: a process by the number of processes that were started
// earlier, as in schedules, and tables by the numbers after the processes.
type Names struct {
	numbers map[string]int            // of each name, which is clean
	short   map[int]map[string]string // by the number of columns, the names that are numbered
	used    map[int]string            // the names that have been numbered, by their numbers
}

func NewNames() *Names {
	return &Names{numbers: map[string]int{}, short: map[int]map[string]string{}, used: map[int]string{}}
}

func NamesOf(v *document.Violation) *Names {
	n := NewNames()
	for i, name := range v.Actors {
		n.Add(name, i)
	}
	for i := range v.Trace {
		if table := v.Trace[i].Table; table != "" {
			n.Add(table, len(v.Actors)+len(n.numbers))
		}
	}
	return n
}

func (n *Names) Add(name string, number int) {
	if _, ok := n.numbers[prose.Clean(name)]; !ok {
		n.numbers[prose.Clean(name)] = number
	}
}

// In returns a clean name in at most the given number of columns.
func (n *Names) In(columns int, name string) string {
	if printable.Fits(name, columns) {
		return name
	}
	if n.short[columns] == nil {
		n.short[columns] = n.alike(columns)
	}
	if s, ok := n.short[columns][name]; ok {
		n.used[n.numbers[name]] = name
		return s
	}
	return prose.Shorten(name, columns)
}

// alike returns the names that would look like others in the given number of columns, with their
// numbers.
func (n *Names) alike(columns int) map[string]string {
	same := map[string]int{}
	for name := range n.numbers {
		same[prose.Shorten(name, columns)]++
	}
	numbered := map[string]string{}
	for name, number := range n.numbers {
		if same[prose.Shorten(name, columns)] > 1 {
			numbered[name] = withNumber(name, number, columns)
		}
	}
	return numbered
}

// withNumber returns a name with a number in its middle.
func withNumber(name string, number, columns int) string {
	mark := "…" + strconv.Itoa(number) + "…"
	room := columns - printable.Width(mark)
	if room < 0 {
		return strconv.Itoa(number)
	}
	return printable.Head(name, room-room/3) + mark + printable.Tail(name, room/3)
}

// Who returns the processes of a step in at most the given number of columns. If a message goes
// from one to another, it shortens their names and never the arrow: otherwise a reader could not
// tell the sender from the receiver.
func (n *Names) Who(columns int, who party) string {
	if printable.Fits(who.String(), columns) {
		return who.String()
	}
	if who.arrow == "" {
		return n.In(columns, who.from)
	}
	room := columns - printable.Width(who.arrow)
	beside := func(other string) int { return max(room/2, room-printable.Width(other)) }
	return n.In(beside(who.to), who.from) + who.arrow + n.In(beside(who.from), who.to)
}

// Legend says which names have been numbered.
func (n *Names) Legend(t prose.Text, b *bytes.Buffer) {
	if len(n.used) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", t.Broken("Names that look alike when shortened have a number:", 2, 4))
	for _, number := range slices.Sorted(maps.Keys(n.used)) {
		fmt.Fprintf(b, "  %6d  %s\n", number, n.used[number])
	}
}
