//go:build linux && (amd64 || arm64)

package ptrace

import (
	"strconv"

	"golang.org/x/sys/unix"
)

func procOf(pid int) string { return "/proc/" + strconv.Itoa(pid) }

func ptrace(request, pid int, at, data uintptr) error {
	if _, _, e := unix.RawSyscall6(unix.SYS_PTRACE, uintptr(request), uintptr(pid), at, data, 0, 0); e != 0 {
		return e
	}
	return nil
}
