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

// totals returns the totals below a known pair. Above a cut the height is not needed, and 0.
func (s *shard) totals(e *slot) (t totals) {
	if t.cut = e.cut; !t.cut {
		t.height = e.length
	}
	switch e.form {
	case single:
		t.interleavings = trace.CountOf(e.count)
	case double:
		t.interleavings, t.violating = trace.CountOf(e.count>>32), trace.CountOf(e.count&(1<<32-1))
	case beside:
		both := &s.beside[e.count]
		t.interleavings, t.violating = both[0], both[1]
	}
	return t
}

// setCounts sets the counts of a slot that has none beside it. There must be room for them.
func (s *shard) setCounts(e *slot, t *totals) {
	n, _ := t.interleavings.Uint64()
	v, _ := t.violating.Uint64()
	switch e.form = formOf(t); e.form {
	case single:
		e.count = n
	case double:
		e.count = n<<32 | v
	case beside:
		if last := len(s.free) - 1; last >= 0 {
			e.count, s.free = uint64(s.free[last]), s.free[:last]
		} else {
			e.count, s.beside = uint64(len(s.beside)), append(s.beside, counts{})
		}
		s.beside[e.count] = counts{t.interleavings, t.violating}
	}
}

// differs reports whether t says something else about a pair.
func (t totals) differs(from totals) bool {
	return t.interleavings != from.interleavings || t.violating != from.violating || t.cut != from.cut || !t.cut && t.height != from.height
}

// release frees the counts beside a slot.
func (s *shard) release(e *slot) {
	if e.form == beside {
		s.free = append(s.free, uint32(e.count))
	}
	e.form, e.count = single, 0
}
