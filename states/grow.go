package states

import "unsafe"

// A shard grows by a quarter when four fifths of its slots are in use. So more than 64 of 100 slots are in
// use, unless the shard is small, and a pair takes less than 64 bytes. Shards differ in size from the start, so
// they do not all grow at the same time. A growing shard takes the blocks that another has left.

// slots returns how many slots a shard of the size has: whole blocks, if it has more than one.
func slots(size int) int {
	n := size / shards
	if n > blockSize {
		n = (n + blockSize - 1) / blockSize * blockSize
	}
	return n
}

// makeRoom makes sure that the shard has room for one more pair.
func (m *memo) makeRoom(s *shard) {
	if s.used < s.slots*4/5 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	size := s.size
	if s.slots > 0 {
		size += size / 4
	}
	more := int64(slots(size))*slotBytes - int64(len(m.spare))*blockBytes
	if m.affords(more) || !s.forget() {
		s.size = size
		m.resize(s, slots(size))
	}
}

// makeRoomBeside makes sure that the shard has room for the counts of one more pair beside its slots.
func (m *memo) makeRoomBeside(s *shard) {
	if len(s.free) > 0 || len(s.beside) < cap(s.beside) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n := cap(s.beside)
	more := max(4, n/4)
	if n > 0 && !m.affords(int64(n+more)*besideBytes) && s.forget() && len(s.free) > 0 {
		return
	}
	s.beside = append(make([]counts, 0, n+more), s.beside...)
	s.free = append(make([]uint32, 0, n+more), s.free...)
	m.held += int64(more) * besideBytes
}

// affords reports whether the budget allows for the given number of bytes more.
func (m *memo) affords(more int64) bool { return m.budget == 0 || m.bytesLocked()+more <= m.budget }

// bytes returns how much memory the memo takes.
func (m *memo) bytes() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bytesLocked()
}

// bytesLocked is like bytes, for a caller that has locked the memo.
func (m *memo) bytesLocked() int64 {
	return int64(unsafe.Sizeof(*m)) + m.held + m.whole + int64(cap(m.spare))*headBytes
}

// resize moves the pairs of a shard to the given number of slots.
func (m *memo) resize(s *shard, slots int) {
	before, old := s.slots, s.blocks
	s.slots, s.blocks = slots, make([]block, 0, (slots+blockSize-1)/blockSize)
	for rest := slots; rest > 0; rest -= blockSize {
		s.blocks = append(s.blocks, m.take(min(rest, blockSize)))
	}
	for i := range before {
		if e := &old[i/blockSize][i%blockSize]; e.status != empty {
			to, _ := s.find(e.key)
			*to = *e
		}
	}
	for _, b := range old {
		m.give(b)
	}
}

// take returns a block of empty slots.
func (m *memo) take(slots int) block {
	if last := len(m.spare) - 1; last >= 0 && slots == blockSize {
		b := m.spare[last]
		m.spare = m.spare[:last]
		clear(b)
		return b
	}
	m.held += int64(slots)*slotBytes + headBytes
	return make(block, slots)
}

// give takes back a block. A small one is not kept.
func (m *memo) give(b block) {
	if len(b) == blockSize {
		m.spare = append(m.spare, b)
	} else {
		m.held -= int64(len(b))*slotBytes + headBytes
	}
}
