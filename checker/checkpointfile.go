package checker

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A file begins with a line that has the version and a checksum of the next line. The next line is the checkpoint in
// JSON. The contents of a Memo follow.

// checkpointVersion begins a file; a checksum follows.
const checkpointVersion = "checkmodel checkpoint v5 sha256 "

// longestCheckpoint is the maximal length of the second line.
const longestCheckpoint = 512 << 20

// Encode returns the checkpoint as the content of a file.
func (c *Checkpoint) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := c.EncodeTo(&b)
	return b.Bytes(), err
}

// EncodeTo writes the checkpoint as the content of a file. A search of [States] must not go on meanwhile, as its
// states are not copied.
func (c *Checkpoint) EncodeTo(w io.Writer) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s%x\n%s\n", checkpointVersion, sha256.Sum256(body), body); err != nil || c.Memo == nil {
		return err
	}
	return c.Memo.encode(w)
}

// DecodeCheckpoint returns the checkpoint in the content of a file that Encode returned. An error says whether
// the file is something else, or damaged.
func DecodeCheckpoint(file []byte) (*Checkpoint, error) {
	c, err := ReadCheckpoint(bytes.NewReader(file))
	if err != nil || c.Memo == nil {
		return c, err
	}
	if c.Memo.content, err = io.ReadAll(c.Memo.rest); err != nil {
		return nil, err
	}
	c.Memo.rest = nil
	end := len(c.Memo.content) - sha256.Size
	if end < 0 {
		return nil, damagedFile(io.ErrUnexpectedEOF)
	}
	if sum := sha256.Sum256(c.Memo.content[:end]); !bytes.Equal(sum[:], c.Memo.content[end:]) {
		return nil, damagedFile(errors.New("its second checksum is wrong"))
	}
	return c, nil
}

// ReadCheckpoint is DecodeCheckpoint for a file that is being read. Of a checkpoint of a search of [States] it reads
// only the beginning. [Check] reads the rest when it resumes the search, which is possible once, and then closes the
// reader if it is an [io.Closer]. If the rest is damaged, Check returns a [*StaleCheckpoint].
func ReadCheckpoint(file io.Reader) (*Checkpoint, error) {
	r := bufio.NewReaderSize(file, 1<<16)
	head, err := line(r, 200)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	sum, known := strings.CutPrefix(string(head), checkpointVersion)
	switch {
	case !known && strings.HasPrefix(string(head), "checkmodel checkpoint "):
		return nil, fmt.Errorf("the checkpoint begins with %q and not with %q: another version of checkmodel wrote it", head, checkpointVersion)
	case !known || err != nil:
		return nil, errors.New("the file does not hold a checkpoint")
	}
	body, err := line(r, longestCheckpoint)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if sum != fmt.Sprintf("%x", sha256.Sum256(body)) {
		return nil, damagedFile(errors.New("its checksum is wrong"))
	}
	var c Checkpoint
	if err := json.Unmarshal(body, &c); err != nil {
		return nil, damagedFile(err)
	}
	if c.Memo != nil {
		c.Memo.rest = unread{r, file}
	} else if _, err := r.ReadByte(); err != io.EOF {
		return nil, damagedFile(errors.New("something follows its end"))
	}
	return &c, nil
}

func damagedFile(err error) error { return fmt.Errorf("the checkpoint is damaged: %w", err) }

// line reads a line of at most limit bytes, and returns it without its end. The error is io.EOF if the file
// ends with it.
func line(r *bufio.Reader, limit int) (text []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var part []byte
		part, err = r.ReadSlice('\n')
		if text = append(text, part...); len(text) > limit {
			return text[:limit], nil // its checksum will be wrong
		}
	}
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// unread is the rest of a file, which is closed with it.
type unread struct {
	io.Reader
	file io.Reader
}

// Close closes the file, if it can be closed.
func (u unread) Close() error {
	if c, ok := u.file.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
