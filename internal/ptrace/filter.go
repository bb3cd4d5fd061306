//go:build linux && (amd64 || arm64)

package ptrace

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// harmless are the system calls that the kernel executes without a stop: about memory, signals and names of files, and of
// identity. Their results are the same in every run.
var harmless = []uint32{
	unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_BRK, unix.SYS_MREMAP, unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK,
	unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_SET_ROBUST_LIST, unix.SYS_GETUID, unix.SYS_GETEUID,
	unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_SET_TID_ADDRESS,
	unix.SYS_GETCWD, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT, unix.SYS_UMASK,
	unix.SYS_MLOCK, unix.SYS_PRLIMIT64, unix.SYS_GETRLIMIT,
}

// The fields of the data that a filter sees.
const (
	dataNumber       = 0
	dataArchitecture = 4
	dataFlags        = 16 + 3*8 // the fourth argument of mmap
)

// filter returns the program that stops a thread at each call that is not harmless. A mapping without a file is harmless.
func filter() []unix.SockFilter {
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	ret := func(v uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: v} }
	f := []unix.SockFilter{
		load(dataArchitecture),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: auditArchitecture, Jt: 1},
		ret(unix.SECCOMP_RET_KILL_PROCESS), // a call of a program of 32 bits, with other numbers
		load(dataNumber),
	}
	all := append(ownHarmless, harmless...)
	for i, nr := range all {
		f = append(f, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: nr, Jt: uint8(len(all) - i + 3)})
	}
	return append(f,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_MMAP, Jf: 3 - 1},
		load(dataFlags),
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.MAP_ANONYMOUS, Jt: 1},
		ret(unix.SECCOMP_RET_TRACE),
		ret(unix.SECCOMP_RET_ALLOW),
	)
}

// filterBytes returns the filter as the kernel reads it, and the number of its instructions.
func filterBytes() ([]byte, int) {
	f := filter()
	return unsafe.Slice((*byte)(unsafe.Pointer(&f[0])), len(f)*int(unsafe.Sizeof(f[0]))), len(f)
}
