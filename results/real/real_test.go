package main

import (
	"slices"
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

// TestWindows: runs see more windows, and the same ones when they are executed again.
func TestWindows(t *testing.T) {
	if err := real.CheckSupport(); err != nil {
		t.Skip(err)
	}
	committer, err := build(".", "commit", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, err := cluster("commit.toml", committer, "")
	if err != nil {
		t.Fatal(err)
	}
	var counts [2][]int
	for i := range counts {
		r, err := explore(t.Context(), c, explorations[1], 3)
		if err != nil || r.Failing > 0 {
			t.Fatalf("%d runs fail, %v", r.Failing, err)
		}
		counts[i] = r.Windows
	}
	if n := counts[0]; len(n) != 3 || n[0] == 0 || n[2] <= n[0] || !slices.Equal(n, counts[1]) {
		t.Errorf("after each run there are %d windows", counts)
	}
}

// TestWritten: the page is made of the records.
func TestWritten(t *testing.T) {
	if _, err := kept.Check(".."); err != nil {
		t.Error(err)
	}
}
