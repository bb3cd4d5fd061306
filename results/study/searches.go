package main

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/cassandra"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	exampleraft "github.com/checkmodel/checkmodel/models/examples/raft"
	"github.com/checkmodel/checkmodel/models/examples/replicas"
	"github.com/checkmodel/checkmodel/models/published"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/models/sampled"
	"github.com/checkmodel/checkmodel/models/spark"
	"github.com/checkmodel/checkmodel/models/zookeeper"
)

var searchesStudy = study[trial, trialResult]{
	"searches.json", trials, trial.command, func(t *trialResult) string { return t.Command }, onOneCore(trial.make),
	func(all map[string]*trialResult) map[string]string {
		return map[string]string{"searches.md": trialResults(all).page()}
	},
}

// waySeeds is the number of seeds of random strategies, and wayTime the CPU time of each search.
const (
	waySeeds = 3
	wayTime  = 5 * time.Second
	wayRuns  = 1_000_000
)

// way is a way to search a model.
type way struct {
	title string
	flags string
	o     checker.Options
}

func ways() []way {
	all := []way{
		{"optimal", "-search optimal -bound none", checker.Options{Algorithm: checker.Optimal, Bound: bounding.None()}},
		{"bound 0..12", "-search optimal -bound 0..12", checker.Options{Algorithm: checker.Optimal, Bound: bounding.Tree(12).From(0)}},
		{"states", "-search states -bound none", checker.Options{Algorithm: checker.States, Bound: bounding.None()}},
		{"states, receive patterns", "-search states -receive-patterns -bound none", checker.Options{Algorithm: checker.States, Bound: bounding.None(), ReceivePatterns: true}},
	}
	for _, s := range []checker.Algorithm{checker.RandomWalk, checker.PCT, checker.TaPCT, checker.SURW, checker.Portfolio} {
		all = append(all, way{string(s), fmt.Sprintf("-search %s -runs %d", s, wayRuns), checker.Options{Algorithm: s, Runs: wayRuns}})
	}
	return append(all, way{"auto", "-search auto -bound none", checker.Options{Algorithm: checker.Auto, Bound: bounding.None()}})
}

// draws reports whether the way draws interleavings, so that it has seeds and no verdict.
func (w way) draws() bool { return w.o.Algorithm.Traits().Draws }

// searchedModel is a model that is searched in each way.
type searchedModel struct {
	dir   string
	model checker.Model
}

// searchedModels are models with known bugs, and models without.
func searchedModels() (wrong, right []searchedModel) {
	for _, m := range []struct {
		dir, name string
		models    []checker.Model
	}{
		{"corfu", "tail", corfu.Models()}, {"corfu", "head", corfu.Models()}, {"chainrepl", "repair-no-flush", chainrepl.Models()},
		{"published", "paxos-stubborn-2-clients", published.Models()}, {"cassandra", "cassandra-6023-small", cassandra.Models()},
		{"zookeeper", "zookeeper", zookeeper.Models()}, {"raft", "raft-stale-read", raft.Models()}, {"raft", "raft-66", raft.Models()},
		{"spark", "spark-2294", spark.Models()}, {"sampled", "chains-2-5-3", sampled.Models()},
		{"raft/general", "raft-42-general-3", raft.General()},

		{"corfu", "middle-1to2", corfu.Models()}, {"chainrepl", "repair", chainrepl.Models()}, {"published", "paxos-2-clients", published.Models()},
		{"published", "register-3-clients", published.Models()}, {"published", "commit-5", published.Models()}, {"published", "commit-9", published.Models()},
		{"examples/raft", "raft", exampleraft.Models()}, {"examples/replicas", "replicas", replicas.Models()},
		{"raft", "raft-two-commands", raft.Models()}, {"spark", "spark", spark.Models()},
	} {
		if found := (searchedModel{m.dir, named(m.name, m.models)}); len(found.model.Violates) > 0 {
			wrong = append(wrong, found)
		} else {
			right = append(right, found)
		}
	}
	return wrong, right
}

// trial is a search of a model in a way.
type trial struct {
	searchedModel
	way
	seed int // 0 unless interleavings are drawn
}

func trials() (all []trial) {
	wrong, right := searchedModels()
	for _, m := range slices.Concat(wrong, right) {
		for _, w := range ways() {
			if !w.draws() {
				all = append(all, trial{m, w, 0})
				continue
			}
			for seed := 1; seed <= waySeeds && m.wrong(); seed++ {
				all = append(all, trial{m, w, seed})
			}
		}
	}
	return all
}

// wrong reports whether the model has a known bug, up to which it is searched.
func (m searchedModel) wrong() bool { return len(m.model.Violates) > 0 }

func (t trial) command() string {
	flags := t.flags
	if t.late() {
		flags += " -delivery late"
	}
	if t.seed > 0 {
		flags += fmt.Sprint(" -seed ", t.seed)
	}
	if t.wrong() {
		flags += " -until first"
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' %s -workers 1 ./models/%s", regexp.QuoteMeta(t.model.Name), flags, t.dir)
}

// late reports whether a search of states delivers messages late. This makes fewer states if the delivery is channel or bag.
func (t trial) late() bool { return t.o.Algorithm.Traits().Merges && t.model.Delivery != "" }

// trialResult is the result of a trial.
type trialResult struct {
	Command string  `json:"command"`
	Found   bool    `json:"found"`   // a violation
	Ended   bool    `json:"ended"`   // the search was complete, or found a violation
	Count   int     `json:"count"`   // interleavings that were executed, or states
	Bound   *int    `json:"bound"`   // the last one; null without bounds
	By      string  `json:"by"`      // the search of auto that has answered; "" without auto
	Seconds float64 `json:"seconds"` // of CPU time
}

// make makes the search.
func (t trial) make() (*trialResult, error) {
	o := t.o
	o.Seed, o.Workers, o.LateDelivery = uint64(t.seed), 1, t.late()
	if t.wrong() {
		o.Until = checker.UntilFirst
	}
	r, seconds, err := within(wayTime, t.model, o)
	if err != nil {
		return nil, err
	}
	found := &trialResult{Command: t.command(), Found: r.Violating > 0, Count: r.Interleavings, Seconds: seconds}
	found.Ended = found.Found || r.Complete()
	if r.Merged != nil {
		found.Count = r.Merged.States
	}
	if len(r.Levels) > 0 {
		found.Count = 0
		for _, l := range r.Levels {
			found.Count += l.Interleavings
		}
		found.Bound = &r.Levels[len(r.Levels)-1].Bound
	}
	if o.Algorithm == checker.Auto {
		found.By = string(r.Options.Algorithm)
	}
	return found, nil
}

// trialResults holds the results of all trials, by their commands.
type trialResults map[string]*trialResult

// page returns the page.
func (all trialResults) page() string {
	wrong, right := searchedModels()
	return prose("# Which search finds what, and when", "",
		"The cost of searches on the same models, each by one worker on one core. Written by", "",
		"    go -C results run ./study searches", "",
		"[searches.json](searches.json) has the command of each search. Counts are executed interleavings, with several bounds their",
		"sum. Stateful searches count states, and deliver late where the delivery is channel or bag. Times are CPU times.",
		fmt.Sprintf("Each search has %v seconds; the count of an unfinished search is in parentheses.", wayTime.Seconds()),
		"", "## To the first violation", "",
		fmt.Sprintf("For random strategies, the cell has the median of %d seeds, and the number of seeds that find the bug if not all do.", waySeeds)) +
		all.table(wrong, ways()) + "\n" +
		prose("## To the verdict", "",
			"These models have no known bug. Bounds increase until a bound cuts nothing, or up to 12. Random strategies never give the",
			"verdict `verified`, so they are left out.", "",
			"`auto` is the name of the search that has answered, with the time of all before it.") + all.table(right, slices.DeleteFunc(ways(), way.draws))
}

func (all trialResults) table(models []searchedModel, ways []way) string {
	t := table{header: []string{"Model"}}
	for _, w := range ways {
		t.header = append(t.header, w.title)
	}
	for _, m := range models {
		cells := []string{m.model.Name}
		for _, w := range ways {
			cells = append(cells, all.cell(m, w))
		}
		t.add(cells...)
	}
	return t.String()
}

// cell returns the cost of a model in a way.
func (all trialResults) cell(m searchedModel, w way) string {
	if w.draws() {
		return all.drawCell(m, w)
	}
	found := all[trial{m, w, 0}.command()]
	switch {
	case found == nil:
		return "not searched"
	case found.By != "" && !found.Ended:
		return "none"
	case found.By != "" && found.Bound != nil:
		return "bounds, " + duration(found.Seconds)
	case found.By != "":
		return found.By + ", " + duration(found.Seconds)
	case !found.Ended && found.Bound != nil:
		return fmt.Sprintf("(%s to bound %d)", grouped(found.Count), *found.Bound)
	case !found.Ended:
		return fmt.Sprintf("(%s)", grouped(found.Count))
	case found.Bound != nil:
		return fmt.Sprintf("%s at bound %d, %s", grouped(found.Count), *found.Bound, duration(found.Seconds))
	}
	return fmt.Sprintf("%s, %s", grouped(found.Count), duration(found.Seconds))
}

// drawCell is cell for random strategies.
func (all trialResults) drawCell(m searchedModel, w way) string {
	h := hit{}
	for seed := 1; seed <= waySeeds; seed++ {
		found := all[trial{m, w, seed}.command()]
		if found == nil {
			return "not searched"
		}
		n := 0
		if found.Found {
			n = found.Count
		}
		h.Runs, h.Seconds = append(h.Runs, n), append(h.Seconds, found.Seconds)
	}
	runs, seconds, ok := h.median(wayRuns)
	switch hits := h.times(); {
	case hits == 0:
		return "none"
	case !ok:
		return fmt.Sprintf("%d of %d seeds", hits, waySeeds)
	case hits < waySeeds:
		return fmt.Sprintf("%s, %s; %d of %d", grouped(runs), duration(seconds), hits, waySeeds)
	default:
		return fmt.Sprintf("%s, %s", grouped(runs), duration(seconds))
	}
}
