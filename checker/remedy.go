package checker

import (
	"context"
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/result"
)

// remedies tries changes of a model whose search has the given result, with the options. It returns the changes that leave
// fewer interleavings. Each search has at most as many interleavings as the given one.
func (o setup) remedies(ctx context.Context, r *result.Record) (all []Remedy) {
	if r.Stop != NotStopped && r.Stop != OutOfBudget || o.Replay != nil || o.Bound.Several() || r.Interleavings < 2 {
		return nil
	}
	o.Explain, o.Examples, o.Observer, o.Saving, o.Resume = false, 0, nil, nil, nil
	o.Until, o.MaxInterleavings = UntilEnd, r.Interleavings
	try := func(s Remedy, o setup) {
		changed, err := o.search(ctx)
		if err != nil || changed.Stop != NotStopped || changed.Interleavings >= r.Interleavings {
			return
		}
		s.Interleavings = changed.Interleavings
		s.Violated = slices.ContainsFunc(changed.Violations, func(v *Violation) bool { return slices.Contains(s.Rules, v.Property) })
		all = append(all, s)
	}
	for _, board := range o.model.telling() {
		tryRules(board, o.model, func(s Remedy, m Model) {
			changed := o
			changed.model = m
			try(s, changed)
		})
	}
	if o.AnyDeliveriesRace {
		patterns := o
		patterns.AnyDeliveriesRace = false
		try(Remedy{Change: WithPatterns}, patterns)
	}
	for _, k := range faults.Kinds() {
		less := o.faults()
		if k.Happens != "" && *k.Number(&less) > 0 {
			less = less.Without(&k)
			without := o
			without.Faults = &less
			try(Remedy{Change: Change(k.Name)}, without)
		}
	}
	slices.SortStableFunc(all, func(a, b Remedy) int { return a.Interleavings - b.Interleavings })
	return all
}

// telling returns the boards of which a rule can tell the order, in the order of the rules.
func (m *Model) telling() (boards []program.Board) {
	for _, r := range m.Rules {
		if !r.is.Orderless() && !slices.Contains(boards, r.is.Board) {
			boards = append(boards, r.is.Board)
		}
	}
	return boards
}

// tryRules tries changes of the rules about a board: that the rules about states are judged at the end only, or that they are not of
// the living, or that the rules about events are not there. All of them change together, as one that can tell the order is enough
// for announcements to race.
func tryRules(board program.Board, m Model, try func(Remedy, Model)) {
	s := Remedy{About: board.String()}
	var rest, ending, dead []Rule
	events, living, eventual := false, false, false
	for _, r := range m.Rules {
		if r.is.Board != board || r.is.Orderless() {
			rest, ending, dead = append(rest, r), append(ending, r), append(dead, r)
			continue
		}
		s.Rules = append(s.Rules, r.Name)
		events, living, eventual = events || r.is.Events, living || r.is.Living, eventual || r.is.Eventual
		dead = append(dead, r)
		dead[len(dead)-1].is.Living = false
		ending = append(ending, Rule{r.Property, r.is.Finally()})
	}
	switch {
	case eventual: // it is about every moment
	case events:
		s.Change, m.Rules = WithoutRules, rest
		try(s, m)
	default:
		s.Change, m.Rules = AtTheEnd, ending
		try(s, m)
	}
	if living {
		s.Change, m.Rules = WithoutLiving, dead
		try(s, m)
	}
}
