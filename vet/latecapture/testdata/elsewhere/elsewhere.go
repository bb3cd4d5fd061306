// Package elsewhere has functions that models of other packages use.
package elsewhere

import "github.com/checkmodel/checkmodel/proc"

// Wait waits for a number that is as wanted.
func Wait(p *proc.P, want func(int) bool) int { return proc.Receive(p, want) }

// Ask asks before it waits.
func Ask(p *proc.P, ask func()) int {
	ask()
	return proc.Receive[int](p)
}
