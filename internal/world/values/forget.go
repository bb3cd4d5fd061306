package values

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// manyValues is how many bytes of values are kept at least before some are forgotten.
const manyValues = 16 << 20

// size is about how many bytes the value takes, with what is needed to find it.
func (v *Value) size() int64 { return 250 + 3*int64(len(v.key)) }

// Forget forgets the values, by their numbers, that are neither needed nor kept.
func (vs *Store) Forget(needed []bool, keep func(v any) bool) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	list := *vs.list.Load()
	for id, v := range slices.Backward(list) { // so that low numbers are reused first
		if id == 0 || v == nil || needed[id] || keep(v.v) {
			continue
		}
		delete(vs.byKey, v.key)
		vs.size.Add(-v.size())
		list[id] = nil
		vs.free = append(vs.free, trace.ValueID(id))
	}
	vs.full.Store(max(manyValues, 2*vs.size.Load()))
}

// ShouldForget reports whether the values take so much memory that some should be forgotten.
func (vs *Store) ShouldForget() bool { return vs.size.Load() >= vs.full.Load() }

// Len returns how many numbers values have, from 0 on.
func (vs *Store) Len() int { return len(*vs.list.Load()) }

// Stored returns how many values are stored, and about how many bytes they take.
func (vs *Store) Stored() (n int, size int64) { return len(vs.byKey), vs.size.Load() }
