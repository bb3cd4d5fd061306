package states

import "github.com/checkmodel/checkmodel/trace"

// slot holds a pair. Its 40 bytes are most of the memory that a pair needs.
type slot struct {
	key
	count  uint64 // the numbers of interleavings, in the given form
	length int32  // the height; of a pair that is open or above a cut, the depth at which it was entered
	status status
	form   form
	effort uint8 // the number of binary digits of the number of transitions that were executed below
	cut    bool  // an interleaving was cut for its length
}

type status uint8

const (
	empty status = iota
	open         // on the path
	known        // explored
)

// form says how a slot holds the number of interleavings, and the number of violating ones.
type form uint8

const (
	single form = iota // the first is the count, the second is 0
	double             // both have 32 bits
	beside             // the count is their index in the shard
)

func formOf(t *totals) form {
	n, fits := t.interleavings.Uint64()
	switch {
	case fits && t.violating == trace.Count{}:
		return single
	case fits && n < 1<<32:
		return double
	}
	return beside
}

// fits reports whether the slot is also valid for the pair at the given depth: the same interleavings below the
// pair are cut for their length at both depths.
func (e *slot) fits(depth, limit int) bool {
	if e.cut {
		return int(e.length) == depth
	}
	return limit == 0 || depth+int(e.length) <= limit
}

// key is a pair of a state and a sleep set.
type key struct {
	state trace.Fingerprint
	sleep uint64
}
