//go:build !unix

package main

import "os"

// peakMemory returns how much memory a process had resident at most; 0 if that
// is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }
