// Package whole gives numbers to contents, so that a content can refer to others by their numbers. Equal
// contents have equal numbers, and different contents have different numbers: unlike hashes, numbers never
// collide.
package whole

import (
	"encoding/binary"
	"sync"
)

// Numbers gives numbers to contents: 1 to the first one, and so on. The zero value has none. It is safe for
// concurrent use.
type Numbers struct {
	mu    sync.Mutex
	of    map[string]uint32
	bytes int64
}

// entryBytes is about the memory that a map takes for an entry, besides the content.
const entryBytes = 40

// Of returns the number of a content, which it copies if it is new.
func (n *Numbers) Of(content []byte) uint32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if number, known := n.of[string(content)]; known {
		return number
	}
	if n.of == nil {
		n.of = map[string]uint32{}
	}
	number := uint32(len(n.of) + 1)
	n.of[string(content)] = number
	n.bytes += int64(len(content)) + entryBytes
	return number
}

// Bytes returns about how much memory the contents take.
func (n *Numbers) Bytes() int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.bytes
}

// Integer is a number that can be a part of a content.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Append appends integers to a content, in a form in which they can be read back in
// sequence.
func Append[T Integer](content []byte, all ...T) []byte {
	for _, x := range all {
		content = binary.AppendVarint(content, int64(x))
	}
	return content
}

// AppendText appends a text to a content, with its length.
func AppendText(content []byte, text string) []byte {
	return append(Append(content, len(text)), text...)
}
