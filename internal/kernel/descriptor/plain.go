//go:build linux && (amd64 || arm64)

package descriptor

import (
	"bytes"
	"math/rand/v2"

	"golang.org/x/sys/unix"
)

// Output takes what a program prints.
type Output struct {
	Null
	part  []byte // of a line
	lines *[]string
}

// NewOutput returns an output that adds the lines to a list.
func NewOutput(lines *[]string) *Output { return &Output{lines: lines} }

// Rest returns the part of a line that the program has not ended.
func (o *Output) Rest() string { return string(o.part) }

func (o *Output) Write(b []byte) (int, unix.Errno, bool) {
	o.part = append(o.part, b...)
	for {
		end := bytes.IndexByte(o.part, '\n')
		if end < 0 {
			return len(b), 0, true
		}
		*o.lines = append(*o.lines, string(o.part[:end]))
		o.part = o.part[end+1:]
	}
}

func (o *Output) Ready() uint32 { return unix.EPOLLOUT }
func (o *Output) Mode() uint32  { return unix.S_IFIFO | 0o600 }

// Text is a file that the kernel would write when it is read.
type Text struct {
	Null
	rest []byte
}

// NewText returns a file with a text.
func NewText(b []byte) *Text { return &Text{rest: b} }

func (t *Text) Read(most int, _ bool) ([]byte, unix.Errno, bool) {
	b := t.rest[:min(most, len(t.rest))]
	t.rest = t.rest[len(b):]
	return b, 0, true
}

func (t *Text) Write([]byte) (int, unix.Errno, bool) { return 0, unix.EBADF, true }
func (t *Text) Mode() uint32                         { return unix.S_IFREG | 0o444 }

// Null is /dev/null. Other devices have what they do not do as it does.
type Null struct{}

func (Null) Read(int, bool) ([]byte, unix.Errno, bool) { return nil, 0, true }
func (Null) Write(b []byte) (int, unix.Errno, bool)    { return len(b), 0, true }
func (Null) Ready() uint32                             { return unix.EPOLLIN | unix.EPOLLOUT }
func (Null) Close()                                    {}
func (Null) Mode() uint32                              { return unix.S_IFCHR | 0o666 }

// Random is /dev/urandom.
type Random struct {
	Null
	*rand.Rand
}

// Bytes returns so many random bytes.
func (r Random) Bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func (r Random) Read(most int, _ bool) ([]byte, unix.Errno, bool) { return r.Bytes(most), 0, true }
