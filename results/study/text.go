package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// table is a table in Markdown, whose columns are as wide as their longest cell.
type table struct {
	header []string
	rows   [][]string
}

// add adds a row; cells at its end may be missing.
func (t *table) add(cells ...string) {
	for len(cells) < len(t.header) {
		cells = append(cells, "")
	}
	t.rows = append(t.rows, cells)
}

func (t *table) String() string {
	widths := make([]int, len(t.header))
	for _, row := range append([][]string{t.header}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	write := func(row []string) {
		b.WriteByte('|')
		for i, cell := range row {
			fmt.Fprintf(&b, " %-*s |", widths[i], cell)
		}
		b.WriteByte('\n')
	}
	write(t.header)
	b.WriteByte('|')
	for _, w := range widths {
		b.WriteString(strings.Repeat("-", w+2) + "|")
	}
	b.WriteByte('\n')
	for _, row := range t.rows {
		write(row)
	}
	return b.String()
}

func mark(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// grouped writes a number with its digits in groups of three.
func grouped(n int) string { return groups(strconv.Itoa(n)) }

// groups is grouped for a number that is given by its digits.
func groups(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	return digits
}

// duration writes seconds as in 0.03s, 12.3s, 6m0s.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.2fs", seconds)
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", seconds)
	}
	return d.Round(time.Second).String()
}

func megabytes(bytes int64) string {
	if bytes == 0 {
		return "not known"
	}
	return fmt.Sprintf("%d MB", (bytes+500_000)/1_000_000)
}

// middle returns the lower of the two middle values.
func middle[T cmp.Ordered](list []T) T {
	all := slices.Sorted(slices.Values(list))
	return all[(len(all)-1)/2]
}
