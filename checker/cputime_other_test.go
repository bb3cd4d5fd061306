//go:build !unix

package checker_test

import "time"

// cpuTime returns 0: how long processors have worked is not known here.
func cpuTime() time.Duration { return 0 }
