//go:build !unix

package main

import "os"

// peakMemory returns the maximal resident memory of a process, or 0 if it is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }
