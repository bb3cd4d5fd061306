package cluster

import (
	"fmt"
	"maps"

	"github.com/checkmodel/checkmodel/checker"
)

// The properties.
const (
	ElectionSafety     = "election safety"
	StateMachineSafety = "state machine safety"
	FreshReads         = "fresh reads"
	EntryApplied       = "entry applied"
	ReadAnswered       = "read answered"
)

type (
	// Elected is announced by a node that becomes the leader.
	Elected struct{ Term, Leader uint64 }
	// Applied is the state that a node exposes: all entries that it has applied, the first one first. It syncs what it
	// stores before it applies entries, so it does not forget them in a crash.
	Applied struct{ Entries []Entry }
)

// Goals are the events that happen in some interleavings if something is proposed.
func Goals() []checker.Property {
	return []checker.Property{{Name: EntryApplied, Doc: "An entry that was proposed is applied."}}
}

// Rules are the properties of the protocol.
func Rules() []checker.Rule {
	return []checker.Rule{
		checker.Automaton(
			checker.Property{Name: ElectionSafety, Doc: "No term has two leaders."},
			map[uint64]uint64{}, oneLeader),
		checker.Finally(
			checker.Property{Name: StateMachineSafety, Doc: "No two nodes apply different entries of one index."},
			sameEntries),
	}
}

// oneLeader adds a leader to the leaders of the terms.
func oneLeader(leaders map[uint64]uint64, _ string, e Elected) (map[uint64]uint64, error) {
	if other, ok := leaders[e.Term]; ok && other != e.Leader {
		return nil, fmt.Errorf("nodes %d and %d are both leaders of term %d", other, e.Leader, e.Term)
	}
	leaders = maps.Clone(leaders)
	leaders[e.Term] = e.Leader
	return leaders, nil
}

// sameEntries compares each two nodes.
func sameEntries(all []checker.Exposed[Applied]) error {
	for i, a := range all {
		for _, b := range all[:i] {
			for n := range min(len(a.State.Entries), len(b.State.Entries)) {
				if one, other := b.State.Entries[n], a.State.Entries[n]; one != other {
					return fmt.Errorf("%s has applied %+v, and %s %+v", b.Process, one, a.Process, other)
				}
			}
		}
	}
	return nil
}
