package journal

import (
	"iter"
	"maps"
	"slices"
)

const blockSize = 4096

// content is the content of a file, in blocks. A block that is not there is all zero.
type content struct {
	size   int64
	blocks map[int64][]byte // by their numbers
}

func (c *content) write(at int64, data []byte) {
	c.size = max(c.size, at+int64(len(data)))
	if c.blocks == nil {
		c.blocks = map[int64][]byte{}
	}
	for len(data) > 0 {
		number, from := at/blockSize, at%blockSize
		b := c.blocks[number]
		if b == nil {
			b = make([]byte, blockSize)
			c.blocks[number] = b
		}
		n := copy(b[from:], data)
		data, at = data[n:], at+int64(n)
	}
}

func (c *content) cut(size int64) {
	if size < c.size {
		maps.DeleteFunc(c.blocks, func(number int64, _ []byte) bool { return number*blockSize >= size })
		if b := c.blocks[size/blockSize]; b != nil {
			clear(b[size%blockSize:])
		}
	}
	c.size = size
}

// parts returns the blocks in order, without what is after the end of the file.
func (c *content) parts() iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		for _, number := range slices.Sorted(maps.Keys(c.blocks)) {
			at := number * blockSize
			if !yield(at, c.blocks[number][:min(blockSize, c.size-at)]) {
				return
			}
		}
	}
}
