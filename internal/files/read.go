package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Limits on the files that are read, in bytes. The files that are written are much smaller.
const (
	MaxSchedule   = 64 << 20 // a schedule or a kept violation
	MaxCheckpoint = 1 << 40  // it is not read into memory as a whole
	MaxReport     = 512 << 20
)

// Read returns the content of the named file, which may have at most limit bytes. A device, a named
// pipe or a socket is an error and is not read. A pipe that this process was started with, such as
// by <(command) in a shell, is read. This may block until its writers have closed it.
func Read(name string, limit int64) ([]byte, error) {
	f, err := Open(name, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Open opens a file for reading, under the same conditions as Read; reading more than limit bytes
// is an error. The caller must close it.
func Open(name string, limit int64) (io.ReadCloser, error) {
	p, err := Find(name)
	if err != nil {
		return nil, about("open", name, err)
	}
	var f *os.File
	switch {
	case p.Descriptor >= 0:
		f, err = duplicate(p.Descriptor)
	case p.Info == nil:
		err = syscall.ENOENT
	case !p.Info.Mode().IsRegular():
		err = fmt.Errorf("it is %s, not a file", kind(p.Info.Mode()))
	default:
		f, err = os.Open(p.Path)
	}
	if err != nil {
		return nil, about("open", name, err)
	}
	return limited(f, name, limit)
}

// Input returns standard input for reading, under the same conditions as Open, but it may also be a
// terminal.
func Input(limit int64) (io.ReadCloser, error) {
	return limited(os.Stdin, "standard input", limit)
}

// limited returns a reader of an open file. If there is an error, it closes the file.
func limited(f *os.File, name string, limit int64) (io.ReadCloser, error) {
	info, err := f.Stat()
	if err == nil {
		_, terminal := Columns(f)
		switch m := info.Mode(); {
		case m.IsDir(), m&fs.ModeDevice != 0 && !terminal:
			err = fmt.Errorf("it is %s, not a file", kind(m))
		case m.IsRegular() && info.Size() > limit:
			err = tooLarge(limit)
		}
	}
	if err != nil {
		f.Close()
		return nil, about("open", name, err)
	}
	return &reader{file: f, name: name, left: limit, limit: limit}, nil
}

func tooLarge(limit int64) error {
	return fmt.Errorf("it has more than %d MiB, which no file has that this command reads", limit>>20)
}

// reader reads an open file up to a limit.
type reader struct {
	file        *os.File
	name        string
	left, limit int64
}

// Read implements [io.Reader].
func (r *reader) Read(b []byte) (int, error) {
	n, err := r.file.Read(b[:min(int64(len(b)), r.left+1)])
	if int64(n) > r.left {
		n, r.left = int(r.left), 0
		return n, about("read", r.name, tooLarge(r.limit))
	}
	r.left -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		err = about("read", r.name, err)
	}
	return n, err
}

// Close closes the file.
func (r *reader) Close() error { return r.file.Close() }
