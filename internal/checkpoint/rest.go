package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
)

// Rest is the part of a file after its body: content in memory, a stream that can be read once, or what a function writes.
type Rest struct {
	content []byte
	stream  *bufio.Reader
	file    io.Reader // of the stream
	by      func(io.Writer) error
}

// ErrRead is the error that a stream was read already.
var ErrRead = errors.New("what was explored was read from the file already; read the file again")

// NewRest returns the rest that a function writes.
func NewRest(by func(io.Writer) error) *Rest { return &Rest{by: by} }

// write writes the rest, and its checksum.
func (r *Rest) write(w io.Writer) error {
	switch {
	case r.content != nil:
		_, err := w.Write(r.content)
		return err
	case r.by == nil:
		return ErrRead
	}
	sum := sha256.New()
	buffered := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<18)
	if err := r.by(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

// Load reads the stream into memory, and verifies its checksum.
func (r *Rest) Load() (err error) {
	if r.content, err = io.ReadAll(r.stream); err != nil {
		return err
	}
	r.stream = nil
	end := len(r.content) - sha256.Size
	if end < 0 {
		return damaged(io.ErrUnexpectedEOF)
	}
	if sum := sha256.Sum256(r.content[:end]); !bytes.Equal(sum[:], r.content[end:]) {
		return damaged(errors.New("its second checksum is wrong"))
	}
	return nil
}

// None returns an error if there is something in the stream.
func (r *Rest) None() error {
	if _, err := r.stream.ReadByte(); err != io.EOF {
		return damaged(errors.New("something follows its end"))
	}
	return nil
}

// Read calls the function with a reader of the rest, then verifies the checksum, and closes the file of the stream if it can be
// closed. The end of the rest before its time is io.ErrUnexpectedEOF.
func (r *Rest) Read(by func(*Reader) error) error {
	var source io.Reader
	switch {
	case r.content != nil:
		source = bytes.NewReader(r.content)
	case r.stream != nil:
		source, r.stream = r.stream, nil
		if c, ok := r.file.(io.Closer); ok {
			defer c.Close()
		}
	default:
		var b bytes.Buffer
		if err := r.write(&b); err != nil {
			return err
		}
		source = &b
	}
	c := newReader(source)
	err := by(c)
	if err == nil {
		err = c.end()
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
