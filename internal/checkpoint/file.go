package checkpoint

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

// version begins a file; a checksum follows.
const version = "checkmodel checkpoint v5 sha256 "

// longest is the maximal length of the body.
const longest = 512 << 20

// Write writes a file with the body and the rest; nil is no rest.
func Write(w io.Writer, body any, rest *Rest) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s%x\n%s\n", version, sha256.Sum256(text), text); err != nil || rest == nil {
		return err
	}
	return rest.write(w)
}

// Read reads the body of a file, and returns the rest, which is not read. An error says whether the file is something else, or
// damaged.
func Read(file io.Reader, body any) (*Rest, error) {
	r := bufio.NewReaderSize(file, 1<<16)
	head, err := line(r, 200)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	sum, known := strings.CutPrefix(string(head), version)
	switch {
	case !known && strings.HasPrefix(string(head), "checkmodel checkpoint "):
		return nil, fmt.Errorf("the checkpoint begins with %q and not with %q: another version of checkmodel wrote it", head, version)
	case !known || err != nil:
		return nil, errors.New("the file does not hold a checkpoint")
	}
	text, err := line(r, longest)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if sum != fmt.Sprintf("%x", sha256.Sum256(text)) {
		return nil, damaged(errors.New("its checksum is wrong"))
	}
	if err := json.Unmarshal(text, body); err != nil {
		return nil, damaged(err)
	}
	return &Rest{stream: r, file: file}, nil
}

func damaged(err error) error { return fmt.Errorf("the checkpoint is damaged: %w", err) }

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
