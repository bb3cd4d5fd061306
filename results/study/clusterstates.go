package main

import (
	"fmt"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/results/pages"
)

// statesCosts are what a search of states, by one worker, would cost if the workers of a cluster owned shards of what is remembered.
type statesCosts struct {
	Transitions int     `json:"transitions"` // each leads to a pair of a state and a sleep set that is looked up
	Seconds     float64 `json:"seconds"`     // CPU time
}

const (
	lookupBytes  = 64    // of a question and its answer: 24 for a pair, 40 for what is remembered of it
	underWay     = 100   // lookups that a worker can wait for at once, as it goes on with other steps: an assumption
	serverBytes  = 125e6 // that a server passes on in a second: a Gbit
	hopsOfLookup = 4     // from the worker to the server and the owner, and back
)

// measureStates searches the states of a model.
func (t tree) measureStates() (*statesCosts, error) {
	r, seconds, err := within(0, t.model, checker.Options{Algorithm: checker.States, Until: checker.UntilEnd, Workers: 1})
	if err != nil {
		return nil, err
	}
	return &statesCosts{r.Merged.Transitions, seconds}, nil
}

// rate is how many pairs a worker alone looks up in a second.
func (s *statesCosts) rate() float64 { return float64(s.Transitions) / s.Seconds }

// speed returns how many times as fast as one worker alone all workers would be, at most.
func (s *statesCosts) speed(workers int, latency time.Duration) float64 {
	remote := s.rate() * float64(workers-1) / float64(workers) // a worker itself owns the others
	waiting := underWay / (hopsOfLookup * latency.Seconds()) / remote
	server := serverBytes / (2 * lookupBytes * remote * float64(workers)) // each byte comes and goes
	return float64(workers) * min(1, waiting, server)
}

// statesPart returns the part of the page about searches of states.
func statesPart(all map[string]*unitCosts) string {
	costs := table{header: []string{"Model", "Lookups", "CPU time", "Lookups a second"}}
	for _, n := range shownSizes {
		costs.header = append(costs.header, fmt.Sprint(n))
	}
	for _, t := range trees() {
		if c := all[t.name]; c != nil && c.States != nil {
			s := c.States
			cells := []string{t.model.Name, grouped(s.Transitions), duration(s.Seconds), grouped(int(s.rate()))}
			for _, n := range shownSizes {
				cells = append(cells, fmt.Sprintf("%.1f", s.speed(n, latencies[0])))
			}
			costs.add(cells...)
		}
	}
	return pages.Prose("", "## Searches of states", "",
		"How many times as fast as one worker several would be, at most, if each owned a shard of the states, with 1 ms to the server. A",
		fmt.Sprintf("lookup takes %d bytes and %d ms; a worker goes on until it waits for %d. The server passes on a gigabit a second.", lookupBytes, hopsOfLookup, underWay), "") + costs.String()
}
