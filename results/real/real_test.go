package main

import (
	"os"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/real"
)

// found executes runs of the store with a bug until one fails.
func found(t *testing.T, bug string, runs int) record {
	if err := real.CheckSupport(); err != nil {
		t.Skip(err)
	}
	store, err := build(".", "raft", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, err := cluster("raft.toml", store, bug)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search(t.Context(), c, checker.RandomWalk, runs, checker.UntilFirst)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStore: the store without a bug survives its faults.
func TestStore(t *testing.T) {
	t.Parallel()
	if r := found(t, "", 3); r.Failing != 0 || r.Runs != 3 {
		t.Errorf("the runs without a bug are %+v", r)
	}
}

// TestFile: a state file that is written in place is found damaged.
func TestFile(t *testing.T) {
	t.Parallel()
	if r := found(t, "file", 40); r.Failing == 0 || r.Violations["no crash"] == 0 {
		t.Errorf("the runs with the state written in place are %+v", r)
	}
}

// TestWritten: the page is made from the records beside it.
func TestWritten(t *testing.T) {
	all, err := read("..")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := os.ReadFile("../real.md"); err != nil || string(p) != page(all) {
		t.Errorf("results/real.md is not that of the records (%v); write it with go -C results run ./real -run '^$'", err)
	}
}
