//go:build linux && (amd64 || arm64)

package ptrace

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A listener is the descriptor by which the kernel tells of system calls that it never executes, in place of a stop by ptrace: the
// thread waits in the kernel for the answer. That takes half the time. It is 0 if ptrace stops at all calls.
type listener int

// notification is the message of the kernel about a system call.
type notification struct {
	id           uint64
	thread       uint32
	flags        uint32
	number       int32
	architecture uint32
	place        uint64
	arguments    [6]uint64
}

// reply is the answer to a notification.
type reply struct {
	id     uint64 // 0 if there is nothing to answer
	result int64
	errno  int32 // in place of the result
	flags  uint32
}

// canListen reports whether signals leave the threads alone that wait for an answer, as they do at a stop by ptrace. Before this version
// a thread may make the call again if it has got a signal and then the answer.
func canListen() bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var major, minor int
	_, _ = fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor) // 0 if it is something else
	return major > 6 || major == 6 && minor >= 18
}

func (l listener) control(request uint, at unsafe.Pointer) error {
	if _, _, e := unix.RawSyscall(unix.SYS_IOCTL, uintptr(l), uintptr(request), uintptr(at)); e != 0 {
		return e
	}
	return nil
}
