package cassandra

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
)

// The names of the properties.
const (
	once     = "committed once"
	isolated = "isolated"
)

// isCommitted names the goal that a transaction is committed.
func isCommitted(transaction int) string {
	return fmt.Sprintf("transaction %d is committed", transaction)
}

// chosen is announced by a coordinator when a majority has accepted its proposal, which it commits then.
type chosen proposal

func (c chosen) String() string {
	return fmt.Sprintf("transaction %d is committed with ballot %d", c.Update.Transaction, c.Ballot)
}

// rules returns the rules about the commits, in the order of their ballots. That is their order for readers, too, as it is
// the order of their timestamps.
func rules() []checker.Rule {
	return []checker.Rule{
		checker.Automaton(checker.Property{Name: once, Doc: "No transaction is committed again after another one."},
			[]chosen{}, judged(again)),
		checker.Automaton(checker.Property{Name: isolated, Doc: "No transaction is committed between the round in which another one reads, and its commit."},
			[]chosen{}, judged(between)),
	}
}

// judged adds a commit to those so far, by their ballots, and judges each two of them.
func judged(wrong func(all []chosen, i, j int) error) func([]chosen, string, chosen) ([]chosen, error) {
	return func(all []chosen, _ string, c chosen) ([]chosen, error) {
		at, _ := slices.BinarySearchFunc(all, c, func(a, b chosen) int { return cmp.Compare(a.Ballot, b.Ballot) })
		all = slices.Insert(slices.Clone(all), at, c)
		for j := range all {
			for i := range j {
				if err := wrong(all, i, j); err != nil {
					return all, err
				}
			}
		}
		return all, nil
	}
}

// again reports a transaction that is committed twice, and another one between.
func again(all []chosen, i, j int) error {
	for _, c := range all[i:j] {
		if t := all[i].Update.Transaction; t == all[j].Update.Transaction && c.Update.Transaction != t {
			return fmt.Errorf("%v, %v and %v", all[i], c, all[j])
		}
	}
	return nil
}

// between reports a transaction that is committed after another one, and has read before.
func between(all []chosen, i, j int) error {
	if a, b := all[i], all[j]; a.Update.Transaction != b.Update.Transaction && b.Update.Read < a.Ballot {
		return fmt.Errorf("transaction %d reads in the round with ballot %d, %v and %v", b.Update.Transaction, b.Update.Read, a, b)
	}
	return nil
}
