package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/outlook"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/examples/journal"
	"github.com/checkmodel/checkmodel/models/examples/retry"
	"github.com/checkmodel/checkmodel/models/examples/standby"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/trace"
)

const estimatesRaw = "estimates.json"

// fractions are the parts of a search after which its estimate is compared with its size.
var fractions = []float64{0.1, 0.3, 0.6}

// estimated is a search with its estimates.
type estimated struct {
	Search        string     `json:"search"`
	Interleavings int        `json:"interleavings"`
	Estimates     []forecast `json:"estimates"` // after each of the fractions
}

// forecast is what progress says after a part of a search.
type forecast struct {
	Explored int     `json:"explored"`
	Known    int     `json:"known"`              // explored or planned
	Estimate float64 `json:"estimate,omitempty"` // the last one; 0 if it is infinite
	Stable   bool    `json:"stable"`             // there is an interval
	Low      float64 `json:"low,omitempty"`
	High     float64 `json:"high,omitempty"`
}

// holds reports whether the number of interleavings is in the interval.
func (f forecast) holds(n int) bool { return f.Stable && f.Low <= float64(n) && float64(n) <= f.High }

// estimatedSearch is a search whose estimates are compared with its size.
type estimatedSearch struct {
	name  string
	model checker.Model
	bound bounding.Bound
}

// estimatedFaults lists models of models/examples with budgets of faults.
var estimatedFaults = []struct {
	models []checker.Model
	faults checker.Faults
}{
	{journal.Models(), checker.Faults{Crashes: 1, Restarts: 1}},
	{journal.Models(), checker.Faults{Crashes: 2, Restarts: 2}},
	{retry.Models(), checker.Faults{Losses: 1, Duplicates: 1}},
	{retry.Models(), checker.Faults{Duplicates: 2}},
	{retry.Models(), checker.Faults{Reorderings: 2}},
	{standby.Models(), checker.Faults{Partitions: 1, Crashes: 1}},
	{standby.Models(), checker.Faults{Duplicates: 1}},
}

// estimatedSearches lists all programs of models/litmus, the models of CORFU within three bounds, and models with faults.
func estimatedSearches() (all []estimatedSearch) {
	for _, m := range corfu.Models() {
		for b := 4; b <= 6; b++ {
			all = append(all, estimatedSearch{fmt.Sprintf("%s -bound %d", m.Name, b), m, bounding.Tree(b)})
		}
	}
	for _, m := range litmus.Models() {
		all = append(all, estimatedSearch{"litmus " + m.Name, m, bounding.None()})
	}
	for _, f := range estimatedFaults {
		for _, m := range f.models {
			m.Faults = f.faults
			all = append(all, estimatedSearch{fmt.Sprintf("%s, %v", m.Name, m.Faults), m, bounding.None()})
		}
	}
	return all
}

// forecaster asks a search for estimates, as progress does.
type forecaster struct {
	ask     func() checker.Estimate
	outlook outlook.Outlook
	all     []forecast // after each interleaving
}

func (f *forecaster) Forecast(ask func() checker.Estimate) { f.ask = ask }

// Counting says that the events are not needed.
func (f *forecaster) Counting() {}

func (f *forecaster) Interleaving(n int, _ trace.Outcome, _ []trace.Event) {
	if !f.outlook.Wants(n) {
		return
	}
	e := f.ask()
	f.outlook.Add(n, e.Total)
	said := forecast{Explored: n, Known: n + e.Planned}
	if !math.IsInf(e.Total, 0) {
		said.Estimate = e.Total
	}
	if low, high, stable := f.outlook.Interval(said.Known); stable {
		said.Low, said.High, said.Stable = low, high, true
	}
	f.all = append(f.all, said)
}

// estimate makes a whole search, and returns what its progress said after each fraction of it.
func (s estimatedSearch) estimate() (estimated, error) {
	f := &forecaster{}
	r, err := checker.Check(context.Background(), s.model, checker.Options{Bound: s.bound, Until: checker.UntilEnd, Workers: 1, Observer: f})
	if err != nil {
		return estimated{}, err
	}
	e := estimated{Search: s.name, Interleavings: r.Interleavings}
	for _, part := range fractions {
		for _, said := range f.all {
			if float64(said.Explored) >= part*float64(r.Interleavings) {
				e.Estimates = append(e.Estimates, said)
				break
			}
		}
	}
	return e, nil
}

// fewestEstimated is the number of interleavings below which a search says nothing about estimates: it has ended before one is shown.
const fewestEstimated = 30

// studyEstimates makes the searches whose names match, and writes the section if these are all.
func studyEstimates(dir, pattern string) error {
	var all []estimated
	err := forSelected(estimatedSearches(), func(s estimatedSearch) string { return s.name }, pattern, func(s estimatedSearch) error {
		e, err := s.estimate()
		if err == nil && e.Interleavings >= fewestEstimated {
			all = append(all, e)
		}
		return err
	})
	if err != nil {
		return err
	}
	if pattern != "" {
		for _, e := range all {
			fmt.Println(e)
		}
		return nil
	}
	text, err := json.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, estimatesRaw), append(text, '\n'), 0o644); err != nil {
		return err
	}
	return files{dir}.section(randomPage, estimatesSection(all))
}

// estimatedGroups are the rows of the table: which searches, by a pattern of their names.
var estimatedGroups = []struct{ title, pattern string }{
	{"CORFU, `-bound 4`", "-bound 4$"},
	{"CORFU, `-bound 5`", "-bound 5$"},
	{"CORFU, `-bound 6`", "-bound 6$"},
	{"`models/litmus`", "^litmus "},
	{"`models/examples` with faults", "="},
	{"all", ""},
}

// estimatesSection returns the section about estimates.
func estimatesSection(all []estimated) string {
	t := table{header: []string{"Searches", "Number", "after 10 %", "after 30 %", "after 60 %"}}
	for _, g := range estimatedGroups {
		pattern := regexp.MustCompile(g.pattern)
		n, holds, widths := 0, make([]int, len(fractions)), make([][]float64, len(fractions))
		for _, e := range all {
			if !pattern.MatchString(e.Search) {
				continue
			}
			n++
			for i, f := range e.Estimates {
				if f.Stable {
					widths[i] = append(widths[i], f.High/f.Low)
				}
				if f.holds(e.Interleavings) {
					holds[i]++
				}
			}
		}
		row := []string{g.title, fmt.Sprint(n)}
		for i, w := range widths {
			cell := "–"
			if slices.Sort(w); len(w) > 0 {
				cell = fmt.Sprintf("%d of %d, %.0f", holds[i], len(w), w[len(w)/2])
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	return prose("## Estimates", "",
		"Progress says an interval for the number of all interleavings once its estimates agree, and before at least how many there are.",
		"In how many searches the interval holds the number after 10 %, 30 % and 60 % of the search, of those that have one, and the median",
		"of its upper end divided by the lower one.", "",
		"An estimate takes unexplored branches to be as large as their explored siblings (Kilby, Slaney, Thiébaux and Walsh, \"Estimating",
		"search tree size\", AAAI 2006). But branches to the right are smaller, and some are found only later, so single estimates are",
		"wrong by a factor of 100 now and then. The interval is made from the estimates since a quarter of the present number of interleavings:",
		"from a quarter of their lower fifth to twice their upper two fifths, factors that were chosen for the searches of this table;",
		"wider if an earlier interval was wrong. While a branch with a fault is unexplored beside the present path, there is none: a crash can",
		"have a hundred times as many interleavings as what was explored without it.", "",
		"`go -C results run ./study -estimates` writes this section and ["+estimatesRaw+"]("+estimatesRaw+").") + t.String()
}

// String returns what the search said after each fraction.
func (e estimated) String() string {
	text := fmt.Sprintf("%s: %d", e.Search, e.Interleavings)
	for _, f := range e.Estimates {
		text += "; " + f.text(e.Interleavings)
	}
	return text
}

// text returns the interval, or what is known.
func (f forecast) text(n int) string {
	if !f.Stable {
		return "at least " + grouped(f.Known)
	}
	text := grouped(int(f.Low)) + " to " + grouped(int(f.High))
	if !f.holds(n) {
		text += " ✗"
	}
	return text
}
