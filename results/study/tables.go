package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tables returns the text of each file with tables, by its name.
func (recorded records) tables() map[string]string {
	return map[string]string{
		"table1.md":       recorded.table1(),
		"table2.md":       recorded.table2(),
		"verification.md": recorded.verification(),
	}
}

func (recorded records) table1() string {
	columns := []string{"Method", "Bound", "Bug?", "Interleavings", "Time", "Paper: bug?", "Paper: traces", "Paper: time"}
	ours, like, delay := table{header: columns}, table{header: columns}, table{header: columns[:5]}
	var used []search
	add := func(t *table, method, bound string, s search, paper figures) {
		used = append(used, s)
		cells := append([]string{method, bound}, recorded.cells(s)...)
		t.add(append(cells, paper.cells()...)[:len(t.header)]...)
	}
	for _, row := range table1 {
		add(&ours, row.method, "4", row.boundedSearch(), row.bounded)
		add(&ours, row.method, "none", row.unboundedSearch(), row.unbounded)
		add(&delay, row.method, "4, delay", row.byDelay(), figures{})
	}
	for _, row := range likeThePaper {
		add(&like, row.method, row.bound, row.search, row.paper)
	}
	return "# Table 1: the methods on the initial model\n\n" +
		paragraph("Each repair method on the initial model, with exploration tree bounding (at most 4) and without a",
			"bound, by optimal DPOR with receive patterns, until the first violation. The paper's figures are",
			"beside ours. Its search of method 3 without a bound did not finish, and it has no figures for a",
			"chain that grows from 2 servers to 3.") +
		ours.String() +
		"\n## As the paper did it\n\n" +
		paragraph("Without receive patterns. (Method 1 without a bound is the first row of [Table 2](table2.md).) Which",
			"interleavings a bound admits depends on the first one, and the paper's program begins with another.") +
		like.String() +
		"\n## With the other bound\n\n" +
		paragraph("With a bound on delay, which charges k for the kth branch instead of 1, and with receive patterns.") +
		delay.String() +
		recorded.provenance(used)
}

func (recorded records) table2() string {
	t := table{header: []string{"Receive patterns", "Conditional read", "Layout in a table",
		"Bug?", "Interleavings", "Time", "Paper: bug?", "Paper: traces", "Paper: time"}}
	var used []search
	for _, row := range table2 {
		s := row.search()
		used = append(used, s)
		cells := append([]string{mark(row.receivePatterns), mark(row.conditionalRead), mark(row.table)}, recorded.cells(s)...)
		t.add(append(cells, row.paper.cells()...)...)
	}
	return "# Table 2: what the improvements are worth\n\n" +
		paragraph("Method 1 (tail) with each subset of the improvements, without a bound, by optimal DPOR, until the",
			"first violation. The first improvement is one of the search: messages into a mailbox race only if a",
			"receive can tell their order. The others are refinements of the model.") +
		t.String() +
		recorded.provenance(used)
}

func (recorded records) verification() string {
	return paragraph("# Verification to the end", "",
		"Searches without a bound that go on after a violation. A model is verified if all interleavings were",
		"explored, up to orders that make no difference, and none violates a property.") +
		recorded.byStates() + recorded.byEnumeration() + recorded.provenance(slices.Concat(byStates(false), byStates(true), toTheEnd))
}

// byStates returns the table of the searches by states.
func (recorded records) byStates() string {
	t := table{header: []string{"Model", "Verdict", "Interleavings", "of these violating", "States", "Time", "Peak memory",
		"With patterns: interleavings", "of these violating", "States", "Time"}}
	patterned := byStates(true)
	for i, s := range byStates(false) {
		cells := []string{cmp.Or(s.dir, "corfu") + "/" + s.model, "not searched"}
		if r := recorded[s.name()]; r != nil && r.Result.States != nil {
			cells[1] = r.Result.Verdict
			if r.Result.stopped() {
				cells[1] = "stopped"
			}
		}
		t.add(slices.Concat(cells, recorded.statesCells(s), recorded.statesCells(patterned[i])[:4])...)
	}
	return "## By states\n\n" +
		paragraph("All models of CORFU and of Chain Replication, with `-search states`, by two workers (where a model",
			"is violated, one worker searches again), and with `-receive-patterns`, by one worker. Interleavings",
			"are those that the states stand for. With patterns they are as many as by enumeration, where each",
			"receive that could take two messages shows which came first.") + t.String()
}

// statesCells returns the figures of a search by states.
func (recorded records) statesCells(s search) []string {
	r := recorded[s.name()]
	if r == nil || r.Result.States == nil {
		return make([]string, 5)
	}
	return []string{groups(string(r.Result.Interleavings)), groups(string(r.Result.Violations)), grouped(r.Result.States.States),
		duration(r.Result.Elapsed), memory(r.PeakMemory)}
}

func (recorded records) byEnumeration() string {
	t := table{header: []string{"Model", "Verdict", "Interleavings", "of these violating", "Events", "Time", "Peak memory"}}
	for _, s := range toTheEnd {
		r, ok := recorded[s.name()]
		if !ok {
			t.add(s.model, "not searched")
			continue
		}
		verdict, count := r.Result.Verdict, groups(string(r.Result.Interleavings))
		if r.Result.stopped() {
			count = "stopped after " + count
		}
		t.add(s.model, verdict, count, groups(string(r.Result.Violations)), grouped(r.Result.Events),
			duration(r.Result.Elapsed), memory(r.PeakMemory))
	}
	return "\n## By enumeration\n\n" +
		paragraph("By optimal DPOR with receive patterns: method 3 in both configurations with each subset of the",
			"refinements, and method 2 with all of them. No search has sleep-set blocked interleavings. One that",
			"was stopped at its time limit shows nothing about the rest.") +
		t.String() +
		"\n" +
		strings.TrimSuffix(paragraph(fmt.Sprintf("The paper verified method 3 with the optimization and both refinements in %s, after %s",
			verifiedInPaper.time, verifiedInPaper.traces),
			"traces, and did not finish without them. Its program is not ours, so the numbers are at best of the",
			"same order of magnitude."), "\n")
}

// cells returns the result of a search: bug or not, interleavings, time.
func (recorded records) cells(s search) []string {
	r, ok := recorded[s.name()]
	if !ok {
		return []string{"not searched", "", ""}
	}
	bug := map[string]string{"violated": "yes", "verified": "no", "bounded": "none within the bound", "incomplete": "none found"}[r.Result.Verdict]
	count := groups(string(r.Result.Interleavings))
	if r.Result.stopped() {
		count = "stopped after " + count
	}
	return []string{bug, count, duration(r.Result.Elapsed)}
}

func (f figures) cells() []string { return []string{f.bug, f.traces, f.time} }

// provenance says where and when searches of the study were run, and how to repeat them.
func (recorded records) provenance(used []search) string {
	return recorded.provenanceOf(used, "go -C results run ./study", raw)
}

// provenanceOf is provenance for the searches that a command makes, whose records are in a file.
func (recorded records) provenanceOf(used []search, command, file string) string {
	// Equal conditions are listed once.
	var conditions []string
	dates := map[string][]string{}
	count := map[string]int{}
	for _, s := range used {
		r, ok := recorded[s.name()]
		if !ok {
			continue
		}
		c := fmt.Sprintf("%s, %s, %s, %d cores, %s at a time", r.Go, r.System, r.CPU, r.Cores,
			plural(r.Parallel, "search", "searches"))
		if count[c]++; count[c] == 1 {
			conditions = append(conditions, c)
		}
		if date := r.Date.Format(time.DateOnly); !slices.Contains(dates[c], date) {
			dates[c] = append(dates[c], date)
		}
	}
	var b strings.Builder
	b.WriteString("\n## Where these figures come from\n\n" + prose(
		"`"+command+"` makes all searches again and writes this file. ["+file+"]("+file+") has",
		"each search with its command, date, CPU time and time limit. Times are by the clock, on machines that",
		"did other work, too."))
	for _, c := range conditions {
		slices.Sort(dates[c])
		fmt.Fprintf(&b, "- %s, %s:\n  %s\n", plural(count[c], "search", "searches"), strings.Join(dates[c], ", "), c)
	}
	return b.String()
}

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
			widths[i] = max(widths[i], len([]rune(cell)))
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

func paragraph(lines ...string) string { return strings.Join(lines, "\n") + "\n\n" }

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

func memory(bytes int64) string {
	if bytes == 0 {
		return "not known"
	}
	return fmt.Sprintf("%d MB", (bytes+500_000)/1_000_000)
}
