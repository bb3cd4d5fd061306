//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package files

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"unsafe"
)

// descriptors matches the paths of file descriptors, after links to directories are resolved.
var descriptors = regexp.MustCompile(`^(?:/dev|/proc/([0-9]+)(?:/task/[0-9]+)?)/fd/([0-9]+)$`)

// descriptor returns the number of the file descriptor that the path names, and whether it belongs
// to this process; ok is false if the path names none.
func descriptor(path string) (n int, own, ok bool) {
	m := descriptors.FindStringSubmatch(path)
	if m == nil {
		return 0, false, false
	}
	n, err := strconv.Atoi(m[2])
	if err != nil {
		return 0, false, false
	}
	self, err := filepath.EvalSymlinks("/proc/self")
	return n, m[1] == "" || err == nil && self == "/proc/"+m[1], true
}

// output is the file that is used in place of file descriptor 1; nil if there is none.
var output *os.File

// SetOutput makes the names of file descriptor 1, such as /dev/stdout, refer to another file that
// this process was started with and that child processes do not inherit. It must be called before
// any other function.
func SetOutput(f *os.File) {
	syscall.CloseOnExec(int(f.Fd()))
	output = f
}

// duplicate returns a file that shares the position of a file descriptor that this process
// was started with. The caller must close it.
func duplicate(n int) (*os.File, error) {
	if n == 1 && output != nil {
		return again(int(output.Fd()))
	}
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(n), syscall.F_GETFD, 0)
	if errno != 0 || flags&syscall.FD_CLOEXEC != 0 { // otherwise it belongs to the Go runtime
		return nil, fmt.Errorf("the file descriptor %d is not open", n)
	}
	return again(n)
}

// again returns a file that shares the position of an open file descriptor.
func again(n int) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	d, err := syscall.Dup(n)
	if err != nil {
		return nil, os.NewSyscallError("dup", err)
	}
	syscall.CloseOnExec(d)
	return os.NewFile(uintptr(d), fmt.Sprint("file descriptor ", n)), nil
}

// mayWriteOpen returns an error if a file descriptor cannot be written to.
func mayWriteOpen(n int) error {
	if n == 1 && output != nil {
		n = int(output.Fd())
	}
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(n), syscall.F_GETFL, 0)
	switch {
	case errno != 0:
		return errno
	case flags&syscall.O_ACCMODE == syscall.O_RDONLY:
		return fmt.Errorf("the file descriptor %d is open for reading only", n)
	}
	return nil
}

// mayWrite returns an error if this process may not write to a device or a pipe.
func mayWrite(path string) error { return syscall.Access(path, 2) }

// Columns reports whether the file is a terminal, and returns its width, or 0 if that is not known.
func Columns(f *os.File) (columns int, terminal bool) {
	var size struct{ rows, columns, x, y uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	return int(size.columns), errno == 0
}

// lock locks a file against other processes, until it is closed. The error is
// syscall.EWOULDBLOCK if another process has locked it.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// abandoned reports whether no process is writing the temporary file. It prevents others from
// removing the file until release is called.
func abandoned(path string) (release func(), ok bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, false
	}
	if lock(f) != nil || !stillAt(path, f) {
		f.Close()
		return nil, false
	}
	return func() { f.Close() }, true
}

// locks reports whether lock keeps other processes away.
const locks = true

// renamesOpen reports whether a file can be renamed while it is open.
const renamesOpen = true
