//go:build linux && amd64

package kernel

import (
	"bytes"
	"math/rand/v2"

	"golang.org/x/sys/unix"
)

// output takes what a program prints.
type output struct {
	part  []byte // of a line
	lines *[]string
}

func (o *output) read(int, bool) ([]byte, unix.Errno, bool) { return nil, 0, true }

func (o *output) write(b []byte) (int, unix.Errno, bool) {
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

func (o *output) ready() uint32 { return unix.EPOLLOUT }
func (o *output) close(bool)    {}
func (o *output) mode() uint32  { return unix.S_IFIFO | 0o600 }

// text is a file that the kernel would write when it is read.
type text struct{ rest []byte }

func (t *text) read(most int, _ bool) ([]byte, unix.Errno, bool) {
	b := t.rest[:min(most, len(t.rest))]
	t.rest = t.rest[len(b):]
	return b, 0, true
}

func (t *text) write([]byte) (int, unix.Errno, bool) { return 0, unix.EBADF, true }
func (t *text) ready() uint32                        { return unix.EPOLLIN | unix.EPOLLOUT }
func (t *text) close(bool)                           {}
func (t *text) mode() uint32                         { return unix.S_IFREG | 0o444 }

// null is /dev/null.
type null struct{}

func (null) read(int, bool) ([]byte, unix.Errno, bool) { return nil, 0, true }
func (null) write(b []byte) (int, unix.Errno, bool)    { return len(b), 0, true }
func (null) ready() uint32                             { return unix.EPOLLIN | unix.EPOLLOUT }
func (null) close(bool)                                {}
func (null) mode() uint32                              { return unix.S_IFCHR | 0o666 }

// random is /dev/urandom.
type random struct{ *rand.Rand }

// bytes returns so many random bytes.
func (r random) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func (r random) read(most int, _ bool) ([]byte, unix.Errno, bool) { return r.bytes(most), 0, true }
func (r random) write(b []byte) (int, unix.Errno, bool)           { return len(b), 0, true }
func (r random) ready() uint32                                    { return unix.EPOLLIN | unix.EPOLLOUT }
func (r random) close(bool)                                       {}
func (r random) mode() uint32                                     { return unix.S_IFCHR | 0o666 }
