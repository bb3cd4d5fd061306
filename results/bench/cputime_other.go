//go:build !unix

package main

import "time"

var began = time.Now()

// cpuTime returns the time since the program began: CPU time is not known on this system.
func cpuTime() time.Duration { return time.Since(began) }
