package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/cassandra"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/published"
	"github.com/checkmodel/checkmodel/models/published/literal"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/models/spark"
	"github.com/checkmodel/checkmodel/models/zookeeper"
	"github.com/checkmodel/checkmodel/results/pages"
)

// autoStudy compares the default search with each single search.
var autoStudy = study[searchedModel, contest]{
	"auto.json", contested, searchedModel.byDefault, func(c *contest) string { return c.Command }, onOneCore(searchedModel.contest),
	func(all map[string]*contest) map[string]string { return map[string]string{"auto.md": contestPage(all)} },
}

// The CPU time of the default search of a model, and of one with five nodes. A single search gets as much as the default has taken.
const (
	autoTime      = 10 * time.Second
	autoTimeLarge = time.Minute
)

// Directories of models. Only the default searches the models in generalRaft, which take long, and in plainLoops, which have counterparts in
// declaredStates.
const (
	generalRaft    = "raft/general"
	plainLoops     = "published/literal"
	declaredStates = "published"
)

// byDefaultOnly reports whether only the default searches the model.
func (m searchedModel) byDefaultOnly() bool { return m.dir == generalRaft || m.dir == plainLoops }

// contested are all models of the protocols, except those that are made for other measurements.
func contested() (all []searchedModel) {
	for _, of := range []struct {
		dir    string
		models []checker.Model
	}{
		{"corfu", corfu.Models()}, {"chainrepl", chainrepl.Models()}, {"cassandra", cassandra.Models()}, {"zookeeper", zookeeper.Models()},
		{"spark", spark.Models()}, {declaredStates, published.Models()}, {plainLoops, literal.Models()}, {generalRaft, raft.General()},
	} {
		for _, m := range of.models {
			if of.dir != generalRaft || len(m.Violates) > 0 { // nothing can verify it
				all = append(all, searchedModel{of.dir, m})
			}
		}
	}
	return all
}

// contest is the result of the default search of a model, and of the single search that has answered soonest.
type contest struct {
	Command string  `json:"command"`
	Verdict string  `json:"verdict"` // of the default
	By      string  `json:"by"`      // the search that has answered
	Seconds float64 `json:"seconds"` // of CPU time
	Best    string  `json:"best"`    // the single search; "" if none answers within the time of the default
	Single  float64 `json:"single"`  // its CPU time
}

// searchedModel is a model, and the directory of its package below models.
type searchedModel struct {
	dir   string
	model checker.Model
}

// wrong reports whether the model has a known bug, up to which it is searched.
func (m searchedModel) wrong() bool { return len(m.model.Violates) > 0 }

// way is a way to search a model.
type way struct {
	title string
	o     checker.Options
}

// single are the searches of which the default consists, alone.
func single() []way {
	return []way{
		{"optimal", checker.Options{Algorithm: checker.Optimal, Bound: bounding.None()}},
		{"bounds", checker.Options{Algorithm: checker.Optimal, Bound: bounding.Tree(12).From(0)}},
		{"learn", checker.Options{Algorithm: checker.Learn, Runs: 1_000_000}}, // more than can be drawn in the time
		{"states", checker.Options{Algorithm: checker.States, Bound: bounding.None(), ReceivePatterns: true}},
	}
}

// byDefault returns the command of the default search. Auto and no bound are said, as some models have other defaults.
func (m searchedModel) byDefault() string {
	until := ""
	if m.wrong() {
		until = " -until first"
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' -search auto -bound none%s -workers 1 ./models/%s", regexp.QuoteMeta(m.model.Name), until, m.dir)
}

// contest makes the searches.
func (m searchedModel) contest() (*contest, error) {
	limit := autoTime
	if strings.HasSuffix(m.model.Name, "-5") && m.dir == generalRaft {
		limit = autoTimeLarge
	}
	o := checker.Options{Algorithm: checker.Auto, Bound: bounding.None(), Workers: 1}
	if m.wrong() {
		o.Until = checker.UntilFirst
	}
	r, seconds, err := within(limit, m.model, o)
	if err != nil {
		return nil, err
	}
	c := &contest{Command: m.byDefault(), Verdict: string(r.Verdict), By: string(r.Options.Algorithm), Seconds: seconds}
	if r.Options.Bound.Limits() {
		c.By = "bounds"
	}
	if m.byDefaultOnly() {
		return c, nil
	}
	best := time.Duration(c.Seconds * float64(time.Second))
	for _, w := range single() {
		if w.o.Algorithm.Traits().Draws && !m.wrong() || w.o.Algorithm != checker.States && m.needsStates() {
			continue
		}
		if len(m.model.Symmetric) > 0 { // nobody knows then which messages race
			w.o.ReceivePatterns = false
		}
		w.o.Workers, w.o.Until, w.o.LateDelivery = 1, o.Until, w.o.Algorithm.Traits().Merges && m.model.Delivery != ""
		r, seconds, err := within(best, m.model, w.o)
		if err != nil {
			return nil, err
		}
		if taken := time.Duration(seconds * float64(time.Second)); (r.Violating > 0 || r.Complete()) && taken <= best {
			best, c.Best, c.Single = taken, w.title, seconds
		}
	}
	return c, nil
}

// needsStates reports whether only a stateful search can judge the model.
func (m searchedModel) needsStates() bool {
	return checker.Options{}.For(&m.model).Algorithm == checker.States
}

// contestPage returns the page.
func contestPage(all map[string]*contest) string {
	t, large := table{header: []string{"Model", "Verdict", "By", "Time", "Best alone", "Time", "Ratio"}}, table{header: []string{"Model", "Verdict", "By", "Time"}}
	plain := table{header: []string{"Model", "Verdict", "By", "Time", "Declared state", "Time"}}
	slow, missed, compared := 0, 0, 0
	for _, m := range contested() {
		c := all[m.byDefault()]
		if c == nil {
			t.add(m.model.Name, "not searched", "", "", "", "", "")
			continue
		}
		best, alone, ratio := "none", "", ""
		if c.Best != "" {
			best, alone, ratio = c.Best, duration(c.Single), fmt.Sprintf("%.1f", c.Seconds/max(c.Single, 0.01))
		}
		if m.wrong() && c.Verdict != string(checker.Violated) {
			missed++
		}
		if c.Best != "" && c.Seconds > 2*c.Single+1 {
			slow++
		}
		switch m.dir {
		case generalRaft:
			large.add(m.model.Name, c.Verdict, c.By, duration(c.Seconds))
			continue
		case plainLoops:
			verdict, seconds := "", ""
			if shaped := all[(searchedModel{declaredStates, m.model}).byDefault()]; shaped != nil {
				verdict, seconds = shaped.Verdict, duration(shaped.Seconds)
			}
			plain.add(m.model.Name, c.Verdict, c.By, duration(c.Seconds), verdict, seconds)
			continue
		}
		compared++
		t.add(m.model.Name, c.Verdict, c.By, duration(c.Seconds), best, alone, ratio)
	}
	wrong := slices.DeleteFunc(contested(), func(m searchedModel) bool { return !m.wrong() })
	return pages.Prose("# The default search beside each single search", "",
		"CPU times of one worker on one core, to the verdict or to the first violation. Written by", "",
		"    go -C results run ./study auto", "",
		"[auto.json](auto.json) has the commands. The default has "+fmt.Sprint(autoTime.Seconds())+" seconds, and "+fmt.Sprint(autoTimeLarge.Seconds())+
			" with five nodes; each of the searches of which it consists has as much as it has taken, alone. `learn` alone draws by seed 0, and never verifies.", "",
		fmt.Sprintf("Of %d models with a known bug, the default misses it in %d. In %d of %d models it takes more than twice the time of the best single search and a second.",
			len(wrong), missed, slow, compared), "") + t.String() + "\n" +
		pages.Prose("## Plain loops", "", "The published models as one writes them first ([models/published/literal](../models/published/literal)): loops with a switch, and state in variables. "+
			"Beside each is the model of the same name in package published, which declares its states.", "") + plain.String() + "\n" +
		pages.Prose("## Raft with general settings", "", "Only the default was executed.", "") + large.String()
}
