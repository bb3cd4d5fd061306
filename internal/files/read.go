package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// How many bytes files may have that are read. What is written is far smaller.
const (
	MaxSchedule   = 64 << 20 // also of a violation that was kept
	MaxCheckpoint = 512 << 20
	MaxReport     = 512 << 20
)

// Read returns what is in the file of that name, which may have so many bytes at most. A
// device, a named pipe or a socket is an error; it is not read. A pipe that this process was
// started with is read, as that of <(command) in a shell, which may last until its writers have
// ended.
func Read(name string, limit int64) ([]byte, error) {
	f, err := Open(name, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Open opens a file for reading, as Read does; reading more than limit is an error. Close it
// after use.
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

// Input returns standard input for reading, as Open returns a file. A terminal can be read, too.
func Input(limit int64) (io.ReadCloser, error) {
	return limited(os.Stdin, "standard input", limit)
}

// limited returns an open file for reading; it closes it if there is an error.
func limited(f *os.File, name string, limit int64) (io.ReadCloser, error) {
	info, err := f.Stat()
	if err == nil {
		switch m := info.Mode(); {
		case m.IsDir(), m&fs.ModeDevice != 0 && !terminal(f):
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
