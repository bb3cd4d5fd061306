package report

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// names shortens the names of the processes and tables of a trace such that no two of them look the
// same. Names that would are numbered: a process by the number of processes that were started
// earlier, as in schedules, and tables by the numbers after the processes.
type names struct {
	numbers map[string]int            // of each name, which is clean
	short   map[int]map[string]string // by the number of columns, the names that are numbered
	used    map[int]string            // the names that have been numbered, by their numbers
}

func newNames() *names {
	return &names{numbers: map[string]int{}, short: map[int]map[string]string{}, used: map[int]string{}}
}

func namesOf(v *Violation) *names {
	n := newNames()
	for i, name := range v.Actors {
		n.add(name, i)
	}
	for i := range v.Trace {
		if table := v.Trace[i].Table; table != "" {
			n.add(table, len(v.Actors)+len(n.numbers))
		}
	}
	return n
}

func (n *names) add(name string, number int) {
	if _, ok := n.numbers[clean(name)]; !ok {
		n.numbers[clean(name)] = number
	}
}

// in returns a clean name in at most the given number of columns.
func (n *names) in(columns int, name string) string {
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
	return shorten(name, columns)
}

// alike returns the names that would look like others in the given number of columns, with their
// numbers.
func (n *names) alike(columns int) map[string]string {
	same := map[string]int{}
	for name := range n.numbers {
		same[shorten(name, columns)]++
	}
	numbered := map[string]string{}
	for name, number := range n.numbers {
		if same[shorten(name, columns)] > 1 {
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

// who returns the processes of a step in at most the given number of columns. If a message goes
// from one to another, it shortens their names and never the arrow: otherwise a reader could not
// tell the sender from the receiver.
func (n *names) who(columns int, who party) string {
	if printable.Fits(who.String(), columns) {
		return who.String()
	}
	if who.arrow == "" {
		return n.in(columns, who.from)
	}
	room := columns - printable.Width(who.arrow)
	beside := func(other string) int { return max(room/2, room-printable.Width(other)) }
	return n.in(beside(who.to), who.from) + who.arrow + n.in(beside(who.from), who.to)
}

// legend says which names have been numbered.
func (n *names) legend(t Text, b *bytes.Buffer) {
	if len(n.used) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", t.Broken("Names that look alike when shortened have a number:", 2, 4))
	for _, number := range slices.Sorted(maps.Keys(n.used)) {
		fmt.Fprintf(b, "  %6d  %s\n", number, n.used[number])
	}
}
