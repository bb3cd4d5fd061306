package states

import (
	"math/bits"
	"sync"
	"sync/atomic"

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

// distance returns how far it is from i to j.
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
