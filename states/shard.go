package states

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/checkmodel/checkmodel/trace"
)

// shard is a part of a memo: a table with linear probing. Where the search for a pair begins depends on the
// state only, so it passes all pairs of the state.
type shard struct {
	size   int // the number from which slots is rounded, times shards
	slots  int // their number; 0 if there are no blocks yet
	blocks []block
	used   int // slots that hold a pair

	beside []counts // that do not fit into a slot
	free   []uint32 // unused indices of these; there is room for all

	mu        sync.Mutex   // guards all but states
	pairs     int          // see counters
	states    atomic.Int64 // see counters
	twins     int          // see counters
	forgotten int          // see counters
}

// counters count the pairs of a shard.
type counters struct {
	pairs     int // that were entered; one that was forgotten counts each time
	states    int // that were entered while no pair of them was remembered
	twins     int // the sum over all entered pairs of the other pairs of the state, which were remembered
	forgotten int // pairs
	bytes     int64
}

// block is an array of blockSize slots, or fewer in a shard that has only one.
type block []slot

// counts are the number of interleavings, and the number of violating ones.
type counts [2]trace.Count

func (s *shard) at(i int) *slot { return &s.blocks[i/blockSize][i%blockSize] }

// home returns the slot at which the search for the pairs of a state begins. The order of states is the
// same in shards of all sizes.
func (s *shard) home(f trace.Fingerprint) int {
	i, _ := bits.Mul64(f[1], uint64(s.slots))
	return int(i)
}

// after returns the place after i.
func (s *shard) after(i int) int {
	if i++; i < s.slots {
		return i
	}
	return 0
}

// distance returns the number of slots from i to j.
func (s *shard) distance(i, j int) int {
	if j < i {
		j += s.slots
	}
	return j - i
}

// find returns the slot of a pair, or the empty one for it and the number of other pairs of its state. The
// shard must have an empty slot.
func (s *shard) find(k key) (e *slot, twins int) {
	for i := s.home(k.state); ; i = s.after(i) {
		e = s.at(i)
		switch {
		case e.status == empty || e.key == k:
			return e, twins
		case e.state == k.state:
			twins++
		}
	}
}

// lookup returns the slot of a pair, or nil.
func (s *shard) lookup(k key) *slot {
	if s.slots == 0 {
		return nil
	}
	if e, _ := s.find(k); e.status != empty {
		return e
	}
	return nil
}

// remove removes the pair at i. A later pair that belongs there takes its place.
func (s *shard) remove(i int) {
	s.release(s.at(i))
	s.used--
	for j := s.after(i); s.at(j).status != empty; j = s.after(j) {
		if home := s.home(s.at(j).state); s.distance(home, j) >= s.distance(i, j) {
			*s.at(i) = *s.at(j)
			i = j
		}
	}
	*s.at(i) = slot{}
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

// release frees the counts beside a slot.
func (s *shard) release(e *slot) {
	if e.form == beside {
		s.free = append(s.free, uint32(e.count))
	}
	e.form, e.count = single, 0
}

const (
	shards    = 64
	blockSize = 256 // slots
	smallest  = 8   // slots of a shard

	slotBytes   = int64(unsafe.Sizeof(slot{}))
	headBytes   = int64(unsafe.Sizeof(block{}))
	blockBytes  = blockSize*slotBytes + headBytes
	besideBytes = int64(unsafe.Sizeof(counts{}) + unsafe.Sizeof(uint32(0)))
)

// bytes returns how much memory the pairs of the shard take in a table that has just grown, which is the most. How
// full the table is depends on the order in which pairs came, and on where the search was saved.
func (s *shard) bytes() int64 {
	return int64(s.used)*slotBytes*25/16 + int64(len(s.beside)-len(s.free))*besideBytes*5/4
}
