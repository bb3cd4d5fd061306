//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package files

import (
	"errors"
	"os"
	"runtime"
)

// descriptor returns the number of the file descriptor that a path names: on this system, none
// does.
func descriptor(string) (n int, own, ok bool) { return 0, false, false }

// SetOutput does nothing: file descriptors have no names.
func SetOutput(*os.File) {}

func duplicate(int) (*os.File, error) { return nil, errors.ErrUnsupported }

func mayWriteOpen(int) error { return errors.ErrUnsupported }

// mayWrite returns nil: only a write shows whether a device is writable.
func mayWrite(string) error { return nil }

// Columns reports whether the file is a terminal, as far as this system can tell. The width is 0.
func Columns(f *os.File) (columns int, terminal bool) {
	info, err := f.Stat()
	return 0, err == nil && info.Mode()&os.ModeCharDevice != 0
}

// lock does nothing: there are no locks, or an open file cannot be removed.
func lock(*os.File) error { return nil }

// abandoned reports whether a temporary file may be removed. Under Windows removing it fails while
// a process has it open. On other systems there is no way to know.
func abandoned(string) (release func(), ok bool) { return func() {}, runtime.GOOS == "windows" }

// locks reports whether lock, or an open file, keeps other processes away.
const locks = runtime.GOOS == "windows"

// renamesOpen reports whether a file can be renamed while it is open.
const renamesOpen = runtime.GOOS != "windows"
