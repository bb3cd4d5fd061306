//go:build linux && (amd64 || arm64)

package ptrace

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Clock is the clock that a program reads without a system call: it shares this memory with us.
type Clock struct {
	Now   int64 // goes on by Tick with each read
	Reads int64 // without a call. Once there were Most, the next read is a call
	Tick  int64
	Most  int64
	// The program sees the sum of Now and one of these.
	Realtime, Monotonic int64
}

const pageSize = 4096

// clockFile is the number of the file with the clock and the image in the first process of the namespaces.
const clockFile = 3

// newClock returns a file with a clock, and the memory of the latter.
func newClock() (*os.File, *Clock, error) {
	fd, err := unix.MemfdCreate("clock", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, nil, err
	}
	f := os.NewFile(uintptr(fd), "clock")
	_, err = f.WriteAt(clockImage, pageSize)
	var page []byte
	if err == nil {
		page, err = unix.Mmap(fd, 0, pageSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, (*Clock)(unsafe.Pointer(&page[0])), nil
}

func (c *Clock) unmap() {
	_ = unix.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(c)), pageSize)) // it is mapped
}

// mapClock makes a thread, which has just begun to execute a program, map the clock. It returns the address of the image,
// or 0 if there is none.
func (s *Process) mapClock(t *Thread) (image uint64, err error) {
	if _, err := t.Finish(); err != nil || len(clockImage) == 0 { // the end of execve sets a register
		return 0, err
	}
	in := &injector{Thread: *t, Memory: s.Memory, at: t.Place(), scratch: (t.stack() - scratchBelow) &^ 15}
	code := make([]byte, len(syscallTrap))
	if !s.Read(in.at, code) {
		return 0, errors.New("the first instruction cannot be read")
	}
	if err := s.force(in.at, syscallTrap); err != nil {
		return 0, err
	}
	size := uint64(pageSize + len(clockImage))
	file, err := in.call(unix.SYS_OPENAT, currentDirectory, fmt.Sprintf("/proc/1/fd/%d", clockFile), unix.O_RDWR)
	var page int64
	if err == nil {
		page, err = in.call(unix.SYS_MMAP, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED, uint64(file), 0)
	}
	if image = uint64(page) + pageSize; err == nil {
		_, err = in.call(unix.SYS_MPROTECT, image, size-pageSize, unix.PROT_READ|unix.PROT_EXEC)
	}
	if err == nil {
		_, err = in.call(unix.SYS_CLOSE, uint64(file))
	}
	if err == nil {
		err = s.trapCycles(in)
	}
	return image, errors.Join(err, s.force(in.at, code), t.save())
}

// scratchBelow is how far below the stack there is memory for a name.
const scratchBelow = 512
