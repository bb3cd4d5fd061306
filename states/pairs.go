package states

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// Pairs are written by shard: first their number, then each pair: the key, a byte for the form of its counts and for
// a cut, a byte for the effort, the length, and the counts.

const (
	fixedBytes = 16 + 8 + 2 // of the key and the two bytes
	cutBit     = 1 << 7
	mostEffort = 64
)

// WritePairs writes all pairs that were explored. It may be called when Save may.
func (s *Explorer) WritePairs(w io.Writer) error {
	buffered := bufio.NewWriterSize(w, 1<<16)
	var b []byte
	for i := range s.memo.shards {
		sh := &s.memo.shards[i]
		n := 0
		sh.spread(func(*slot) { n++ })
		buffered.Write(binary.AppendUvarint(b[:0], uint64(n)))
		sh.spread(func(e *slot) {
			b = sh.appendPair(b[:0], e)
			buffered.Write(b) // Flush returns the first error
		})
	}
	return buffered.Flush()
}

// spread calls f with the pairs that were explored, in an order that jumps all over the table: a table that is filled
// in the order of its slots has long probe sequences until it has its final size.
func (s *shard) spread(f func(*slot)) {
	stride := int(float64(s.slots) * (math.Sqrt(5) - 1) / 2)
	for gcd(stride, s.slots) > 1 {
		stride++
	}
	at := 0
	for range s.slots {
		if e := s.at(at); e.status == known {
			f(e)
		}
		if at += stride; at >= s.slots {
			at -= s.slots
		}
	}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

func (s *shard) appendPair(b []byte, e *slot) []byte {
	b = binary.LittleEndian.AppendUint64(b, e.state[0])
	b = binary.LittleEndian.AppendUint64(b, e.state[1])
	b = binary.LittleEndian.AppendUint64(b, e.sleep)
	form := byte(e.form)
	if e.cut {
		form |= cutBit
	}
	b = binary.AppendUvarint(append(b, form, e.effort), uint64(e.length))
	if e.form != beside {
		return binary.AppendUvarint(b, e.count)
	}
	for _, n := range s.beside[e.count] {
		high, low := n.Halves()
		b = binary.AppendUvarint(binary.AppendUvarint(b, high), low)
	}
	return b
}

// PairReader reads the output of WritePairs.
type PairReader interface {
	io.Reader
	io.ByteReader
}

// ReadPairs adds the pairs that WritePairs has written and Save has counted to the search, which must not have begun.
// If they need more memory than the search may use, it forgets some.
func (s *Explorer) ReadPairs(r PairReader, saved *Snapshot) error {
	m, all := s.memo, 0
	m.shards[0].forgotten = saved.Forgotten // the sum counts
	for i := range m.shards {
		n, err := binary.ReadUvarint(r)
		if err != nil {
			return err
		}
		for ; n > 0; n-- {
			all++
			if err := m.readPair(&m.shards[i], r); err != nil {
				return err
			}
		}
	}
	if all != saved.Known {
		return errPairs
	}
	first := &m.shards[0]
	first.pairs, first.twins = saved.Pairs, saved.Twins
	first.states.Store(int64(saved.States))
	return nil
}

// readPair reads a pair of a shard.
func (m *memo) readPair(s *shard, r PairReader) error {
	var fixed [fixedBytes]byte
	if _, err := io.ReadFull(r, fixed[:]); err != nil {
		return err
	}
	k := key{
		state: trace.Fingerprint{binary.LittleEndian.Uint64(fixed[:]), binary.LittleEndian.Uint64(fixed[8:])},
		sleep: binary.LittleEndian.Uint64(fixed[16:]),
	}
	of, effort := form(fixed[24]&^cutBit), fixed[25]
	length, err := binary.ReadUvarint(r)
	if err != nil {
		return err
	}
	if m.shardOf(k.state) != s || of > beside || effort > mostEffort || length > math.MaxInt32 {
		return errPairs
	}
	var below totals
	if below.interleavings, below.violating, err = readCounts(r, of); err != nil {
		return err
	}
	m.makeRoom(s)
	if formOf(&below) == beside {
		m.makeRoomBeside(s)
	}
	e, _ := s.find(k)
	if e.status != empty {
		return errPairs
	}
	*e = slot{key: k, status: known, length: int32(length), effort: effort, cut: fixed[24]&cutBit != 0}
	s.used++
	s.setCounts(e, &below)
	return nil
}

// readCounts reads the counts of a pair, which are in the given form.
func readCounts(r PairReader, of form) (interleavings, violating trace.Count, err error) {
	var words [4]uint64
	for i := range words {
		if words[i], err = binary.ReadUvarint(r); err != nil || of != beside {
			break
		}
	}
	switch of {
	case single:
		return trace.CountOf(words[0]), trace.Count{}, err
	case double:
		return trace.CountOf(words[0] >> 32), trace.CountOf(words[0] & (1<<32 - 1)), err
	}
	return trace.CountOfHalves(words[0], words[1]), trace.CountOfHalves(words[2], words[3]), err
}

// closedPairs returns how many pairs are known, and the counters of the memo as if the pairs that are open had not
// been entered: a search that goes on enters them again.
func (m *memo) closedPairs() (known int, c counters) {
	for i := range m.shards {
		s := &m.shards[i]
		known += s.used
		c.pairs, c.twins, c.forgotten = c.pairs+s.pairs, c.twins+s.twins, c.forgotten+s.forgotten
	}
	c.states = m.states()
	left := map[trace.Fingerprint]int{} // pairs of a state that were left already
	for i := range m.shards {
		s := &m.shards[i]
		for at := range s.slots {
			e := s.at(at)
			if e.status != open {
				continue
			}
			others := s.others(e.key) - left[e.state]
			known, c.pairs, c.twins = known-1, c.pairs-1, c.twins-others
			if others == 0 {
				c.states--
			}
			left[e.state]++
		}
	}
	return known, c
}

// others returns the number of other pairs of the state of a pair.
func (s *shard) others(k key) (n int) {
	for i := s.home(k.state); s.at(i).status != empty; i = s.after(i) {
		if e := s.at(i); e.state == k.state && e.sleep != k.sleep {
			n++
		}
	}
	return n
}

// errPairs is the error for a list that WritePairs has not written.
var errPairs = errors.New("the pairs of states and sleep sets are not those of a search")
