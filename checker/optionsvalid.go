package checker

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/symmetry"
	"github.com/checkmodel/checkmodel/proc"
)

// Validate returns an error with a line for each option that cannot be used to search the model, or nil. The options must be
// complete, as For returns them. name returns the name that messages use for a field of Options, such as
// "-workers" for "Workers". It is also called with Saving.
func (o *Options) Validate(m *Model, name func(field string) string) error {
	var all []error
	var graphed *rules.Rule // a rule that only a stateful search can judge; nil if there is none
	if o.Replay == nil {
		graphed = m.rules().NeedsGraph()
	}
	problem := func(field, format string, args ...any) {
		all = append(all, fmt.Errorf("%s %s", name(field), fmt.Sprintf(format, args...)))
	}
	o.validateBound(graphed, name, problem)
	if a := o.Algorithm; a != "" && !slices.Contains(Algorithms(), a) && (a != Own || o.Strategy == nil) {
		problem("Algorithm", "is %q; it must be one of %s", a, join(Algorithms(), ", "))
	}
	if graphed != nil && o.Around == nil && !o.Algorithm.Traits().Merges && o.Algorithm != Auto {
		problem("Algorithm", "is %q, which cannot judge the rule %q: %s, which %s searches; leave it out", o.Algorithm,
			graphed.Name, graphed.Graph(), Only(func(t *Traits) bool { return t.Merges }))
	}
	if err := o.Delivery.Check(); err != nil {
		problem("Delivery", "%v", err)
	}
	if o.Faults != nil {
		for _, err := range problems.Each(o.Faults.Validate(o.Delivery == proc.Bag)) {
			problem("Faults", "%v", err)
		}
	}
	if err := (program.Outside{Without: o.Without}).Check(); err != nil {
		problem("Without", "%v", err)
	}
	if why := o.Unsavable(name); why != "" && (o.Saving != nil || o.Resume != nil) {
		problem("Saving", "is not possible: %s", why)
	}
	for _, set := range []struct {
		field string
		on    bool
	}{{"LateDelivery", o.LateDelivery}, {"ExactStates", o.ExactStates}} {
		if t := o.Algorithm.Traits(); set.on && !t.Merges && o.Replay == nil {
			problem(set.field, "does not go with %s %q, only with %s", name("Algorithm"), t.Name, Only(func(t *Traits) bool { return t.Merges }))
		}
	}
	if t := o.Algorithm.Traits(); o.ReceivePatterns && !t.ReceivePatterns && o.Replay == nil {
		problem("ReceivePatterns", "does not go with %s %q, only with %s", name("Algorithm"), t.Name, Only(func(t *Traits) bool { return t.ReceivePatterns }))
	}
	if o.ReceivePatterns && o.AnyDeliveriesRace {
		problem("ReceivePatterns", "and %s exclude each other", name("AnyDeliveriesRace"))
	}
	if o.Until != "" && !slices.Contains(Untils(), o.Until) {
		problem("Until", "is %q; it must be one of %s", o.Until, join(Untils(), ", "))
	}
	o.validateShortest(m, graphed, name, problem)
	if _, why := o.exchanged(m); why != "" {
		problem("Algorithm", "%s cannot use checker.Model.Symmetric: %s; leave one of them out", o.Algorithm, why)
	}
	o.validateAround(graphed, name, problem)
	o.validateRuns(name, problem)
	for _, n := range []struct {
		field string
		value int64
		zero  string
	}{
		{"Workers", int64(o.Workers), "one for each processor"},
		{"MaxInterleavings", int64(o.MaxInterleavings), "no limit"},
		{"MaxEvents", int64(o.MaxEvents), fmt.Sprintf("the default, %d events", DefaultMaxEvents)},
		{"Memory", o.Memory, "no limit"},
		{"Examples", int64(o.Examples), "none"},
	} {
		if n.value < 0 {
			problem(n.field, "is %d; it must be 0 (%s) or more", n.value, n.zero)
		}
	}
	return problems.Join(all...)
}

// validateShortest checks whether the search can find what shows after the fewest events.
func (o *Options) validateShortest(m *Model, graphed *rules.Rule, name func(string) string, problem func(field, format string, args ...any)) {
	t := o.Algorithm.Traits()
	switch {
	case o.Witness == "":
	case !slices.Contains(m.GoalNames(), o.Witness):
		problem("Witness", "is %q, which is no goal of the model; %s", o.Witness, nearest.Among(o.Witness, "goal", m.GoalNames()))
	case o.Until == UntilShortest && o.Replay == nil:
		problem("Witness", "and %s %s exclude each other", name("Until"), UntilShortest)
	case o.Algorithm == Auto:
		problem("Witness", "does not go with %s %s, which looks for violations; leave one of them out", name("Algorithm"), Auto)
	case t.Merges && o.Replay == nil && (o.LateDelivery || o.ReceivePatterns):
		problem("Witness", "does not go with %s or %s, which put events off", name("LateDelivery"), name("ReceivePatterns"))
	}
	if o.Until == UntilShortest && o.Replay == nil {
		switch {
		case t.Name != States:
			problem("Until", "%s goes only with %s %s, not with %q", UntilShortest, name("Algorithm"), States, t.Name)
		case o.LateDelivery || o.ReceivePatterns:
			problem("Until", "%s does not go with %s or %s, which put events off", UntilShortest, name("LateDelivery"), name("ReceivePatterns"))
		case graphed != nil:
			problem("Until", "%s does not go with the rule %q: %s", UntilShortest, graphed.Name, graphed.Graph())
		}
	}
}

func (o *Options) validateBound(graphed *rules.Rule, name func(string) string, problem func(field, format string, args ...any)) {
	b := o.Bound
	if !b.Limits() {
		return
	}
	switch first, last := b.First(), b.Last(); {
	case !b.Several() && last < 0:
		problem("Bound", "is %d; it must be 0 or more (0 explores one interleaving; leave it out for a search without a bound)", last)
	case first < 0 || first > last:
		problem("Bound", "is %d..%d; it must go up from 0 or more, such as 0..6", first, last)
	}
	switch t := o.Algorithm.Traits(); {
	case !slices.Contains(bounding.Kinds(), b.Kind()):
		problem("Bound", "is of the kind %q; it must be one of %s", b.Kind(), join(bounding.Kinds(), ", "))
	case graphed != nil:
		problem("Bound", "does not go with the rule %q: it needs a stateful search, and a state is visited once, and not by the cheapest way; leave the bound out", graphed.Name)
	case t.Merges && o.Replay == nil:
		problem("Bound", "does not go with %s %q: a state is visited once, and not by the cheapest way; leave one of them out", name("Algorithm"), t.Name)
	case t.Draws && o.Replay == nil:
		problem("Bound", "does not go with %s %q, which draws interleavings of any cost; leave one of them out", name("Algorithm"), t.Name)
	case b.Kind() == bounding.ByPreemption && !t.Preemptions && o.Replay == nil:
		problem("Bound", "is one on preemptions, which does not go with %s %q: it plans sequences of steps, and a cheaper order of the same class may exist; "+
			"leave %[1]s out", name("Algorithm"), t.Name)
	}
}

// validateAround checks whether the search can begin with a given interleaving.
func (o *Options) validateAround(graphed *rules.Rule, name func(string) string, problem func(field, format string, args ...any)) {
	t := o.Algorithm.Traits()
	switch {
	case o.Around == nil:
	case o.Replay != nil:
		problem("Around", "and %s exclude each other: one searches, the other executes one interleaving", name("Replay"))
	case graphed != nil:
		problem("Around", "does not go with the rule %q: it needs a stateful search, which has no first interleaving", graphed.Name)
	case !t.Guided:
		problem("Around", "does not go with %s %q, only with %s", name("Algorithm"), t.Name, Only(func(t *Traits) bool { return t.Guided }))
	}
}

// validateRuns checks the options about random runs.
func (o *Options) validateRuns(name func(string) string, problem func(field, format string, args ...any)) {
	t := o.Algorithm.Traits()
	for _, n := range []struct {
		field string
		value int
		does  bool
		zero  string
	}{
		{"Runs", o.Runs, t.Draws, fmt.Sprintf("the default, %d", DefaultRuns)},
		{"Run", o.Run, t.Draws, "all runs"},
		{"BugDepth", o.BugDepth, t.Draws, fmt.Sprintf("the default, %d", DefaultBugDepth)},
	} {
		switch {
		case n.value < 0:
			problem(n.field, "is %d; it must be 0 (%s) or more", n.value, n.zero)
		case n.value > 0 && !n.does && o.Replay == nil:
			problem(n.field, "does not go with %s %q, only with one that draws interleavings: %s", name("Algorithm"), t.Name, join(having(func(t *Traits) bool { return t.Draws }), ", "))
		}
	}
}

// exchanged returns the processes of the model that the search exchanges. If it exchanges none, why says for which reason, or "".
func (o *Options) exchanged(m *Model) (_ symmetry.Groups, why string) {
	return symmetry.Groups(m.Symmetric).In(symmetry.Search{States: o.Algorithm.Traits().Merges && o.Replay == nil, Graph: m.rules().NeedsGraph() != nil, View: m.View != nil, Within: m.Within != nil,
		Claims: len(m.Commuting) > 0, Faults: !o.faults().None(), Ties: o.ReceivePatterns, Exact: o.ExactStates})
}

// Unsavable returns why a search with these options cannot be saved, and which search can be saved. It
// returns "" if this one can. name is as for Validate.
func (o *Options) Unsavable(name func(field string) string) string {
	switch {
	case o.Run > 0:
		return "a single run is not saved"
	case o.Until == UntilShortest:
		return fmt.Sprintf("a search with %s %s consists of several searches", name("Until"), UntilShortest)
	case o.Witness != "":
		return fmt.Sprintf("a search with %s is not saved", name("Witness"))
	case o.Bound.Kind() == bounding.ByPreemption:
		return "a search with a bound on preemptions cannot be saved"
	case o.ExactStates && o.Algorithm.Traits().Merges:
		return fmt.Sprintf("a search with %s cannot be saved: it knows whole states by numbers that are valid in one run only; leave %[1]s out", name("ExactStates"))
	case !o.Algorithm.Traits().Saves || o.Replay != nil:
		return fmt.Sprintf("only a search with %s %s can be saved", name("Algorithm"), Only(func(t *Traits) bool { return t.Saves }))
	}
	return ""
}
