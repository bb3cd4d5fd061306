// Real measures how often drawn runs find the bugs of a Raft store of real processes, in raft/, records it in real.json, and
// writes real.md. Usage, in the root of the repository:
//
//	go -C results run ./real [-runs N] [-run REGEXP]
//
// With -run '^$' it measures nothing, and writes the page again.
package main

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/clusterfile"
	"github.com/checkmodel/checkmodel/real"
	"github.com/checkmodel/checkmodel/results/machine"
)

// bug is a bug of the store, with what the paper says about it.
type bug struct {
	name, words     string
	random, visited int // failures that the paper's strategies found in 200 runs
}

var bugs = []bug{
	{"", "none", 0, 0},
	{"file", "state file written in place", 62, 95},
	{"stale", "stale reads", 91, 80},
	{"early", "early promotion", 12, 15},
}

var strategies = []checker.Algorithm{checker.RandomWalk, checker.Portfolio}

// record is the result of the runs of a bug by a strategy.
type record struct {
	Bug        string            `json:"bug"`
	Strategy   checker.Algorithm `json:"strategy"`
	Runs       int               `json:"runs"`
	Failing    int               `json:"failing"`
	First      int               `json:"first"` // failing run; 0 if there is none
	Events     int               `json:"events"`
	Seconds    float64           `json:"seconds"`
	Violations map[string]int    `json:"violations"` // runs that violate each property
	Date       string            `json:"date"`
}

// cluster returns the cluster of raft.toml with a bug.
func cluster(dir, store, bug string) (real.Cluster, error) {
	c, err := clusterfile.Read(filepath.Join(dir, "raft.toml"))
	for _, nodes := range [][]real.Node{c.Nodes, c.Clients} {
		for i := range nodes {
			nodes[i].Command[0] = store
			nodes[i].Env = []string{"BUG=" + bug}
		}
	}
	return c, err
}

// build builds the store in a directory.
func build(dir, into string) (path string, err error) {
	path = filepath.Join(into, "store")
	c := exec.Command("go", "build", "-o", path, "./raft")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
}

// search executes runs of a cluster, which all are executed also after one that fails.
func search(ctx context.Context, c real.Cluster, strategy checker.Algorithm, runs int, until checker.Until) (record, error) {
	begun := time.Now()
	r, err := checker.Check(ctx, c.Model(), checker.Options{Algorithm: strategy, Runs: runs, Seed: 1, Workers: 2, Until: until})
	if err != nil {
		return record{}, err
	}
	found := record{
		Strategy: strategy, Runs: r.Interleavings, Failing: r.Violating, First: r.FirstViolation, Events: r.Events,
		Seconds: time.Since(begun).Seconds(), Violations: map[string]int{}, Date: begun.Format(time.DateOnly),
	}
	for _, v := range r.Violations {
		found.Violations[v.Property] += v.Count
	}
	return found, nil
}

const recordsFile = "real.json"

// measure measures the bugs and strategies that are chosen, as in random-walk/file. It writes the records after each.
func measure(results string, runs int, chosen *regexp.Regexp) error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	here := filepath.Join(results, "real")
	store, err := build(here, dir)
	if err != nil {
		return err
	}
	all, err := read(results)
	if err != nil {
		return err
	}
	for _, s := range strategies {
		for _, b := range bugs {
			if !chosen.MatchString(string(s) + "/" + b.name) {
				continue
			}
			c, err := cluster(here, store, b.name)
			if err != nil {
				return err
			}
			r, err := search(context.Background(), c, s, runs, checker.UntilEnd)
			if err != nil {
				return err
			}
			r.Bug = b.name
			fmt.Printf("%+v\n", r)
			all = slices.DeleteFunc(all, func(o record) bool { return o.Bug == b.name && o.Strategy == s })
			all = append(all, r)
			text, err := json.MarshalIndent(all, "", "\t")
			if err == nil {
				err = os.WriteFile(filepath.Join(results, recordsFile), append(text, '\n'), 0o644)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

//go:embed others.md
var others string

// page returns the page of the records.
func page(all []record) string {
	var b strings.Builder
	b.WriteString(`# Real processes

## Three bugs of a Raft store

The store in [real/raft](real/raft) is written as people write one: Go, net/rpc over TCP, a file.
Three nodes and two clients, with four operations each, are five processes.
[raft.toml](real/raft.toml) has the faults and rules. Each row executes runs with fixed seeds, also
after one that fails. Beside them is Table 2 of the paper that the idea is from, of another Raft,
with faults of other rates: failures of 200 runs by its random strategy, and by its visited windows.

`)
	b.WriteString("| Bug | Strategy | Runs | Failing | First in run | Violated, runs | Events a run | Runs a minute | Paper, of 200: random, visited |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|\n")
	for _, bug := range bugs {
		for _, r := range all {
			if r.Bug != bug.name {
				continue
			}
			first := "–"
			if r.First > 0 {
				first = fmt.Sprint(r.First)
			}
			var violated []string
			for name, n := range r.Violations {
				violated = append(violated, fmt.Sprintf("%s: %d", name, n))
			}
			slices.Sort(violated)
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %s | %s | %d | %.0f | %d, %d |\n", bug.words, r.Strategy, r.Runs, r.Failing, first,
				cmp.Or(strings.Join(violated, ", "), "–"), r.Events/max(1, r.Runs), float64(r.Runs)/r.Seconds*60, bug.random, bug.visited)
		}
	}
	if len(all) > 0 {
		fmt.Fprintf(&b, "\nMeasured by `go -C results run ./real -runs %d -run random-walk` on %s, with 2 workers and\nseed 1, on two shared cores with other work, so runs a minute are a lower bound.\n", all[0].Runs, all[0].Date)
	}
	b.WriteString("\n" + others)
	return b.String()
}

// read reads the records in a directory.
func read(results string) (all []record, err error) {
	text, err := os.ReadFile(filepath.Join(results, recordsFile))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	return all, err
}

// write writes the page of the records in a directory.
func write(results string) error {
	all, err := read(results)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(results, "real.md"), []byte(page(all)), 0o644)
}

func main() {
	runs := flag.Int("runs", 200, "execute `N` runs of each bug by each strategy")
	run := flag.String("run", "", "measure those whose strategy and bug, as in random-walk/file, match `REGEXP`; '^$' only writes the page")
	flag.Parse()
	chosen, err := regexp.Compile(*run)
	if err == nil && *run != "^$" {
		err = measure(machine.Results(), *runs, chosen)
	}
	if err == nil {
		err = write(machine.Results())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "real: %v\n", err)
		os.Exit(1)
	}
}
