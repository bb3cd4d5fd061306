package files

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// Write writes the content to the named file. A regular file is replaced as a whole, even if an
// error occurs: the content is written to a temporary file in the same directory, which is renamed.
// A link is followed, and its target is replaced. If the directory does not allow that, but the
// file is writable, it is written in place. Devices and pipes are written to. File descriptors,
// such as /dev/stdout, are written to at their current position, so nothing is overwritten.
//
// Write blocks as long as a pipe has no reader. It removes temporary files of processes that were
// killed while they wrote the same file.
func Write(name string, content []byte) error {
	return WriteBy(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// WriteBy is Write for the content that the function writes. If a file can be replaced only in place, it is called
// again.
func WriteBy(name string, content func(io.Writer) error) error {
	p, err := Find(name)
	switch {
	case err != nil:
	case p.Descriptor >= 0:
		err = writeOpen(p.Descriptor, content)
	case p.Regular():
		err = replace(p, content)
	default:
		err = writeInPlace(p.Path, content, 0)
	}
	return about("write", name, err)
}

// about makes an error name the file as the user does.
func about(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: reason(err)}
}

// reason returns an error about a file without the file's name.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// writeOpen writes to a file descriptor.
func writeOpen(n int, content func(io.Writer) error) error {
	f, err := duplicate(n)
	if err != nil {
		return err
	}
	err = content(f)
	return cmp.Or(err, f.Close())
}

// writeInPlace writes to an existing file; flag may be os.O_TRUNC.
func writeInPlace(path string, content func(io.Writer) error, flag int) error {
	f, err := os.OpenFile(path, os.O_WRONLY|flag, 0)
	if err != nil {
		return err
	}
	err = content(f)
	return cmp.Or(err, f.Close())
}

// replace replaces or creates a regular file.
func replace(p *Place, content func(io.Writer) error) error {
	sweep(p.Path)
	f, err := beside(p)
	if err == nil {
		err = fill(f, p, content)
		if err != nil {
			os.Remove(f.Name())
		}
	}
	if p.Info != nil && unchangeable(err) {
		return writeInPlace(p.Path, content, os.O_TRUNC)
	}
	return err
}

// unchangeable reports whether an error says that a file cannot be replaced, because its directory
// is not writable or the file is a mount point.
func unchangeable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EBUSY)
}

// fill writes the content to a temporary file, renames it, and closes it.
func fill(f *os.File, p *Place, content func(io.Writer) error) error {
	defer f.Close()
	if p.Info != nil {
		if err := f.Chmod(p.Info.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := content(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if !renamesOpen {
		if err := f.Close(); err != nil {
			return err
		}
	}
	return os.Rename(f.Name(), p.Path)
}

// Probe returns an error if a file cannot be written because of its location or permissions. It
// does not change the file.
func (p *Place) Probe() error {
	var err error
	switch {
	case p.Descriptor >= 0:
		err = mayWriteOpen(p.Descriptor)
	case p.Info == nil:
		err = p.probeBeside()
	case p.Info.Mode().IsRegular():
		var f *os.File
		if f, err = os.OpenFile(p.Path, os.O_WRONLY, 0); err == nil {
			f.Close()
		}
	case p.Info.IsDir(), p.Info.Mode()&fs.ModeSocket != 0:
		err = errors.New("it is " + kind(p.Info.Mode()))
	default:
		err = mayWrite(p.Path)
	}
	return reason(err)
}

// Replaceable returns an error if a regular file cannot be replaced as a whole, because its
// directory is not writable.
func (p *Place) Replaceable() error { return reason(p.probeBeside()) }

// probeBeside returns an error if no temporary file can be created.
func (p *Place) probeBeside() error {
	f, err := beside(p)
	if err != nil {
		return err
	}
	defer f.Close()
	if !renamesOpen {
		f.Close()
	}
	return os.Remove(f.Name())
}

// beside returns a new, locked file in the directory of another one.
func beside(p *Place) (*os.File, error) {
	for {
		path := fmt.Sprintf("%s%08x%s", temporary(p.Path), rand.Uint32(), suffix)
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !errors.Is(lock(f), syscall.EWOULDBLOCK) && stillAt(path, f) { // without locks, sweep removes nothing
			return f, nil
		}
		f.Close() // another process has removed it as abandoned
	}
}

// stillAt reports whether the path names the open file.
func stillAt(path string, f *os.File) bool {
	a, err := os.Lstat(path)
	b, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(a, b)
}

// suffix ends the name of a temporary file, after eight hexadecimal digits.
const suffix = ".tmp"

// longest is the maximal part of a file's name in the name of a temporary file; a checksum replaces
// the rest. File systems limit names, usually to 255 bytes.
const longest = 140

// temporary returns the common beginning of the paths of a file's temporary files.
func temporary(path string) string {
	dir, base := filepath.Split(path)
	if len(base) > longest {
		base = fmt.Sprintf("%s-%x", strings.ToValidUTF8(base[:longest], ""), sha256.Sum256([]byte(base)))
	}
	return dir + base + ".checkmodel-"
}

var random = regexp.MustCompile("^[0-9a-f]{8}$")

// sweep removes temporary files of processes that were killed while they wrote the same file. It
// ignores errors.
func sweep(path string) {
	dir, prefix := filepath.Split(temporary(path))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		middle, ours := strings.CutPrefix(strings.TrimSuffix(e.Name(), suffix), prefix)
		if !ours || !strings.HasSuffix(e.Name(), suffix) || !random.MatchString(middle) || !e.Type().IsRegular() {
			continue
		}
		left := filepath.Join(dir, e.Name())
		if release, ok := abandoned(left); ok {
			os.Remove(left)
			release()
		}
	}
}
