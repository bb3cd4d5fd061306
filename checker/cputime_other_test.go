//go:build !unix

package checker_test

import "time"

// cpuTime returns 0: CPU time is not known on this system.
func cpuTime() time.Duration { return 0 }
