// Real measures how often drawn runs find the bugs of a Raft store of real processes, in raft/, and how much of a store with
// two-phase commit they see, in commit/. It records that in real.json, and writes real.md. Usage, in the root of the repository:
//
//	go -C results run ./real [-runs N] [-run REGEXP]
//
// With -run '^$' it measures nothing, and writes the page again.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"maps"
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
	"github.com/checkmodel/checkmodel/results/pages"
)

// bug is a bug of the store, with the figures of the paper.
type bug struct {
	name, words     string
	random, visited int // failures that the paper's strategies found in 200 runs
	file            string
}

var bugs = []bug{
	{"", "none", 0, 0, "raft.toml"},
	{"file", "state file written in place", 62, 95, "raft.toml"},
	{"stale", "stale reads", 91, 80, "raft.toml"},
	{"early", "early promotion", 12, 15, "late.toml"},
}

var strategies = []checker.Algorithm{checker.RandomWalk, checker.Visited, checker.Portfolio, checker.Learn}

// record is the result of the runs of a bug by a strategy.
type record struct {
	Bug        string            `json:"bug"`
	Strategy   checker.Algorithm `json:"strategy"`
	Runs       int               `json:"runs"`
	Failing    int               `json:"failing"`
	First      int               `json:"first"` // failing run; 0 if there is none
	Events     int               `json:"events"`
	Seconds    float64           `json:"seconds"`
	Violations map[string]int    `json:"violations"`        // runs that violate each property
	Windows    []int             `json:"windows,omitempty"` // different ones, after each run
	Date       string            `json:"date"`
}

// cluster returns the cluster of a file, whose programs are all the same one, with a bug.
func cluster(file, program, bug string) (real.Cluster, error) {
	c, err := clusterfile.Read(file)
	for _, nodes := range [][]real.Node{c.Nodes, c.Clients} {
		for i := range nodes {
			nodes[i].Command[0] = program
			nodes[i].Env = []string{"BUG=" + bug}
		}
	}
	return c, err
}

// build builds the program of a directory here in a directory.
func build(here, name, into string) (path string, err error) {
	path = filepath.Join(into, name+".program")
	c := exec.Command("go", "build", "-o", path, "./"+name)
	c.Dir = here
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
}

const seed = 1

// search executes runs of a cluster, which all are executed also after one that fails.
func search(ctx context.Context, c real.Cluster, strategy checker.Algorithm, runs int, until checker.Until) (record, error) {
	begun := time.Now()
	r, err := checker.Check(ctx, c.Model(), checker.Options{Algorithm: strategy, Runs: runs, Seed: seed, Workers: 2, Until: until})
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

// measurement is a record that can be made.
type measurement struct {
	of   record // its strategy and bug
	make func() (record, error)
}

// name is the name that the flag -run selects.
func (m *measurement) name() string { return string(m.of.Strategy) + "/" + m.of.Bug }

// measurements returns all that can be measured, with programs that are built in a directory.
func measurements(here, dir string, runs int) (all []measurement, err error) {
	store, err := build(here, "raft", dir)
	if err != nil {
		return nil, err
	}
	committer, err := build(here, "commit", dir)
	if err != nil {
		return nil, err
	}
	for _, s := range strategies {
		for _, b := range bugs {
			all = append(all, measurement{record{Strategy: s, Bug: b.name}, func() (record, error) {
				c, err := cluster(filepath.Join(here, b.file), store, b.name)
				if err != nil {
					return record{}, err
				}
				return search(context.Background(), c, s, runs, checker.UntilEnd)
			}})
		}
	}
	for _, e := range explorations {
		all = append(all, measurement{record{Strategy: checker.Algorithm(e.name), Bug: windowsOf}, func() (record, error) {
			c, err := cluster(filepath.Join(here, "commit.toml"), committer, "")
			if err != nil {
				return record{}, err
			}
			return explore(context.Background(), c, e, runs)
		}})
	}
	return all, nil
}

// measure makes the records that are chosen. It writes them after each.
func measure(results string, runs int, chosen *regexp.Regexp) error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	possible, err := measurements(filepath.Join(results, "real"), dir, runs)
	if err != nil {
		return err
	}
	for _, m := range possible {
		if !chosen.MatchString(m.name()) {
			continue
		}
		r, err := m.make()
		if err != nil {
			return err
		}
		r.Strategy, r.Bug = m.of.Strategy, m.of.Bug
		fmt.Printf("%+v\n", r)
		if err := kept.Put(results, r); err != nil {
			return err
		}
	}
	return nil
}

//go:embed others.md
var others string

// page returns the page of the records.
func page(all []record) string {
	return "# Real processes\n\n## Three bugs of a Raft store\n\n" + bugsText + bugsTable(all) + "\n## How much is seen\n\n" + windowsText + windowsTable(all) + "\n" + others
}

const bugsText = `The store in [real/raft](real/raft) is written as people write one: Go, net/rpc over TCP, a file.
Three nodes and three clients, with eight operations each, are six processes.
[raft.toml](real/raft.toml) has the faults and rules: nodes crash and lose what they have not
synced, stand still, and are cut off, and packets are late. Early promotion needs a vote that is
late by an election, and has its own [late.toml](real/late.toml). Each number says how many of the
runs fail, and in parentheses which is the first; also after one that fails all are
executed. The first 100 runs of each strategy are random walks, from which the others learn. Beside
them is Table 2 of the paper that the idea is from, of another Raft with other rates of faults:
failures of 200 runs by its random strategy, and by its visited windows.

`

// of returns the record of a strategy and a bug, or nil.
func of(all []record, s checker.Algorithm, bug string) *record {
	for i := range all {
		if all[i].Strategy == s && all[i].Bug == bug {
			return &all[i]
		}
	}
	return nil
}

// bugsTable returns the failures for each bug and strategy.
func bugsTable(all []record) string {
	var b, violated strings.Builder
	measured := slices.DeleteFunc(slices.Clone(strategies), func(s checker.Algorithm) bool {
		return !slices.ContainsFunc(bugs, func(b bug) bool { return of(all, s, b.name) != nil })
	})
	b.WriteString("| Bug |")
	for _, s := range measured {
		fmt.Fprintf(&b, " %s |", s)
	}
	b.WriteString(" paper, random | paper, visited |\n|---|" + strings.Repeat("---|", len(measured)+2) + "\n")
	var last *record
	for _, bug := range bugs {
		fmt.Fprintf(&b, "| %s |", bug.words)
		properties := map[string]int{}
		for _, s := range measured {
			r := of(all, s, bug.name)
			switch {
			case r == nil:
				b.WriteString(" – |")
				continue
			case r.First == 0:
				fmt.Fprintf(&b, " 0 of %d |", r.Runs)
			default:
				fmt.Fprintf(&b, " %d of %d (%d) |", r.Failing, r.Runs, r.First)
			}
			last = r
			for name, n := range r.Violations {
				properties[name] += n
			}
		}
		fmt.Fprintf(&b, " %d | %d |\n", bug.random, bug.visited)
		for i, name := range slices.Sorted(maps.Keys(properties)) {
			if i == 0 {
				fmt.Fprintf(&violated, "- %s:", bug.words)
			} else {
				violated.WriteString(",")
			}
			fmt.Fprintf(&violated, " %s %d", name, properties[name])
		}
		if len(properties) > 0 {
			violated.WriteString("\n")
		}
	}
	if last != nil {
		fmt.Fprintf(&b, "\nThe properties that are violated, by all strategies together:\n\n%s\n", violated.String())
		fmt.Fprintf(&b, "Measured by `go -C results run ./real` on %s, with 2 workers and seed %d. The last row took\n%.0f seconds for %d runs of %d events, on two shared cores with other work.\n",
			last.Date, seed, last.Seconds, last.Runs, last.Events/max(1, last.Runs))
	}
	return b.String()
}

var kept = pages.Page[record]{
	Name: "real", Text: page,
	Same: func(a, b record) bool { return a.Bug == b.Bug && a.Strategy == b.Strategy },
}

func main() {
	runs := flag.Int("runs", 200, "execute `N` runs of each bug by each strategy")
	kept.Main(func(results string, chosen *regexp.Regexp) error { return measure(results, *runs, chosen) })
}
