package stage

import (
	"sync"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// Calls records which rules are being evaluated, so that one that never returns is reported.
type Calls struct {
	mu      sync.Mutex
	begun   int          // number of calls so far
	running map[any]call // at most one call of each judge
	oldest  call         // the first running call when endless was last called
	times   int          // in how many calls of endless it was the first
}

// call is a call of a rule that has not returned.
type call struct {
	number  int
	endless func() *guard.ModelError // returns the error that it does not return
}

// Begin records that a judge calls a rule. endless returns the error that the rule does not return.
func (c *Calls) Begin(by any, endless func() *guard.ModelError) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun++
	if c.running == nil {
		c.running = map[any]call{}
	}
	c.running[by] = call{c.begun, endless}
}

// End records that the rule has returned.
func (c *Calls) End(by any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, by)
}

func (c *Calls) last() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun
}

// endless returns an error about the first running call if its number is at most last, and if it was the first in
// the given number of calls of endless; otherwise nil.
func (c *Calls) endless(last, times int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	oldest := call{number: last + 1}
	for _, running := range c.running {
		if running.number < oldest.number {
			oldest = running
		}
	}
	if oldest.endless == nil {
		return nil
	}
	if c.oldest.number != oldest.number {
		c.oldest, c.times = oldest, 0
	}
	if c.times++; c.times < times {
		return nil
	}
	return oldest.endless()
}
