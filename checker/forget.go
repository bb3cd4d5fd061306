package checker

import (
	"slices"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/trace"
)

// staff is the workers of a search. When the values that processes exchange have come to
// take much memory, one of the workers forgets those that are not needed any more, while
// no other one executes an interleaving.
type staff struct {
	change  occupied // by who joins, leaves or forgets
	members []*exploration
	failed  atomic.Bool // an interleaving could not be executed; its values are still to be shown
}

// occupied is a lock for which one waits as for a message: code of the model that is being
// executed meanwhile may sleep in a bubble of testing/synctest, where a wait for a mutex
// would keep time from passing.
type occupied chan struct{}

func newOccupied() occupied { return make(occupied, 1) }
func (o occupied) lock()    { o <- struct{}{} }
func (o occupied) unlock()  { <-o }

func newStaff() *staff { return &staff{change: newOccupied()} }

func (c *staff) join(x *exploration) {
	c.change.lock()
	defer c.change.unlock()
	x.busy = newOccupied()
	c.members = append(c.members, x)
}

func (c *staff) leave(x *exploration) {
	c.change.lock()
	defer c.change.unlock()
	c.members = slices.DeleteFunc(c.members, func(y *exploration) bool { return x == y })
}

// execute executes an interleaving that begins with the prefix.
func (x *exploration) execute(prefix trace.Schedule) (err error) {
	x.busy.lock()
	defer x.busy.unlock()
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
	if every := o.forgetEvery; every > 0 {
		return x.interleavings%every == 0
	}
	_, counts := o.Observer.(Counting)
	return x.sys.Crowded() && (o.Observer == nil || counts)
}

// forget forgets all values but those of the events that the strategy holds. All workers
// begin their next interleaving at the beginning.
func (x *exploration) forget() {
	c := x.staff
	c.change.lock()
	defer c.change.unlock()
	for _, y := range c.members {
		y.busy.lock()
		defer y.busy.unlock()
	}
	if c.failed.Load() || !x.forgets() { // another worker has done it
		return
	}
	var players []*player.Player
	for _, y := range c.members {
		players = append(players, y.player)
	}
	x.strategy.Hold(func(held []*trace.Event) { player.Forget(players, held) })
}
