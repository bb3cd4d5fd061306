//go:build amd64 || arm64

package real

import (
	"hash/fnv"

	"github.com/checkmodel/checkmodel/internal/kernel"
)

// unspecific are the records that say little about the effects of a program on others: waiting, time, memory, threads.
var unspecific = map[string]bool{
	"futex": true, "nanosleep": true, "clock_nanosleep": true, "clock_gettime": true, "gettimeofday": true, "time": true, "timerfd_settime": true,
	"epoll_wait": true, "epoll_pwait": true, "epoll_pwait2": true, "poll": true, "ppoll": true, "select": true, "pselect6": true, "sched_yield": true,
	"mmap": true, "munmap": true, "madvise": true, "mprotect": true, "brk": true, "tgkill": true, "rt_sigreturn": true, "rt_sigprocmask": true,
	"clone": true, "clone3": true, "new thread": true, "end": true, "signal": true,
}

// behavior returns a hash of the calls of a program, without arguments and results. It is 0 if there are none.
func behavior(calls []kernel.Record) uint64 {
	h, some := fnv.New64a(), false
	for i := range calls {
		if name := calls[i].Name; !unspecific[name] {
			_, _ = h.Write(append([]byte(name), 0))
			some = true
		}
	}
	if !some {
		return 0
	}
	return h.Sum64() | 1
}
