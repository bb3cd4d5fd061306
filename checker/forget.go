package checker

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// staff is the workers of a search. When the values that processes exchange have come to
// take much memory, one of the workers forgets those that are not needed any more, while
// no other one executes an interleaving.
type staff struct {
	mu      sync.RWMutex // held for reading by a worker that executes an interleaving
	members []*exploration
	failed  atomic.Bool // one could not be executed; its values are still to be shown
}

func (c *staff) join(x *exploration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.members = append(c.members, x)
}

func (c *staff) leave(x *exploration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.members = slices.DeleteFunc(c.members, func(y *exploration) bool { return x == y })
}

// execute executes an interleaving that begins with the prefix.
func (x *exploration) execute(prefix trace.Schedule) (err error) {
	x.staff.mu.RLock()
	defer x.staff.mu.RUnlock()
	returned := false
	defer func() {
		if !returned || err != nil {
			x.staff.failed.Store(true)
		}
	}()
	err = x.interleaving(prefix)
	returned = true
	return err
}

// forgets reports whether values should be forgotten after the present interleaving. If
// there is an observer that is given events, none are: it may compare those of several
// interleavings.
func (x *exploration) forgets() bool {
	o := &x.result.Options
	if every := o.forgetEvery; every > 0 && x.interleavings%every != 0 || every == 0 && !x.sys.Crowded() {
		return false
	}
	_, counts := o.Observer.(Counting)
	return o.Observer == nil || counts
}

// forget forgets all values but those of the events that the strategy holds. All workers
// begin their next interleaving at the beginning.
func (x *exploration) forget() {
	s, ok := x.strategy.(holding)
	if !ok {
		return
	}
	c := x.staff
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed.Load() || !x.forgets() { // another worker has done it
		return
	}
	var systems []*proc.System
	for _, y := range c.members {
		y.events, y.ends, y.marks = y.events[:0], y.ends[:0], y.marks[:0]
		systems = append(systems, y.sys)
	}
	s.Hold(func(held []*trace.Event) { proc.Forget(systems, held) })
}
