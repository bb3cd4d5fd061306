package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/checkmodel/checkmodel/models/raft"
)

const (
	raftRaw   = "raft.json"
	raftTable = "raft.md"
)

// raftSearches lists the searches of the models of Raft.
func raftSearches() []search {
	var all []search
	for _, m := range raft.Models() {
		all = append(all, search{model: m.Name, dir: "raft", states: true, late: true})
	}
	return all
}

// studyRaft makes the selected searches of the table.
func studyRaft(dir, pattern string, limit time.Duration) error {
	return studyTable(pattern, limit, raftSearches(), files{dir}, raftRaw, files{dir}.writeRaft)
}

func (f files) writeRaft(recorded records) error {
	if err := f.record(raftRaw, raftSearches(), recorded); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, raftTable), []byte(recorded.raft()), 0o644)
}

// raft returns the table of the models of Raft.
func (recorded records) raft() string {
	t := table{header: []string{"Model", "Shows", "Verdict", "States", "Interleavings", "Time", "Peak memory"}}
	for _, m := range raft.Models() {
		s := search{model: m.Name, dir: "raft", states: true, late: true}
		r, ok := recorded[s.name()]
		if !ok || r.Result.States == nil {
			t.add(m.Name, m.Doc, "not searched")
			continue
		}
		verdict := r.Result.Verdict
		if r.Result.stopped() {
			verdict = "stopped"
		}
		t.add(m.Name, m.Doc, verdict, grouped(r.Result.States.States),
			groups(string(r.Result.Interleavings)), duration(r.Result.Elapsed), memory(r.PeakMemory))
	}
	return paragraph("# Raft", "",
		"The models of [models/raft](../models/raft), searched by states, up to the first violation.",
		"[Their documentation](../models/raft/doc.go) says what is in which, and where the bugs are known",
		"from. Interleavings are the orders in which messages are taken, which the states stand for.") +
		t.String() + recorded.provenanceOf(raftSearches(), "go -C results run ./study -raft", raftRaw)
}
