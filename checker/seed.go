package checker

import (
	"encoding/binary"
	"hash/fnv"

	"github.com/checkmodel/checkmodel/trace"
)

// The first interleaving of a search, and the rest of each one behind what was
// planned, go on by themselves, and what a bound admits or a budget reaches depends on
// how. A seed chooses one of many ways: by it each actor has a rank, which only its
// name decides, so that it is the same on every run and for every worker.

// advise tells the strategy of the worker what it wants to know before the first interleaving.
func (x *exploration) advise() {
	x.prefer()
	if s, ok := x.strategy.(limited); ok {
		s.Limit(x.result.Options.MaxEvents)
	}
}

// prefer tells the strategy of the worker which actors go first, if there is a seed.
func (x *exploration) prefer() {
	seed := x.result.Options.Seed
	s, ok := x.strategy.(preferring)
	if seed == 0 || !ok {
		return
	}
	var ranks []uint64 // by actor; 0 is not known yet
	s.Prefer(func(a trace.ActorID) uint64 {
		for int(a) >= len(ranks) {
			ranks = append(ranks, 0)
		}
		if ranks[a] == 0 {
			ranks[a] = rank(seed, x.sys.Actor(a).Name)
		}
		return ranks[a]
	})
}

// rank returns the rank of the actor with that name.
func rank(seed uint64, name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	h.Write(binary.LittleEndian.AppendUint64(nil, seed))
	return h.Sum64() | 1
}
