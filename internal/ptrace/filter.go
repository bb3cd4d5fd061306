//go:build linux && (amd64 || arm64)

package ptrace

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// harmless are the system calls that the kernel executes without a stop: about memory, signals and names of files, and of
// identity. Their results are the same in every run.
var harmless = []uint32{
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_BRK, unix.SYS_MREMAP, unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK,
	unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_SET_ROBUST_LIST, unix.SYS_GETUID, unix.SYS_GETEUID,
	unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETPPID, unix.SYS_SET_TID_ADDRESS,
	unix.SYS_GETCWD, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT, unix.SYS_UMASK,
	unix.SYS_MLOCK, unix.SYS_PRLIMIT64, unix.SYS_GETRLIMIT,
}

// answered are the frequent system calls that the kernel never executes, whatever their arguments are.
var answered = []uint32{
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_EPOLL_PWAIT, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME,
	unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_CONNECT,
	unix.SYS_SETSOCKOPT, unix.SYS_GETSOCKOPT, unix.SYS_GETSOCKNAME, unix.SYS_EPOLL_CTL, unix.SYS_PPOLL, unix.SYS_PSELECT6,
	unix.SYS_TIMERFD_SETTIME, unix.SYS_GETRANDOM, unix.SYS_SCHED_GETAFFINITY,
}

// answeredIfEmulated has the calls that it does not execute if their first argument is an emulated descriptor.
var answeredIfEmulated = []uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_FCNTL, unix.SYS_IOCTL,
}

// FirstEmulated is the first descriptor that the kernel does not have: a program can have no more than so many files.
const FirstEmulated = 400

// The fields of the data that a filter sees.
const (
	dataNumber       = 0
	dataArchitecture = 4
	dataDescriptor   = 16       // the first argument
	dataProtection   = 16 + 2*8 // the third argument of mmap and mprotect
	dataFlags        = 16 + 3*8 // the fourth argument of mmap
)

// filter returns the program that stops a thread at each call that is not harmless. Memory is harmless without a file and without the right to
// execute it. Calls that the kernel never executes have an action of their own.
func filter(answer uint32) []unix.SockFilter {
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	ret := func(v uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: v} }
	skipUnless := func(test uint16, k uint32, n int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: k, Jf: uint8(n)}
	}
	f := []unix.SockFilter{
		load(dataArchitecture),
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: auditArchitecture, Jt: 1},
		ret(unix.SECCOMP_RET_KILL_PROCESS), // a call of a program of 32 bits, with other numbers
		load(dataNumber),
	}
	rule := func(numbers []uint32, then ...unix.SockFilter) {
		for _, nr := range numbers {
			f = append(append(f, skipUnless(unix.BPF_JEQ, nr, len(then))), then...)
		}
	}
	trace, allow := ret(unix.SECCOMP_RET_TRACE), ret(unix.SECCOMP_RET_ALLOW)
	rule(ownHarmless, allow)
	rule(harmless, allow)
	rule(ownAnswered, ret(answer))
	rule(answered, ret(answer))
	rule(answeredIfEmulated, load(dataDescriptor), skipUnless(unix.BPF_JGE, FirstEmulated, 1), ret(answer), trace)
	ifExecutable := []unix.SockFilter{load(dataProtection), skipUnless(unix.BPF_JSET, unix.PROT_EXEC, 1), trace}
	rule([]uint32{unix.SYS_MPROTECT}, append(ifExecutable, allow)...)
	rule([]uint32{unix.SYS_MMAP}, append(ifExecutable, load(dataFlags), skipUnless(unix.BPF_JSET, unix.MAP_ANONYMOUS, 1), allow, trace)...)
	return append(f, trace)
}

// filterBytes returns the filter as the kernel reads it, and the number of its instructions.
func filterBytes(answer uint32) ([]byte, int) {
	f := filter(answer)
	return unsafe.Slice((*byte)(unsafe.Pointer(&f[0])), len(f)*int(unsafe.Sizeof(f[0]))), len(f)
}
