//go:build !unix

package machine

import "os"

// PeakMemory returns 0, as the memory of a process is not known on this system.
func PeakMemory(*os.ProcessState) int64 { return 0 }
