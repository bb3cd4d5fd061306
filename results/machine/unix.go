//go:build unix

package machine

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// CPUTime returns the CPU time of this program so far.
func CPUTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// PeakMemory returns the maximal resident memory of a process, or 0 if it is not known.
func PeakMemory(p *os.ProcessState) int64 {
	used, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(used.Maxrss) // in bytes
	}
	return int64(used.Maxrss) * 1024
}
