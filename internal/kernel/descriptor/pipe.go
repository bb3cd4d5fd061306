//go:build linux && (amd64 || arm64)

package descriptor

import "golang.org/x/sys/unix"

// PipeSize is the number of bytes that wait in a pipe.
const PipeSize = 65536

// pipe is a pipe, of which each end is an object.
type pipe struct {
	buf              []byte
	reader, writer   *Description
	noReader, noMore bool
}

// PipeReader is the end of a pipe to read from.
type PipeReader struct{ *pipe }

func (p PipeReader) Read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if len(p.buf) == 0 {
		return nil, 0, p.noMore
	}
	b := p.buf[:min(most, len(p.buf))]
	p.buf = p.buf[len(b):]
	p.writer.Changed()
	return b, 0, true
}

func (p PipeReader) Write([]byte) (int, unix.Errno, bool) { return 0, unix.EBADF, true }

func (p PipeReader) Ready() (m uint32) {
	if len(p.buf) > 0 {
		m |= unix.EPOLLIN
	}
	if p.noMore {
		m |= unix.EPOLLHUP
	}
	return m
}

func (p PipeReader) Close() {
	p.noReader = true
	p.writer.Changed()
}

func (p PipeReader) Mode() uint32 { return unix.S_IFIFO | 0o600 }

// PipeWriter is the end of a pipe to write to.
type PipeWriter struct{ *pipe }

func (p PipeWriter) Read(int, bool) ([]byte, unix.Errno, bool) { return nil, unix.EBADF, true }

func (p PipeWriter) Write(b []byte) (int, unix.Errno, bool) {
	if p.noReader {
		return 0, unix.EPIPE, true
	}
	n := min(len(b), PipeSize-len(p.buf))
	if n == 0 || n < len(b) && len(b) <= 4096 { // a short write is atomic
		return 0, 0, len(b) == 0
	}
	p.buf = append(p.buf, b[:n]...)
	p.reader.Changed()
	return n, 0, true
}

func (p PipeWriter) Ready() (m uint32) {
	if len(p.buf) < PipeSize {
		m |= unix.EPOLLOUT
	}
	if p.noReader {
		m |= unix.EPOLLERR
	}
	return m
}

func (p PipeWriter) Close() {
	p.noMore = true
	p.reader.Changed()
}

func (p PipeWriter) Mode() uint32 { return unix.S_IFIFO | 0o600 }

// Available returns how many bytes are in the pipe.
func (p *pipe) Available() (int, unix.Errno) { return len(p.buf), 0 }

// NewPipe returns the two ends of a pipe.
func NewPipe(nonblock bool) (reader, writer *Description) {
	p := &pipe{}
	p.reader = &Description{Object: PipeReader{p}, Nonblock: nonblock}
	p.writer = &Description{Object: PipeWriter{p}, Nonblock: nonblock}
	return p.reader, p.writer
}
