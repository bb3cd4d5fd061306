//go:build !unix

// Package cputime measures processor time.
package cputime

import "time"

var begun = time.Now()

// Used returns the time since the program began: processor time is not known on this system.
func Used() time.Duration { return time.Since(begun) }
