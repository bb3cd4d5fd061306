package rules

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/result"
)

// Rule is a property of the exposed states, or of the announced events, of a board.
type Rule struct {
	Name     string
	Board    program.Board
	Code     uintptr                                       // of its function
	Goal     bool                                          // must be reached
	AtEnd    bool                                          // about the end only
	Living   bool                                          // about processes that have not ended
	Eventual bool                                          // must hold at some moment
	Strong   bool                                          // of every strongly fair interleaving only
	Possible bool                                          // must be able to hold again in every state
	Events   bool                                          // about events, not states
	States   bool                                          // an automaton, whose memory is a state
	Ends     func(event any) bool                          // whether an event is an end; nil if it can tell the order of all events
	History  func([]Observation) []result.HistoryOperation // the history of a violation; nil unless the rule is about operations
	Begin    func() Referee                                // nil if the rule is empty

	holds func([]Announcement) error // of a rule about the states at each moment
}

// Observation is an event that a rule has seen, with its number in a trace.
type Observation struct {
	Process string
	Event   any
	Number  int
}

// Referee judges one interleaving by a rule.
type Referee struct {
	// See is called for each announcement. It returns the error of the rule, or, for a goal, an error if it is reached.
	See func(Announcement) error
	// State returns the present state of an automaton; nil for other rules.
	State func() any

	end func() error // called after the last announcement, unless it is nil
}

// Always returns the rule that the states on the board are right at every moment.
func Always(board program.Board, code uintptr, holds func([]Announcement) error) Rule {
	return Rule{Board: board, Code: code, holds: holds, Begin: func() Referee {
		var states []Announcement
		return Referee{See: func(a Announcement) error {
			if !show(&states, a) {
				return nil
			}
			return holds(states)
		}}
	}}
}

// Finally returns the rule that the states on the board are right at the end.
func Finally(board program.Board, code uintptr, holds func([]Announcement) error) Rule {
	return Rule{Board: board, Code: code, AtEnd: true, Begin: atEnd(holds)}
}

func atEnd(holds func([]Announcement) error) func() Referee {
	return func() Referee {
		var states []Announcement
		return Referee{
			See: func(a Announcement) error {
				show(&states, a)
				return nil
			},
			end: func() error { return holds(states) },
		}
	}
}

// Finally returns an Always as a Finally about the same, not of the living.
func (r Rule) Finally() Rule {
	r.Begin = atEnd(r.holds)
	r.AtEnd, r.Living, r.holds = true, false, nil
	return r
}

// Sometimes returns the goal that the states on the board are as reached says.
func Sometimes(board program.Board, code uintptr, reached func([]Announcement) bool) Rule {
	r := Always(board, code, func(states []Announcement) error {
		if reached(states) {
			return ErrReached
		}
		return nil
	})
	r.Goal = true
	return r
}

// ErrReached is the error of a goal when it is reached.
var ErrReached = errors.New("reached")

// Eventually returns the rule that the states on the board are right at some moment.
func Eventually(board program.Board, code uintptr, holds func([]Announcement) error) Rule {
	return Rule{Board: board, Code: code, Eventual: true, Begin: func() Referee {
		var states []Announcement
		asked, held := false, false
		var missing error // when it was asked last
		return Referee{
			See: func(a Announcement) error {
				if !held && show(&states, a) {
					missing = holds(states)
					asked, held = true, missing == nil
				}
				return nil
			},
			end: func() error {
				if !asked {
					missing = cmp.Or(holds(nil), fmt.Errorf("no process has exposed a state of type %s", board))
				}
				return missing
			},
		}
	}}
}

// Monitor returns the rule that the functions which start returns, one for each interleaving, accept the events on the board.
func Monitor(board program.Board, code uintptr, start func() func(process string, event any) error) Rule {
	return Rule{Board: board, Code: code, Events: true, Begin: func() Referee {
		see := start()
		return Referee{See: func(a Announcement) error { return see(a.Process, a.Value()) }}
	}}
}

// Automaton returns a Monitor whose memory is a state, which the second function returns.
func Automaton(board program.Board, code uintptr, start func() (see func(process string, event any) error, state func() any)) Rule {
	return Rule{Board: board, Code: code, Events: true, States: true, Begin: func() Referee {
		see, state := start()
		return Referee{See: func(a Announcement) error { return see(a.Process, a.Value()) }, State: state}
	}}
}

// Orderless reports whether a rule cannot tell the order in which processes expose states.
func (r *Rule) Orderless() bool { return r.AtEnd || r.Goal || r.Possible }

// Graph says why a rule needs a graph of states, "" if it does not.
func (r *Rule) Graph() string {
	switch {
	case r.Eventual:
		return "an Eventually is about infinite interleavings"
	case r.Possible:
		return "an AlwaysPossible is about all that can follow"
	}
	return ""
}

// Asks describes the calls by which a process gives the rule something to judge.
func (r *Rule) Asks() string {
	if r.Events {
		return "announces an event of type " + r.Board.String()
	}
	return "exposes a state of type " + r.Board.String()
}

// Source returns file:line of the rule's function, or "" if it is not known, as for a method value.
func (r *Rule) Source() string {
	if r.Code == 0 {
		return ""
	}
	if at := guard.Position(r.Code); !strings.HasPrefix(at, "<") { // it is not <autogenerated>
		return at
	}
	return ""
}

// List has the rules of a model.
type List []Rule

// NeedsGraph returns the first rule that needs a graph of states, nil if there is none.
func (l List) NeedsGraph() *Rule {
	if i := slices.IndexFunc(l, func(r Rule) bool { return r.Graph() != "" }); i >= 0 {
		return &l[i]
	}
	return nil
}

// JudgeEnds reports whether a rule is about the ends of interleavings.
func (l List) JudgeEnds() bool {
	return slices.ContainsFunc(l, func(r Rule) bool { return r.AtEnd || r.Eventual })
}

// Named returns the rule with that name; nil if there is none.
func (l List) Named(name string) *Rule {
	for i := range l {
		if r := &l[i]; r.Name == name {
			return r
		}
	}
	return nil
}

// Boards returns the boards of which a rule can tell the order. passing has the ones on which a rule can
// also tell when a process ends.
func (l List) Boards() (ordered, passing map[program.Board]bool) {
	ordered, passing = map[program.Board]bool{}, map[program.Board]bool{}
	for _, r := range l {
		if !r.Orderless() {
			ordered[r.Board] = true
		}
		if !r.AtEnd && !r.Possible && r.Living {
			passing[r.Board] = true
		}
	}
	return ordered, passing
}

// Intervals returns the boards whose rules can tell only the order between ends and beginnings, each with the function
// that reports whether an event is an end.
func (l List) Intervals() map[program.Board]func(any) bool {
	of, rules := map[program.Board]func(any) bool{}, map[program.Board]int{}
	for _, r := range l {
		if r.Events {
			of[r.Board] = r.Ends
			rules[r.Board]++
		}
	}
	for board, n := range rules {
		if n > 1 || of[board] == nil {
			delete(of, board)
		}
	}
	return of
}
