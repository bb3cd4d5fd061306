// Package elsewhere has functions that models of other packages use.
package elsewhere

import "github.com/checkmodel/checkmodel/proc"

// Start starts a process that acts.
func Start(p *proc.P, act func()) {
	p.Spawn("actor", func(*proc.P) { act() })
}
