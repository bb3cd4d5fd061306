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
	From      taken            `json:"from"` // what the violation depends on, before
	To        taken            `json:"to"`   // and after
	Claim     minimize.Claim   `json:"claim"`
	Stages    []minimize.Stage `json:"stages"`
	Schedules int              `json:"schedules"`
	Seconds   float64          `json:"seconds"`
}

// taken is what the paper on minimizing counts: the messages that are taken, and the external events.
type taken struct {
	Messages  int `json:"messages"`
	Externals int `json:"externals"`
}

func takenIn(v *checker.Violation) (c taken) {
	for _, e := range v.Trace.Entries {
		switch {
		case e.External != "":
			c.Externals++
		case strings.HasPrefix(e.Kind, "receive") && e.Message != "":
			c.Messages++
		}
	}
	return c
}

// String returns the sum as the paper has it.
func (c taken) String() string {
	return fmt.Sprintf("%s (E: %d)", grouped(c.Messages+c.Externals), c.Externals)
}

// minimalModels are the models whose violations are minimized.
func minimalModels() (all []checker.Model) {
	for _, m := range raft.General() {
		if len(m.Violates) > 0 {
			all = append(all, m)
		}
	}
	for _, m := range raft.Long() {
		if papers[m.Name].run > 0 {
			all = append(all, m)
		}
	}
	return all
}

// papers has, for the long models, what the paper on minimizing has of the bug in table 1, and the first of our runs with seed 1 whose
// violation depends on at least so many messages.
var papers = map[string]struct {
	initial, left, optimal string
	messages, run          int
}{
	"raft-45-long": {"2 160 (E: 108)", "23 (E: 8)", "22 (E: 8)", 2_160, 10},
	"raft-46-long": {"1 250 (E: 108)", "35 (E: 8)", "23 (E: 6)", 1_250, 3},
}

func minimalCommand(m checker.Model, seed int) string {
	which, where := fmt.Sprint("-runs ", minimalRuns), "general"
	if p := papers[m.Name]; p.run > 0 {
		which, where = fmt.Sprint("-run ", p.run), "long"
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' -search random-walk %s -seed %d -workers 1 -minimize 60s ./models/raft/%s",
		regexp.QuoteMeta(m.Name), which, seed, where)
}

// minimized minimizes the first failing run of a model.
func minimized(m checker.Model) (*minimal, error) {
	expected := m
	expected.Violates = nil // so that the first violation ends the search
	for seed := 1; seed <= minimalSeeds; seed++ {
		ctx := context.Background()
		r, err := checker.Check(ctx, expected, checker.Options{Algorithm: checker.RandomWalk, Runs: minimalRuns, Run: papers[m.Name].run, Seed: uint64(seed), Workers: 1})
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
			Command: minimalCommand(m, seed), Seed: seed, Length: r.Violations[0].Length, Events: of.Events,
			From: takenIn(r.Violations[0]), To: takenIn(v), Claim: of.Claim, Stages: of.Stages,
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
	t := table{header: []string{"Model", "Run", "Provenance", "Random runs", "Messages, events", "Departures, proof", "Left", "Claim", "Schedules", "Time"}}
	long := table{header: []string{"Model", "Paper: initial", "left", "optimal", "Ours: initial", "left", "Events", "Claim", "Schedules", "Time"}}
	for _, m := range minimalModels() {
		r, p := all[m.Name], papers[m.Name]
		switch {
		case r == nil:
			t.add(m.Name, "not searched")
		case p.run > 0:
			long.add(strings.TrimSuffix(m.Name, "-long"), p.initial, p.left, p.optimal, r.From.String(), r.To.String(),
				fmt.Sprintf("%s → %d", grouped(r.Length), r.Events), string(r.Claim), grouped(r.Schedules), duration(r.Seconds))
		case r.Seed == 0:
			t.add(m.Name, "none fails")
		default:
			t.add(m.Name, grouped(r.Length), r.at("provenance"), r.at("random runs"), r.at("events"), r.at("proof"),
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
		fmt.Sprintf("None fails: that holds for %s runs by each of %d seeds.", grouped(minimalRuns), minimalSeeds), "") + t.String() + "\n" +
		prose("## Long runs", "",
			"The same for runs that are as long as those of Scott and others, \"Minimizing Faulty Executions of Distributed Systems\" (NSDI 2016),",
			"with about as many external events, beside table 1 of the paper (left is its TFB). It counts messages and external events,",
			"and so do these columns: messages that are taken. Events are those of the whole run, and of what is left.",
			"The model has a bug of the same description in another program, so the optimum of the paper need not be that of the model.",
			"Ours is not known yet: what is left is not proved to be minimal.", "") + long.String()
}

// at returns the events that a stage has left.
func (r *minimal) at(stage string) string {
	for _, s := range r.Stages {
		if s.Name == stage {
			return grouped(s.Events)
		}
	}
	return "–"
}
