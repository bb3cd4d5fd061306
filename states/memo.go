package states

import "github.com/checkmodel/checkmodel/trace"

// memo remembers what is below each pair of a state and a sleep set.
type memo struct {
	first   map[trace.Fingerprint]int32 // by state, the pair that was found last
	entries [][]entry                   // in blocks, which do not move
	n       int32
}

// entry is a pair.
type entry struct {
	pair  trace.Fingerprint
	next  int32 // another pair with the same state, or -1
	depth int32 // at which it was explored
	known bool  // it has been explored
	open  bool  // it is on the path
	totals
}

// blockSize is the number of entries of a block.
const blockSize = 1 << 12

// find returns the entry of a pair, which is added if there is none.
func (m *memo) find(pair, state trace.Fingerprint) (i int32, isNew bool) {
	first, ok := m.first[state]
	if !ok {
		first = -1
	}
	for i = first; i >= 0; i = m.at(i).next {
		if m.at(i).pair == pair {
			return i, false
		}
	}
	i = m.n
	if i%blockSize == 0 {
		m.entries = append(m.entries, make([]entry, blockSize))
	}
	m.n++
	*m.at(i) = entry{pair: pair, next: first}
	if m.first == nil {
		m.first = map[trace.Fingerprint]int32{}
	}
	m.first[state] = i
	return i, true
}

func (m *memo) at(i int32) *entry { return &m.entries[i/blockSize][i%blockSize] }

// fits reports whether what is below the pair at that depth is what the entry says: nothing below it is
// cut for its length at one of the depths only.
func (e *entry) fits(depth, limit int) bool {
	switch {
	case !e.known:
		return false
	case e.cut:
		return int(e.depth) == depth
	}
	return limit == 0 || depth+int(e.height) <= limit
}
