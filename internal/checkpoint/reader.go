package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
)

// Reader reads the rest of a file and computes its checksum.
type Reader struct {
	source           io.Reader
	buffer           []byte
	from, to, summed int // positions in the buffer: the next byte, the end, and the end of the part in the checksum
	sum              hash.Hash
}

func newReader(r io.Reader) *Reader {
	return &Reader{source: r, buffer: make([]byte, 1<<18), sum: sha256.New()}
}

// checksum returns the checksum of all that was read.
func (c *Reader) checksum() []byte {
	c.sum.Write(c.buffer[c.summed:c.from])
	c.summed = c.from
	return c.sum.Sum(nil)
}

// fill makes sure that something follows.
func (c *Reader) fill() (err error) {
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
func (c *Reader) Read(b []byte) (int, error) {
	if err := c.fill(); err != nil {
		return 0, err
	}
	n := copy(b, c.buffer[c.from:c.to])
	c.from += n
	return n, nil
}

// ReadByte implements [io.ByteReader].
func (c *Reader) ReadByte() (byte, error) {
	if c.from == c.to {
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
	c.from++
	return c.buffer[c.from-1], nil
}

// Text reads the length of a text, and the text.
func (c *Reader) Text() (string, error) {
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

// end returns an error unless the checksum of all that was read follows, and then the end.
func (c *Reader) end() error {
	want, sum := c.checksum(), make([]byte, sha256.Size)
	if _, err := io.ReadFull(c, sum); err != nil {
		return err
	}
	if !bytes.Equal(sum, want) {
		return errors.New("its second checksum is wrong")
	}
	if _, err := c.ReadByte(); err != io.EOF {
		return errors.New("something follows its end")
	}
	return nil
}
