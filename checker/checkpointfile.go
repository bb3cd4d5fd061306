package checker

import (
	"io"

	"github.com/checkmodel/checkmodel/internal/checkpoint"
)

// EncodeTo writes the checkpoint as the content of a file. A search of [States] must not go on meanwhile, as its
// states are not copied.
func (c *Checkpoint) EncodeTo(w io.Writer) error {
	if c.Memo == nil {
		return checkpoint.Write(w, c, nil)
	}
	return checkpoint.Write(w, c, c.Memo.Rest)
}

// ReadCheckpoint reads a file that EncodeTo has written. An error says whether it is something else, or damaged. Of a checkpoint of
// a search of [States] it reads only the beginning. [Check] reads the rest when it resumes the search, which is possible once, and then closes the
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
