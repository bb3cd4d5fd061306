package main

import (
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/results/pages"
)

const publishedFile, raftFile = "published.json", "raft.json"

var (
	publishedStudy = of("published", publishedFile, publishedSearches, func(r records) map[string]string {
		return map[string]string{"published.md": r.published()}
	})
	raftStudy = of("raft", raftFile, raftSearches, func(r records) map[string]string {
		return map[string]string{"raft.md": r.raft()}
	})
)

// publishedRow is a row of the table of published models.
type publishedRow struct {
	model  string
	states int    // that Stateright visits; 0 if it publishes none
	source string // says so
}

const byFormula = "6ⁿ + 4ⁿ + 2ⁿ, as for 3 and 5"

// publishedRows are the models of models/published with a published number of states.
var publishedRows = []publishedRow{
	{"register-2-clients", 93, "test in `examples/single-copy-register.rs`"},
	{"register-4-clients", 400_233, "`cargo run --release --example single-copy-register check 4`"},
	{model: "register-4-clients-alike"},
	{"paxos-2-clients", 16_668, "test in `examples/paxos.rs`"},
	{model: "paxos-3-clients"},
	{model: "paxos-6-clients"},
	{model: "paxos-6-clients-alike"},
	{"abd-2-servers-2-clients", 544, "test in `examples/linearizable-register.rs`"},
	{"abd-3-servers-ordered-2-clients", 1_212_979, "`cargo run --release --example linearizable-register check 2 ordered`"},
	{"commit-3", 288, "test in `examples/2pc.rs`"},
	{"commit-5", 8_832, "test in `examples/2pc.rs`"},
	{"commit-9", 10_340_352, byFormula},
	{"commit-12", 2_193_563_648, byFormula},
	{model: "commit-any-3"},
	{model: "commit-any-3-alike"},
	{model: "commit-any-9-alike"},
	{model: "commit-any-12-alike"},
}

func (r publishedRow) search() search {
	return search{model: r.model, dir: "published", states: true, late: true}
}

func publishedSearches() (all []search) {
	for _, row := range publishedRows {
		all = append(all, row.search())
	}
	return all
}

// published returns the page of published models.
func (all records) published() string {
	t := table{header: []string{"Model", "Verdict", "States", "Transitions", "Interleavings", "Time", "Peak memory", "Stateright: states", "Source"}}
	for _, row := range publishedRows {
		c := append(all.statesCells(row.search()), make([]string, 5)...)
		transitions := ""
		if c[1] != "" {
			transitions = grouped(all[row.search().name()].Result.States.Transitions)
		}
		states := ""
		if row.states > 0 {
			states = grouped(row.states)
		}
		t.add(row.model, c[0], c[3], transitions, c[1], c[4], c[5], states, row.source)
	}
	return pages.Prose("# Published models", "",
		"The models of [models/published](../models/published), searched by states. They are those that",
		"[Stateright](https://github.com/stateright/stateright), an explicit-state model checker, publishes.",
		"The number in a name is that of the clients, each of which puts and gets once, or of the resource",
		"managers. Stateright has no partial-order reduction, and one transition of it is the delivery of a",
		"message with all that the receiver does then, which are several here. Interleavings are those that",
		"the states stand for. In models whose names end in alike, the search exchanges the resource",
		"managers, or the clients that send to the same servers (Model.Symmetric). In those named commit-any, the transaction manager remembers",
		"which resource managers have prepared.") + t.String() + all.provenance(publishedSearches(), "published", publishedFile)
}

func raftSearches() (all []search) {
	for _, m := range raft.Models() {
		all = append(all, search{model: m.Name, dir: "raft", states: true, late: true})
	}
	return all
}

// raft returns the page of the models of Raft.
func (all records) raft() string {
	t := table{header: []string{"Model", "Verdict", "States", "Interleavings", "Time", "Peak memory"}}
	for _, s := range raftSearches() {
		c := append(all.statesCells(s), make([]string, 5)...)
		t.add(s.model, c[0], c[3], c[1], c[4], c[5])
	}
	return pages.Prose("# Raft", "",
		"The models of [models/raft](../models/raft), searched by states, up to the first violation.",
		"`checkmodel -list ./models/raft` says what each shows; [their documentation](../models/raft/doc.go)",
		"names the sources of the bugs. Interleavings are the orders of receives that the states stand for.") +
		t.String() + all.provenance(raftSearches(), "raft", raftFile)
}
