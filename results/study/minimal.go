package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/models/raft"
)

const (
	minimalRaw   = "minimized.json"
	minimalTable = "minimized.md"
)

// minimalRuns is how many runs may be drawn of a model, by each seed, until one fails.
const minimalRuns = 3_000

// minimalSeeds is how many seeds are tried.
const minimalSeeds = 10

// minimal is what became of the first failing run of a model.
type minimal struct {
	Command   string           `json:"command"`
	Seed      int              `json:"seed"`   // 0 if no run has failed
	Length    int              `json:"length"` // number of events up to the violation
	Events    int              `json:"events"`
	Claim     minimize.Claim   `json:"claim"`
	Stages    []minimize.Stage `json:"stages"`
	Schedules int              `json:"schedules"`
	Seconds   float64          `json:"seconds"`
}

// minimalModels are the models whose violations are minimized.
func minimalModels() (all []checker.Model) {
	for _, m := range raft.General() {
		if len(m.Violates) > 0 {
			all = append(all, m)
		}
	}
	return all
}

func minimalCommand(m checker.Model, seed int) string {
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' -search random-walk -runs %d -seed %d -workers 1 -minimize 60s ./models/raft/general",
		regexp.QuoteMeta(m.Name), minimalRuns, seed)
}

// minimized minimizes the first failing run of a model.
func minimized(m checker.Model) (*minimal, error) {
	expected := m
	expected.Violates = nil // so that the first violation ends the search
	for seed := 1; seed <= minimalSeeds; seed++ {
		ctx := context.Background()
		r, err := checker.Check(ctx, expected, checker.Options{Algorithm: checker.RandomWalk, Runs: minimalRuns, Seed: uint64(seed), Workers: 1})
		if err != nil {
			return nil, err
		}
		if len(r.Violations) == 0 {
			continue
		}
		begin := time.Now()
		v, err := checker.Minimize(ctx, r, r.Violations[0], checker.Minimizing{})
		if err != nil {
			return nil, err
		}
		of := v.Minimized
		return &minimal{
			Command: minimalCommand(m, seed), Seed: seed, Length: r.Violations[0].Length, Events: of.Events, Claim: of.Claim, Stages: of.Stages,
			Schedules: of.Schedules, Seconds: rounded(time.Since(begin).Seconds()),
		}, nil
	}
	return &minimal{Command: minimalCommand(m, 1)}, nil
}

// studyMinimal minimizes runs of the models whose commands match, and writes the page.
func studyMinimal(dir, pattern string) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	f := files{dir}
	all, err := f.readMinimal()
	if err != nil {
		return err
	}
	for _, m := range minimalModels() {
		if !selected.MatchString(minimalCommand(m, 1)) {
			continue
		}
		if all[m.Name], err = minimized(m); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		if err := f.writeMinimal(all); err != nil {
			return err
		}
	}
	return f.writeMinimal(all)
}

// minimalAll holds what was minimized, by the names of the models.
type minimalAll map[string]*minimal

func (f files) readMinimal() (minimalAll, error) {
	list, err := readList[*minimal](f, minimalRaw)
	if err != nil {
		return nil, err
	}
	all := minimalAll{}
	for _, m := range minimalModels() {
		for _, r := range list {
			if strings.Contains(r.Command, "'^"+regexp.QuoteMeta(m.Name)+"$'") {
				all[m.Name] = r
			}
		}
	}
	return all, nil
}

func (f files) writeMinimal(all minimalAll) error {
	var lines []string
	for _, m := range minimalModels() {
		if r := all[m.Name]; r != nil {
			line, err := json.Marshal(r)
			if err != nil {
				return err
			}
			lines = append(lines, string(line))
		}
	}
	if err := f.replace(minimalRaw, "[\n"+strings.Join(lines, ",\n")+"\n]\n"); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, minimalTable), []byte(all.page()), 0o644)
}

// page returns the page.
func (all minimalAll) page() string {
	t := table{header: []string{"Model", "Run", "Provenance", "Faults", "Messages, events", "Departures, proof", "Left", "Claim", "Schedules", "Time"}}
	for _, m := range minimalModels() {
		switch r := all[m.Name]; {
		case r == nil:
			t.add(m.Name, "not searched")
		case r.Seed == 0:
			t.add(m.Name, "none fails")
		default:
			at := func(stage string) string {
				left := "–"
				for _, s := range r.Stages {
					if s.Name == stage {
						left = grouped(s.Events)
					}
				}
				return left
			}
			t.add(m.Name, grouped(r.Length), at("provenance"), at("faults"), at("events"), at("proof"),
				fmt.Sprintf("%.0f %%", 100*float64(r.Events)/float64(r.Length)), string(r.Claim), grouped(r.Schedules), duration(r.Seconds))
		}
	}
	return prose("# Failing runs, minimized", "",
		"What is left of the first run of a random walk that fails, for the bugs of [models/raft](../models/raft/doc.go) in the",
		"general setting: the events up to the violation, and those after each stage of `-minimize` ([docs/random.md](../docs/random.md)).",
		"Where a later round of a stage has found more, the figure is that of its last round. Written by", "",
		"    go run ./results/study -minimal", "",
		"Figures are in [minimized.json](minimized.json), each with a command that makes them. Only seconds depend on the machine,",
		"which did other work, too. An event is one step of one process or channel: a message that is sent, delivered and taken is three.",
		fmt.Sprintf("None fails: that holds for %s runs by each of %d seeds.", grouped(minimalRuns), minimalSeeds), "") + t.String()
}
