package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// publishedRow is a row of the table of published models.
type publishedRow struct {
	model  string
	states int    // that Stateright visits
	source string // says so
}

// asserted is the source of a number that a test of Stateright asserts.
func asserted(example string) string { return "test in `examples/" + example + ".rs`" }

const (
	reported  = "`cargo run --release --example %s`"
	byFormula = "6ⁿ + 4ⁿ + 2ⁿ, as for 3 and 5 in the test in `examples/2pc.rs`"
)

// publishedRows are the models of models/published with a published number of states.
var publishedRows = []publishedRow{
	{"register-2-clients", 93, asserted("single-copy-register")},
	{"register-4-clients", 400_233, fmt.Sprintf(reported, "single-copy-register check 4")},
	{"paxos-2-clients", 16_668, asserted("paxos")},
	{"abd-2-servers-2-clients", 544, asserted("linearizable-register")},
	{"abd-3-servers-ordered-2-clients", 1_212_979, fmt.Sprintf(reported, "linearizable-register check 2 ordered")},
	{"commit-3", 288, asserted("2pc")},
	{"commit-5", 8_832, asserted("2pc")},
	{"commit-9", 10_340_352, byFormula},
	{"commit-12", 2_193_563_648, byFormula},
}

func (r publishedRow) search() search {
	return search{model: r.model, dir: "published", states: true, late: true}
}

// publishedSearches lists the searches of the table.
func publishedSearches() []search {
	var all []search
	for _, row := range publishedRows {
		all = append(all, row.search())
	}
	return all
}

const (
	publishedRaw   = "published.json"
	publishedTable = "published.md"
)

// studyPublished makes the selected searches of the table.
func studyPublished(dir, pattern string, limit time.Duration) error {
	return studyTable(pattern, limit, publishedSearches(), files{dir}, publishedRaw, files{dir}.writePublished)
}

// studyTable makes the selected ones of some searches, one after the other, and writes their files after each.
func studyTable(pattern string, limit time.Duration, all []search, f files, raw string, write func(records) error) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	recorded, err := f.read(raw)
	if err != nil {
		return err
	}
	for _, s := range all {
		if !selected.MatchString(s.name()) {
			continue
		}
		r, err := measure(s, limit, 1)
		if err != nil {
			return err
		}
		recorded[s.name()] = r
		fmt.Printf("%-45s %-11s %s\n", s.name(), r.Result.Verdict, duration(r.Result.Elapsed))
		if err := write(recorded); err != nil {
			return err
		}
	}
	return write(recorded)
}

func (f files) writePublished(recorded records) error {
	if err := f.record(publishedRaw, publishedSearches(), recorded); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, publishedTable), []byte(recorded.published()), 0o644)
}

// published returns the table of published models.
func (recorded records) published() string {
	t := table{header: []string{"Model", "Verdict", "States", "Transitions", "Interleavings", "Time", "Peak memory", "Stateright: states", "Source"}}
	for _, row := range publishedRows {
		r, ok := recorded[row.search().name()]
		if !ok || r.Result.States == nil {
			t.add(row.model, "not searched", "", "", "", "", "", grouped(row.states), row.source)
			continue
		}
		verdict, m := r.Result.Verdict, r.Result.States
		if r.Result.stopped() {
			verdict = "stopped"
		}
		t.add(row.model, verdict, grouped(m.States), grouped(m.Transitions), groups(string(r.Result.Interleavings)),
			duration(r.Result.Elapsed), memory(r.PeakMemory), grouped(row.states), row.source)
	}
	return paragraph("# Published models", "",
		"The models of [models/published](../models/published), searched by states. They are those that",
		"[Stateright](https://github.com/stateright/stateright), an explicit-state model checker, publishes.",
		"The number in a name is that of the clients, each of which puts and gets once, or of the resource",
		"managers. Stateright has no partial-order reduction, and one transition of it is the delivery of a",
		"message with all that the receiver does then, which are several here. Interleavings are those that",
		"the states stand for.") +
		t.String() + recorded.provenanceOf(publishedSearches(), "go -C results run ./study -published", publishedRaw)
}
