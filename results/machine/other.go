//go:build !unix

package machine

import (
	"os"
	"time"
)

var begun = time.Now()

// CPUTime returns the time since the program began: CPU time is not known on this system.
func CPUTime() time.Duration { return time.Since(begun) }

// PeakMemory returns 0, as the memory of a process is not known on this system.
func PeakMemory(*os.ProcessState) int64 { return 0 }
