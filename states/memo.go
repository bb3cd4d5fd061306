package states

import (
	"sync"

	"github.com/checkmodel/checkmodel/trace"
)

// memo remembers the totals below each pair of a state and a sleep set. It is a hash table in shards, each of
// which grows by itself (grow.go). At its budget it forgets pairs instead (forget.go). Pairs are referred to by
// their keys, because slots move. Several workers can use it.
type memo struct {
	budget int64 // in bytes; 0 is no limit
	shards [shards]shard

	mu    sync.Mutex // guards the fields below; it is locked after a shard's mutex
	held  int64      // bytes that shards and spare blocks take
	whole int64      // bytes that whole states take
	spare []block    // of shards that have grown since, for shards that grow next
}

func newMemo(budget int64) *memo {
	m := &memo{budget: budget}
	for i := range m.shards {
		m.shards[i].size = smallest*shards + i*smallest/4
	}
	return m
}

// shardOf returns the shard that holds the pairs of the state.
func (m *memo) shardOf(f trace.Fingerprint) *shard { return &m.shards[f[0]/(1<<64/shards)] }

// counters returns the sum over all shards.
func (m *memo) counters() (c counters) {
	for i := range m.shards {
		s := &m.shards[i]
		s.mu.Lock()
		c.pairs, c.twins, c.forgotten, c.bytes = c.pairs+s.pairs, c.twins+s.twins, c.forgotten+s.forgotten, c.bytes+s.bytes()
		s.mu.Unlock()
	}
	c.states = m.states()
	return c
}

// states returns how many states were entered while no pair of them was remembered.
func (m *memo) states() (n int) {
	for i := range m.shards {
		n += int(m.shards[i].states.Load())
	}
	return n
}
