//go:build linux && (amd64 || arm64)

package ptrace

import (
	"fmt"
	"os"
	"time"
)

// ProcessorTime returns the time that a thread has run, not the time that has passed: the machine may be busy. It is 0 if the
// thread has ended.
func ProcessorTime(thread int) time.Duration {
	b, err := os.ReadFile(procOf(thread) + "/schedstat")
	if err != nil {
		return 0
	}
	var ns int64
	if _, err := fmt.Sscan(string(b), &ns); err != nil {
		return 0
	}
	return time.Duration(ns)
}

// MemoryUsed returns how much memory the process of a thread has, in bytes; 0 if it has ended.
func MemoryUsed(thread int) int64 {
	var all, present int64
	if b, err := os.ReadFile(procOf(thread) + "/statm"); err == nil {
		_, _ = fmt.Sscan(string(b), &all, &present)
	}
	return present * int64(os.Getpagesize())
}
