//go:build unix

package machine

import (
	"os"
	"runtime"
	"syscall"
)

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
