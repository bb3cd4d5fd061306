package explorer

import (
	"context"
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// A search executes the code of a process once for each history that the process
// can have, so it would not notice by itself that the code is not deterministic.
// Therefore some interleavings are executed again: the first ones, and then as
// many as cost little. Two ways of doing so see what one of them cannot:
//
//   - The schedule is executed in a new system, with the processes in the same
//     order. This shows clocks, random numbers, the order of maps and goroutines. Goroutines that an
//     ended process has left are looked for; those that are there at an operation have been
//     found by then, or were running.
//   - Every process is executed alone, from the results that it had. This shows variables that
//     several processes use, and those that outlive a process.
const (
	// freeRepeats is how many operations may always be executed again.
	freeRepeats = 2_000
	// repeatShare is which part of all events may be executed again beyond that.
	repeatShare = 100
	// firstRepeats is how often the first interleaving is executed again, the second
	// half as often, the third a third of it: few interleavings are no reason to look
	// less for what is otherwise seldom only. All but the first time have an allowance of
	// their own, freeRepeats, of which each interleaving takes at most half of what is left.
	firstRepeats = 50
	// strayLooks is how often a worker looks for goroutines that processes have left,
	// which takes a while.
	strayLooks = 10
)

// Repeater executes the interleavings of one worker again.
type Repeater struct {
	// Executed is how many operations the worker has executed, and Interleavings in how many
	// interleavings. The owner must count both.
	Executed, Interleavings int

	search     *Search
	player     *player.Player
	ctx        context.Context
	trust      bool // nothing is executed again to find faults of the model
	last       int  // which interleaving was executed again last
	cost       int  // how many operations were executed again
	costOfMore int  // and how many when one of the first was, more than once
	looked     int  // how often it could have looked for goroutines that were left
}

// Repeater returns a repeater of what the player executes. Trust says that the model need not be
// examined.
func (s *Search) Repeater(ctx context.Context, p *player.Player, trust bool) *Repeater {
	return &Repeater{search: s, player: p, ctx: ctx, trust: trust}
}

// Now is an allowance of [Repeater.Repeat]: for an interleaving of which nothing may be in doubt.
const Now = freeRepeats

// Repeat executes the present interleaving again if that costs no more operations than the allowance,
// and one of the first then many times.
func (r *Repeater) Repeat(allowance int) error {
	if r.trust || r.Repeated() {
		return nil
	}
	cost := len(r.player.Events()) + r.player.System().ReexecutionCost()
	if cost > allowance {
		return nil
	}
	r.last = r.Interleavings
	err := r.Again()
	if err == nil {
		err = r.often(cost)
	}
	if err == player.ErrStopped { // it counts, but where it is the only one, the model is not verified
		r.search.Tally.Closed(r.ctx)
		return nil
	}
	return err
}

// Repeated reports whether the present interleaving was executed again.
func (r *Repeater) Repeated() bool { return r.last == r.Interleavings }

// often executes the present interleaving, which takes that many operations, again many times
// if it is one of the first, as long as the search is not to end.
func (r *Repeater) often(cost int) error {
	half := (freeRepeats - r.costOfMore) / 2
	n := min(firstRepeats/max(1, r.Interleavings)-1, half/max(1, cost))
	for ; n > 0 && r.ctx.Err() == nil; n-- {
		spent, err := r.once(false)
		if err != nil {
			return err
		}
		r.costOfMore += spent
	}
	return nil
}

// Allowance is how many operations may be executed again at this point of the search.
func (r *Repeater) Allowance() int { return freeRepeats + r.Executed/repeatShare - r.cost }

// Again executes the present interleaving again, whatever it costs.
func (r *Repeater) Again() error {
	spent, err := r.once(r.looked < strayLooks)
	r.looked++
	r.cost += spent
	return err
}

// once executes the present interleaving again, in both ways, and returns how many
// operations that took; look says whether to look for goroutines that are left then.
func (r *Repeater) once(look bool) (cost int, err error) {
	sys := r.player.System()
	twin := sys.Twin()
	defer twin.Close()
	if err := r.Compare(twin, func(*trace.Event) {}); err != nil {
		return 0, err
	}
	if look {
		if leak := twin.Leak(); leak != nil {
			return 0, leak
		}
	}
	if cost, ok := sys.Reexecute(); ok {
		return len(r.player.Events()) + cost, nil
	}
	return 0, player.ErrStopped
}

// Compare executes the present interleaving in another system of the same program, which must not have
// executed anything, and calls each with every event. An error says which one did not come out the same.
func (r *Repeater) Compare(sys *world.System, each func(*trace.Event)) error {
	p := player.New(sys)
	p.Stop = r.search.Watch.Hurried
	err := p.Repeat(r.player.Events(), each)
	if different := (*player.Difference)(nil); errors.As(err, &different) {
		return r.different(different.Depth, sys)
	}
	return err
}

// different says whether the model or the checker is at fault when the event at position i cannot happen
// in another system as it did here, or something else came of it.
func (r *Repeater) different(i int, other *world.System) error {
	sys := r.player.System()
	before := sys.Executed(i + 1)
	now, ok := other.Pending(r.player.Events()[i].Actor)
	if other.Depth() > i {
		now, ok = other.Executed(i+1), true
	}
	if ok && (now.Operation != before.Operation || now.Reason != before.Reason) {
		return world.NotDeterministic(i+1, before, now, world.SameSchedule)
	}
	sys.CompareConditions(other, i+1)
	return r.Attribute(fmt.Sprintf("step %d, %v by process %s, does not come out the same when the same schedule is executed again",
		i+1, before, before.Process))
}

// Attribute returns the error about a problem: one of the model if its processes ask for something else
// when they are executed again, or else an internal one.
func (r *Repeater) Attribute(problem string) error {
	if _, ok := r.player.System().Reexecute(); !ok { // it panics with an error of the model
		return player.ErrStopped
	}
	return r.search.Internal(problem+"; the processes do the same again, so the model is not at fault", nil)
}

// Doubt executes the present interleaving again before it attributes a problem: what a model that is not
// deterministic does cannot be planned.
func (r *Repeater) Doubt(problem string) error {
	if err := r.Again(); err != nil {
		return err
	}
	return r.Attribute(problem)
}
