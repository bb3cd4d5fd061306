//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory returns how much memory a process had resident at most; 0 if that
// is not known.
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
