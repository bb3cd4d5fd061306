package checker

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
)

// checked reads a part of a file and computes its checksum.
type checked struct {
	source           io.Reader
	buffer           []byte
	from, to, summed int // positions in the buffer: the next byte, the end, and the end of the part in the checksum
	sum              hash.Hash
}

func newChecked(r io.Reader) *checked {
	return &checked{source: r, buffer: make([]byte, 1<<18), sum: sha256.New()}
}

// checksum returns the checksum of all that was read.
func (c *checked) checksum() []byte {
	c.sum.Write(c.buffer[c.summed:c.from])
	c.summed = c.from
	return c.sum.Sum(nil)
}

// fill makes sure that something follows.
func (c *checked) fill() (err error) {
	for c.from == c.to && err == nil {
		c.checksum()
		c.from, c.summed = 0, 0
		c.to, err = c.source.Read(c.buffer)
	}
	if c.from < c.to {
		return nil // an error will come again
	}
	return err
}

// Read implements [io.Reader].
func (c *checked) Read(b []byte) (int, error) {
	if err := c.fill(); err != nil {
		return 0, err
	}
	n := copy(b, c.buffer[c.from:c.to])
	c.from += n
	return n, nil
}

// ReadByte implements [io.ByteReader].
func (c *checked) ReadByte() (byte, error) {
	if c.from == c.to {
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
	c.from++
	return c.buffer[c.from-1], nil
}

// text reads the length of a text, and the text.
func (c *checked) text() (string, error) {
	n, err := binary.ReadUvarint(c)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(io.LimitReader(c, int64(min(n, 1<<40)))) // the file may be damaged, and not so long
	if err == nil && uint64(len(b)) < n {
		err = io.ErrUnexpectedEOF
	}
	return string(b), err
}
