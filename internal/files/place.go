// Package files reads and writes the files that a user names. The type of the file decides how: a
// regular file is replaced as a whole, a device or a pipe is written to, and a file without an end
// is not read.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Place is the file or device that a name refers to, once all links are followed.
type Place struct {
	Path string // without a link at its end; a new file would get this name
	// Descriptor is the number of the file descriptor of this process that the name refers to, as
	// /dev/stdout and /dev/fd/63 do, or -1.
	Descriptor int
	Info       fs.FileInfo // nil if the file does not exist
}

// Regular reports whether the place is a regular file or does not exist.
func (p *Place) Regular() bool { return p.Info == nil || p.Info.Mode().IsRegular() }

// Same reports whether both are the same file, even if it does not exist.
func (p *Place) Same(other *Place) bool {
	switch {
	case p.Info != nil && other.Info != nil:
		return os.SameFile(p.Info, other.Info)
	case p.Info != nil || other.Info != nil:
		return false
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		return strings.EqualFold(p.Path, other.Path)
	default:
		return p.Path == other.Path
	}
}

// maxLinks is the maximal number of links to follow; more are a cycle.
const maxLinks = 40

// Find returns the file to which a name refers. The file need not exist, but its directory must.
func Find(name string) (*Place, error) {
	switch {
	case name == "":
		return nil, errors.New("the name is empty")
	case strings.ContainsRune(name, 0):
		return nil, fmt.Errorf("the name %q has a NUL character in it", name)
	case os.IsPathSeparator(name[len(name)-1]):
		return nil, errors.New("it is the name of a directory")
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory", filepath.Dir(name))
	}
	path := name
	for range maxLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		path = filepath.Join(dir, filepath.Base(path))
		if n, own, ok := descriptor(path); ok {
			return open(path, n, own)
		}
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &Place{Path: path, Descriptor: -1}, nil
		case err != nil:
			return nil, err
		case info.Mode().Type() != fs.ModeSymlink:
			return &Place{Path: path, Descriptor: -1, Info: info}, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return nil, err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(dir, link)
		}
		path = link
	}
	return nil, fmt.Errorf("%s is a link in a circle of links", name)
}

// open returns the place of a file descriptor, which may belong to another process.
func open(path string, n int, own bool) (*Place, error) {
	if own {
		f, err := duplicate(n)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		info, err := f.Stat()
		return &Place{Path: path, Descriptor: n, Info: info}, err
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() {
		err = fmt.Errorf("%s is a file that another process has open; give the name of the file", path)
	}
	return &Place{Path: path, Descriptor: -1, Info: info}, err
}

// kind names the type of a file that is not regular.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a directory"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "no regular file"
	}
}
