package main

import "github.com/checkmodel/checkmodel/bounding"

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

// likeThePaper lists searches that are closer to those of the paper, which did not use receive
// patterns in Table 1. Method 3 without a bound is not among them: it does not finish even with
// receive patterns.
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
