package rules

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/result"
)

// Change is a change of rules that may leave fewer interleavings.
type Change struct {
	result.Remedy
	Rules List // as changed
}

// Changes returns changes of the rules about each board whose order a rule can tell: rules about states judge the end only, or are
// not about the living only; rules about events are omitted. All rules about a board change together, as one that can tell the order
// is enough for announcements to race.
func (l List) Changes() (all []Change) {
	var boards []program.Board
	for _, r := range l {
		if !r.Orderless() && !slices.Contains(boards, r.Board) {
			boards = append(boards, r.Board)
			all = append(all, l.changes(r.Board)...)
		}
	}
	return all
}

// changes returns the changes of the rules about a board.
func (l List) changes(board program.Board) (all []Change) {
	s := result.Remedy{About: board.String()}
	var rest, ending, dead List
	events, living, eventual := false, false, false
	for _, r := range l {
		if r.Board != board || r.Orderless() {
			rest, ending, dead = append(rest, r), append(ending, r), append(dead, r)
			continue
		}
		s.Rules = append(s.Rules, r.Name)
		events, living, eventual = events || r.Events, living || r.Living, eventual || r.Eventual
		dead = append(dead, r)
		dead[len(dead)-1].Living = false
		ending = append(ending, r.Finally())
	}
	add := func(is result.Change, changed List) {
		s.Change = is
		all = append(all, Change{s, changed})
	}
	switch {
	case eventual: // it is about every moment
	case events:
		add(result.WithoutRules, rest)
	default:
		add(result.AtTheEnd, ending)
	}
	if living {
		add(result.WithoutLiving, dead)
	}
	return all
}
