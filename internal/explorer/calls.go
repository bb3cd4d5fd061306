package explorer

import (
	"sync"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// Calls are the rules of the model that workers are asking, one by each worker. Without them a rule
// that never answers would keep a search from ever coming to an end, and no message would say why.
type Calls struct {
	mu      sync.Mutex
	begun   int
	present map[any]call // by the worker's judge
	slowest call         // which keeps the search waiting
	times   int          // how often that was found
}

// call is a call of a function of the model that has not returned.
type call struct {
	number  int
	endless func() *guard.ModelError // the error that it does not return
}

// Begin notes that a judge calls a function of the model. Endless returns the error that it does not
// come to an end.
func (c *Calls) Begin(by any, endless func() *guard.ModelError) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun++
	if c.present == nil {
		c.present = map[any]call{}
	}
	c.present[by] = call{c.begun, endless}
}

// End notes that the function has returned.
func (c *Calls) End(by any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.present, by)
}

// last returns the number of the call that was begun last.
func (c *Calls) last() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun
}

// patiences is how many patiences a rule has before it counts as one that never answers, as it may
// have much to compute; fewer if the search is to end.
const patiences, patiencesInTheEnd = 6, 3

// oldest returns the first of the present calls, false if there is none.
func (c *Calls) oldest() (first call, ok bool) {
	for _, other := range c.present {
		if !ok || other.number < first.number {
			first, ok = other, true
		}
	}
	return first, ok
}

// endless is called when a call of that number or a lower one should have returned. It returns an error
// about the first that has not, if it was called enough times about it, or else nil.
func (c *Calls) endless(number, enough int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	first, ok := c.oldest()
	if !ok || first.number > number {
		return nil
	}
	if c.slowest.number != first.number {
		c.slowest, c.times = first, 0
	}
	if c.times++; c.times < enough {
		return nil
	}
	return first.endless()
}

// slow returns an error about the oldest present call, nil if there is none.
func (c *Calls) slow() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, ok := c.oldest(); ok {
		return first.endless()
	}
	return nil
}
