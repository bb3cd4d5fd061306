package testdata

import (
	"errors"

	"github.com/checkmodel/checkmodel/checker"
)

type event string

var (
	calls int
	seen  = map[string]bool{}
)

// Each of these takes what it was told of one interleaving for something of the next.
func models() []checker.Model {
	prepared := false
	highest := 0
	order := &journal{}
	var count tally
	late := func(states []checker.Exposed[int]) error {
		highest = max(highest, len(states)) // want `highest outlives an interleaving, and the rule changes it here; what it says must follow`
		return nil
	}
	claims := []checker.Commuting{checker.Commutes(checker.Property{Name: "few"}, func(_ string, a, b event) bool {
		calls++ // want `calls outlives an interleaving, and the rule changes it here; what it says must follow`
		return calls < 9 && a == b
	})}
	return []checker.Model{{Commuting: claims, Rules: []checker.Rule{
		checker.Monitor(checker.Property{Name: "prepare first"}, func() func(string, event) error {
			return func(_ string, e event) error {
				if e == "prepare" {
					prepared = true // want `prepared outlives an interleaving, and the rule changes it here; declare what it has to remember in the function start`
				}
				return missing(prepared)
			}
		}),
		checker.Monitor(checker.Property{Name: "order"}, func() func(string, event) error {
			return func(_ string, e event) error {
				order.note(e) // want `order outlives an interleaving`
				count.add()   // want `count outlives an interleaving, .* where its address is taken`
				return missing(len(order.events) < 3)
			}
		}),
		checker.Automaton(checker.Property{Name: "twice"}, 0, func(n int, _ string, _ event) (int, error) {
			calls++ // want `calls outlives an interleaving, and the rule changes it here; what it says must follow`
			return n + 1, missing(calls < 2)
		}),
		checker.Always(checker.Property{Name: "few"}, func(states []checker.Exposed[int]) error {
			calls++ // want `calls outlives an interleaving, and the rule changes it here; what it says must follow`
			return missing(calls < 9)
		}),
		checker.Eventually(checker.Property{Name: "some time"}, func(states []checker.Exposed[int]) error {
			calls++ // want `calls outlives an interleaving, and the rule changes it here; what it says must follow`
			return missing(calls < 7)
		}),
		checker.AlwaysPossible(checker.Property{Name: "again"}, func(states []checker.Exposed[int]) error {
			calls++ // want `calls outlives an interleaving, and the rule changes it here; what it says must follow`
			return missing(calls < 8)
		}),
		checker.Finally(checker.Property{Name: "late"}, late),
		checker.Sometimes(checker.Property{Name: "reached"}, reached),
		checker.Monitor(checker.Property{Name: "once"}, once()),
	}}}
}

func missing(ok bool) error {
	if ok {
		return nil
	}
	return errors.New("it is missing")
}

type journal struct{ events []event }

func (j *journal) note(e event) { j.events = append(j.events, e) }

type tally int

func (t *tally) add() { *t++ }

func reached(states []checker.Exposed[string]) bool {
	for _, s := range states {
		remember(s.State)
	}
	return len(seen) > 2
}

func remember(state string) {
	seen[state] = true // want `seen outlives an interleaving, and the rule changes it here, by way of remember`
}

// once declares what it remembers outside of what it returns.
func once() func() func(string, event) error {
	known := map[event]bool{}
	return func() func(string, event) error {
		return func(_ string, e event) error {
			if known[e] {
				return errors.New("twice")
			}
			known[e] = true // want `known outlives an interleaving`
			return nil
		}
	}
}
