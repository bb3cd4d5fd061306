// Package elsewhere uses the clock; no process is executed in it.
package elsewhere

import "time"

// Stamp uses the clock through another function.
func Stamp() int64 { return now() }

func now() int64 { return time.Now().UnixNano() }

// Watch has a method that does.
type Watch struct{}

// Read reads it.
func (Watch) Read() int64 { return Stamp() }

// Logged says why it may.
func Logged() string {
	return time.Now().String() //checkmodel:allow wallclock it is only looked at
}

// Lease is a length, and no clock.
func Lease() time.Duration { return 3 * time.Second }

// Clock is a function that uses the clock.
var Clock = func() int64 { return time.Now().Unix() }

// Begun was found out before any process was executed.
var Begun = time.Now()

// Deep comes to it by many functions.
func Deep() int64 { return deeper() }

func deeper() int64 { return deepest() }

func deepest() int64 { return Watch{}.Read() }

// Asker is not known before the program runs.
type Asker interface{ Read() int64 }

// Ask asks it.
func Ask(a Asker) int64 { return a.Read() }
