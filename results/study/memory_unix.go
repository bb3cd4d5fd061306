//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// usedTime returns the CPU time of this program so far.
func usedTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// peakMemory returns the maximal resident memory of a process, or 0 if it is not known.
func peakMemory(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss) // in bytes
	}
	return int64(usage.Maxrss) * 1024
}
