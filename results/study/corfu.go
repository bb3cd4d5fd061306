package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/results/pages"
)

const corfuFile = "raw.json"

var corfuStudy = of("corfu", corfuFile, corfuSearches, func(r records) map[string]string {
	return map[string]string{"table1.md": r.table1(), "table2.md": r.table2(), "verification.md": r.verification()}
})

// figures are the paper's figures for a search.
type figures struct {
	bug    string
	traces string
	time   string
}

// methodRow is a row of Table 1: a method, with a bound of 4 and without one.
type methodRow struct {
	method    string
	model     string
	keepGoing bool // without a bound; for models in which nothing is found
	bounded   figures
	unbounded figures
}

// Table 1 of the paper, and the other configuration of method 3, for which the
// paper has no figures.
var table1 = []methodRow{
	{"1 (tail)", "tail", false, figures{"yes", "638", "57s"}, figures{"yes", "3 542 431", "144h"}},
	{"2 (head)", "head", false, figures{"yes", "65", "7s"}, figures{"yes", "389", "26s"}},
	{"3 (middle, 1 to 2)", "middle-1to2", true, figures{"no", "1 257", "68s"}, figures{"no", "> 30 000 000", "> 750h"}},
	{"3 (middle, 2 to 3)", "middle-2to3", true, figures{}, figures{}},
}

// boundedSearch is the search with the bound of the table.
func (row *methodRow) boundedSearch() search {
	return search{model: row.model, bound: bounding.Tree(4)}
}

// unboundedSearch is the search without a bound.
func (row *methodRow) unboundedSearch() search {
	return search{model: row.model, keepGoing: row.keepGoing}
}

// likeThePaper lists searches that are closer to the paper's, which did not use receive patterns in
// Table 1. Method 3 without a bound is not among them: it does not finish even with receive patterns.
var likeThePaper = []struct {
	method string
	bound  string
	search search
	paper  figures
}{
	{"1 (tail)", "4", search{model: "tail", bound: bounding.Tree(4), noPattern: true}, table1[0].bounded},
	{"1 (tail)", "5", search{model: "tail", bound: bounding.Tree(5), noPattern: true}, figures{}},
	{"2 (head)", "4", search{model: "head", bound: bounding.Tree(4), noPattern: true}, table1[1].bounded},
	{"2 (head)", "none", search{model: "head", noPattern: true}, table1[1].unbounded},
	{"3 (middle, 1 to 2)", "4", search{model: "middle-1to2", bound: bounding.Tree(4), noPattern: true}, table1[2].bounded},
	{"3 (middle, 2 to 3)", "4", search{model: "middle-2to3", bound: bounding.Tree(4), noPattern: true}, figures{}},
}

// byDelay is the search with Concuerror's bound named delay.
func (row *methodRow) byDelay() search {
	return search{model: row.model, bound: bounding.Delay(4)}
}

// improvementsRow is a row of Table 2: method 1 with some of the improvements.
type improvementsRow struct {
	receivePatterns, conditionalRead, table bool
	paper                                   figures
}

// Table 2 of the paper.
var table2 = []improvementsRow{
	{false, false, false, figures{"yes", "3 542 431", "144h"}},
	{true, false, false, figures{"yes", "151 923", "5h30m"}},
	{false, true, false, figures{"yes", "3 787", "6m20s"}},
	{true, true, false, figures{"yes", "212", "19s"}},
	{false, false, true, figures{"yes", "1 059 043", "29h40m"}},
	{true, false, true, figures{"yes", "47 148", "1h05m"}},
	{false, true, true, figures{"yes", "5 239", "5m20s"}},
	{true, true, true, figures{"yes", "289", "18s"}},
}

func (row *improvementsRow) search() search {
	return search{model: variant("tail", row.conditionalRead, row.table), noPattern: !row.receivePatterns}
}

// variant returns the name of a model of the method with some refinements.
func variant(method string, conditionalRead, table bool) string {
	if conditionalRead {
		method += "+condread"
	}
	if table {
		method += "+table"
	}
	return method
}

// verifiedInPaper holds the figures of section 5.3 for method 3 with the optimization and both
// refinements.
var verifiedInPaper = figures{"no", "3 931 413", "48h"}

// toTheEnd lists the searches without a bound that continue after a violation.
var toTheEnd = []search{
	{model: "middle-1to2+condread+table", keepGoing: true},
	{model: "middle-1to2+table", keepGoing: true},
	{model: "middle-1to2+condread", keepGoing: true},
	{model: "middle-1to2", keepGoing: true},
	{model: "middle-2to3+condread+table", keepGoing: true},
	{model: "middle-2to3+table", keepGoing: true},
	{model: "middle-2to3+condread", keepGoing: true},
	{model: "middle-2to3", keepGoing: true},
	{model: "head+condread+table", keepGoing: true},
}

// corfuSearches lists all searches, each once.
func corfuSearches() (all []search) {
	add := func(searches ...search) {
		for _, s := range searches {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	for _, row := range table1 {
		add(row.boundedSearch(), row.unboundedSearch(), row.byDelay())
	}
	for _, row := range likeThePaper {
		add(row.search)
	}
	for _, row := range table2 {
		add(row.search())
	}
	add(toTheEnd...)
	add(byStates(false)...)
	add(byStates(true)...)
	return all
}

// byStates lists the searches of all models of a study by states, with or without receive patterns.
func byStates(patterns bool) []search {
	var all []search
	for _, m := range corfu.Models() {
		all = append(all, search{model: m.Name, keepGoing: true, states: true, patterns: patterns})
	}
	for _, m := range chainrepl.Models() {
		all = append(all, search{model: m.Name, dir: "chainrepl", keepGoing: true, states: true, patterns: patterns})
	}
	return all
}

func (all records) table1() string {
	columns := []string{"Method", "Bound", "Bug?", "Interleavings", "Time", "Paper: bug?", "Paper: traces", "Paper: time"}
	ours, like, delay := table{header: columns}, table{header: columns}, table{header: columns[:5]}
	var used []search
	add := func(t *table, method, bound string, s search, paper figures) {
		used = append(used, s)
		cells := append([]string{method, bound}, all.cells(s)...)
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
	return pages.Prose("# Table 1: the methods on the initial model", "",
		"Each repair method on the initial model, with exploration tree bounding (at most 4) and without a",
		"bound, by optimal DPOR with receive patterns, until the first violation. The paper's figures are",
		"beside ours. Its search of method 3 without a bound did not finish, and it has no figures for a",
		"chain that grows from 2 servers to 3.") +
		ours.String() + "\n" +
		pages.Prose("## As the paper did it", "",
			"Without receive patterns. (Method 1 without a bound is the first row of [Table 2](table2.md).) The",
			"interleavings within a bound depend on the first interleaving, and the paper's program has a different one.") +
		like.String() + "\n" +
		pages.Prose("## With the other bound", "",
			"With Concuerror's delay bound and receive patterns. Branch k of a state, counted from 0, costs k. The",
			"bound above charges 1 for every branch but the first.") +
		delay.String() +
		all.provenance(used, "corfu", corfuFile)
}

func (all records) table2() string {
	t := table{header: []string{"Receive patterns", "Conditional read", "Layout in a table",
		"Bug?", "Interleavings", "Time", "Paper: bug?", "Paper: traces", "Paper: time"}}
	var used []search
	for _, row := range table2 {
		s := row.search()
		used = append(used, s)
		cells := append([]string{mark(row.receivePatterns), mark(row.conditionalRead), mark(row.table)}, all.cells(s)...)
		t.add(append(cells, row.paper.cells()...)...)
	}
	return pages.Prose("# Table 2: what the improvements are worth", "",
		"Method 1 (tail) with each subset of the improvements, without a bound, by optimal DPOR, until the",
		"first violation. The first improvement is one of the search: messages into a mailbox race only if a",
		"receive can tell their order. The others are refinements of the model.") +
		t.String() +
		all.provenance(used, "corfu", corfuFile)
}

func (all records) verification() string {
	states := table{header: []string{"Model", "Verdict", "Interleavings", "of these violating", "States", "Time", "Peak memory",
		"With patterns: interleavings", "of these violating", "States", "Time"}}
	patterned := byStates(true)
	for i, s := range byStates(false) {
		with := all.statesCells(patterned[i])
		states.add(slices.Concat([]string{cmp.Or(s.dir, "corfu") + "/" + s.model}, all.statesCells(s), with[1:min(5, len(with))])...)
	}
	each := table{header: []string{"Model", "Verdict", "Interleavings", "of these violating", "Events", "Time", "Peak memory"}}
	for _, s := range toTheEnd {
		if r := all[s.name()]; r != nil {
			each.add(s.model, r.Result.Verdict, r.Result.count(), groups(string(r.Result.Violations)), grouped(r.Result.Events),
				duration(r.Result.Elapsed), megabytes(r.PeakMemory))
		} else {
			each.add(s.model, "not searched")
		}
	}
	return pages.Prose("# Verification to the end", "",
		"Searches without a bound that go on after a violation. A model is verified if all interleavings were",
		"explored, up to orders that make no difference, and none violates a property.", "",
		"## By states", "",
		"All models of CORFU and of Chain Replication, with `-search states`, by two workers (where a model",
		"is violated, one worker searches again), and with `-receive-patterns`, by one worker. Interleavings",
		"are those that the states stand for. With patterns they are as many as by enumeration, where each",
		"receive that could take two messages shows which came first.") + states.String() + "\n" +
		pages.Prose("## By enumeration", "",
			"By optimal DPOR with receive patterns. No search has sleep-set blocked interleavings. One that was stopped at its time limit",
			"shows nothing about the rest. "+fmt.Sprintf("The paper verified method 3 with the optimization and both refinements in %s, after %s",
				verifiedInPaper.time, verifiedInPaper.traces),
			"traces, and did not finish without them. Its program is not ours, so the numbers are at best of the same order of magnitude.") +
		each.String() + all.provenance(slices.Concat(byStates(false), byStates(true), toTheEnd), "corfu", corfuFile)
}

// statesCells returns the result of a search by states: verdict, interleavings, violating ones, states, time, memory.
func (all records) statesCells(s search) []string {
	r := all[s.name()]
	if r == nil || r.Result.States == nil {
		return []string{"not searched"}
	}
	verdict := r.Result.Verdict
	if r.Result.stopped() {
		verdict = "stopped"
	}
	return []string{verdict, groups(string(r.Result.Interleavings)), groups(string(r.Result.Violations)), grouped(r.Result.States.States),
		duration(r.Result.Elapsed), megabytes(r.PeakMemory)}
}

// cells returns the result of a search: bug or not, interleavings, time.
func (all records) cells(s search) []string {
	r := all[s.name()]
	if r == nil {
		return []string{"not searched", "", ""}
	}
	bug := map[string]string{"violated": "yes", "verified": "no", "bounded": "none within the bound", "incomplete": "none found"}[r.Result.Verdict]
	return []string{bug, r.Result.count(), duration(r.Result.Elapsed)}
}

func (f figures) cells() []string { return []string{f.bug, f.traces, f.time} }
