package program

import (
	"bytes"
	"io"
	"sync"
)

// Tail keeps the end of a text.
type Tail struct {
	Limit int                              // in bytes
	Each  func(offset int, content []byte) // is called with each part and its offset in all that was written; it may be nil

	mu      sync.Mutex
	content []byte
	dropped int
}

// Write never fails.
func (t *Tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Each != nil {
		t.Each(t.dropped+len(t.content), b)
	}
	t.content = append(t.content, b...)
	if more := len(t.content) - t.Limit; more > 0 {
		t.content = append([]byte(nil), t.content[more:]...)
		t.dropped += more
	}
	return len(b), nil
}

// End returns the end, and how many bytes were written before it.
func (t *Tail) End() (content []byte, before int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]byte(nil), t.content...), t.dropped
}

// without drops lines.
type without struct {
	text []byte
	to   io.Writer
}

// Without returns a writer that drops lines with a text, if they are written as a whole.
func Without(text string, to io.Writer) io.Writer { return &without{[]byte(text), to} }

func (w *without) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		if !bytes.Contains(line, w.text) {
			w.to.Write(line)
		}
	}
	return len(b), nil
}
