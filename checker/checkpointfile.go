package checker

import (
	"bytes"
	"io"

	"github.com/checkmodel/checkmodel/internal/checkpoint"
)

// Encode returns the checkpoint as the content of a file.
func (c *Checkpoint) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := c.EncodeTo(&b)
	return b.Bytes(), err
}

// EncodeTo writes the checkpoint as the content of a file. A search of [States] must not go on meanwhile, as its
// states are not copied.
func (c *Checkpoint) EncodeTo(w io.Writer) error {
	if c.Memo == nil {
		return checkpoint.Write(w, c, nil)
	}
	return checkpoint.Write(w, c, c.Memo.Rest)
}

// DecodeCheckpoint returns the checkpoint in the content of a file that Encode returned. An error says whether
// the file is something else, or damaged.
func DecodeCheckpoint(file []byte) (*Checkpoint, error) {
	c, err := ReadCheckpoint(bytes.NewReader(file))
	if err == nil && c.Memo != nil {
		err = c.Memo.Rest.Load()
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// ReadCheckpoint is DecodeCheckpoint for a file that is being read. Of a checkpoint of a search of [States] it reads
// only the beginning. [Check] reads the rest when it resumes the search, which is possible once, and then closes the
// reader if it is an [io.Closer]. If the rest is damaged, Check returns a [*StaleCheckpoint].
func ReadCheckpoint(file io.Reader) (*Checkpoint, error) {
	var c Checkpoint
	rest, err := checkpoint.Read(file, &c)
	switch {
	case err != nil:
		return nil, err
	case c.Memo != nil:
		c.Memo.Rest = rest
	default:
		err = rest.None()
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}
