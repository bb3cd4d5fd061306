package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/published"
	"github.com/checkmodel/checkmodel/models/raft"
)

// search is a model and the way its interleavings are searched.
type search struct {
	model     string
	bound     bounding.Bound
	noPattern bool // without receive patterns
	keepGoing bool
	dir       string // of models; "" is corfu
	states    bool   // by states
	patterns  bool   // by states, with receive patterns
	late      bool   // with late delivery
}

// name returns the model and the flags of the command that runs the same search.
func (s search) name() string { return s.model + s.flags() }

func (s search) flags() string {
	flags := ""
	if s.bound.Limits() {
		flags += fmt.Sprint(" -bound ", s.bound)
	}
	if s.noPattern {
		flags += " -receive-patterns=false"
	}
	if s.keepGoing {
		flags += " -until end"
	}
	if s.states {
		flags += " -search states"
	}
	if s.patterns {
		flags += " -receive-patterns"
	}
	if s.late {
		flags += " -late-delivery"
	}
	return flags
}

// command returns the command that runs the same search.
func (s search) command() string {
	flags := s.flags()
	if !s.keepGoing {
		flags += " -until first"
	}
	if s.states && !s.patterns && !s.late {
		flags += " -workers 2"
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$'%s ./models/%s", regexp.QuoteMeta(s.model), flags, cmp.Or(s.dir, "corfu"))
}

// until returns which violation ends the search; the tables count up to the first.
func (s search) until() checker.Until {
	if s.keepGoing {
		return checker.UntilEnd
	}
	return checker.UntilFirst
}

// do runs the search.
func (s search) do(ctx context.Context) (*checker.Result, error) {
	models, algorithm := corfu.Models(), checker.Optimal
	switch s.dir {
	case "published":
		models = published.Models()
	case "chainrepl":
		models = chainrepl.Models()
	case "raft":
		models = raft.Models()
	}
	if s.states {
		algorithm = checker.States
	}
	i := slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == s.model })
	if i < 0 {
		return nil, fmt.Errorf("there is no model %q", s.model)
	}
	return checker.Check(ctx, models[i], checker.Options{
		Algorithm:         algorithm,
		Bound:             s.bound,
		AnyDeliveriesRace: s.noPattern,
		ReceivePatterns:   s.patterns,
		LateDelivery:      s.late,
		Until:             s.until(),
	})
}

// searches lists all searches, each once.
func searches() []search {
	var all []search
	add := func(s search) {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, row := range table1 {
		add(row.boundedSearch())
		add(row.unboundedSearch())
		add(row.byDelay())
	}
	for _, row := range likeThePaper {
		add(row.search)
	}
	for _, row := range table2 {
		add(row.search())
	}
	for _, s := range slices.Concat(toTheEnd, byStates(false), byStates(true)) {
		add(s)
	}
	return all
}

// byStates lists the searches of all models of a study by states, with or without receive patterns.
func byStates(patterns bool) []search {
	var all []search
	for _, m := range corfu.Models() {
		all = append(all, search{model: m.Name, keepGoing: true, states: true, patterns: patterns})
	}
	for _, m := range chainrepl.Models() {
		all = append(all, search{model: m.Name, dir: "chainrepl", keepGoing: true, states: true, patterns: patterns})
	}
	return all
}

func find(name string) (search, error) {
	for _, s := range slices.Concat(searches(), publishedSearches(), raftSearches()) {
		if s.name() == name {
			return s, nil
		}
	}
	return search{}, fmt.Errorf("there is no search %q; -list prints their names", name)
}
