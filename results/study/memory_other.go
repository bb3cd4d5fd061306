//go:build !unix

package main

import (
	"os"
	"time"
)

var begun = time.Now()

// usedTime returns the time since this program has begun, as its CPU time is not known.
func usedTime() time.Duration { return time.Since(begun) }

// peakMemory returns the maximal resident memory of a process, or 0 if it is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }
