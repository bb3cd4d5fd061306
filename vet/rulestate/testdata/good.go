package testdata

import (
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
)

var names = []string{"a", "b"}

// What a Monitor remembers is declared where it starts.
func pure(limit int) []checker.Rule {
	executed := 0
	return []checker.Rule{
		checker.Monitor(checker.Property{Name: "one holder"}, func() func(string, event) error {
			holder, all := "", map[string]int{}
			j := &journal{}
			return func(process string, e event) error {
				j.note(e)
				all[process]++
				if e == "take" && holder != "" {
					return fmt.Errorf("%s and %s", holder, process)
				}
				holder = process
				return nil
			}
		}),
		checker.Monitor(checker.Property{Name: "in turn"}, inTurn),
		checker.Automaton(checker.Property{Name: "twice"}, executed, func(n int, _ string, _ event) (int, error) {
			n++
			if n > 2 {
				return n, errors.New("too often")
			}
			return n, nil
		}),
		checker.Always(checker.Property{Name: "few"}, func(states []checker.Exposed[int]) error {
			largest := 0
			for _, s := range states {
				largest = max(largest, s.State)
			}
			if largest > limit || !slices.Contains(names, "a") {
				return errors.New("too large")
			}
			return nil
		}),
		checker.Always(checker.Property{Name: "counted"}, func(states []checker.Exposed[int]) error {
			executed++ //checkmodel:allow rulestate it counts how often the rule is asked
			return nil
		}),
	}
}

func inTurn() func(string, event) error {
	last := ""
	return func(process string, _ event) error {
		if last == process {
			return errors.New("twice")
		}
		last = process
		return nil
	}
}
