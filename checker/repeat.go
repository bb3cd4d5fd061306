package checker

import (
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// A search executes the code of a process once for each history that the process
// can have, so it would not notice by itself that the code is not deterministic.
// Therefore some interleavings are executed again: the first ones, and then as
// many as cost little. Two ways of doing so see what one of them cannot:
//
//   - The schedule is executed in a new system, with the processes in the same
//     order. Clocks, random numbers, the order of maps and goroutines show. Goroutines
//     that have been left behind are looked for; those that are there at an
//     operation have been found by then, or were running.
//   - Every process is executed alone, from the results that it had. Variables
//     that several processes use show, and those that outlive a process.
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
	// strayLooks is how often a worker looks for goroutines that processes have left
	// behind, which takes a while.
	strayLooks = 10
)

// repeat executes the present interleaving again if that costs no more operations
// than the allowance, and one of the first then many times.
func (x *exploration) repeat(allowance int) error {
	if x.result.Options.TrustModel || x.repeated == x.interleavings {
		return nil
	}
	cost := len(x.player.Events()) + x.sys.RehearsalCost()
	if cost > allowance {
		return nil
	}
	x.repeated = x.interleavings
	err := x.repeatNow()
	if err == nil {
		err = x.repeatOften(cost)
	}
	if err == errOver { // it counts, but where it is the only one, the model is not verified
		x.ledger.closed(x.ctx)
		return nil
	}
	return err
}

// repeatOften executes the present interleaving, which takes that many operations, again many times
// if it is one of the first, as long as the search is not to end.
func (x *exploration) repeatOften(cost int) error {
	half := (freeRepeats - x.moreCost) / 2
	n := min(firstRepeats/max(1, x.interleavings)-1, half/max(1, cost))
	for ; n > 0 && x.ctx.Err() == nil; n-- {
		spent, err := x.repeatOnce(false)
		if err != nil {
			return err
		}
		x.moreCost += spent
	}
	return nil
}

// allowance is how many operations may be executed again at this point of the search.
func (x *exploration) allowance() int {
	return freeRepeats + x.executed/repeatShare - x.repeatCost
}

func (x *exploration) repeatNow() error {
	spent, err := x.repeatOnce(x.looked < strayLooks)
	x.looked++
	x.repeatCost += spent
	return err
}

// repeatOnce executes the present interleaving again, in both ways, and returns how many
// operations that took; look says whether to look for goroutines that are left then.
func (x *exploration) repeatOnce(look bool) (cost int, err error) {
	twin := x.sys.Twin()
	defer twin.Close()
	if err := x.again(twin, func(*trace.Event) {}); err != nil {
		return 0, err
	}
	if look {
		if stray := twin.Stray(); stray != nil {
			return 0, stray
		}
	}
	if cost, ok := x.sys.Rehearse(); ok {
		return len(x.player.Events()) + cost, nil
	}
	return 0, errOver
}

// again executes the present interleaving in another system of the same program, which must not have
// executed anything, and calls each with every event. An error says which one did not come out the same.
func (x *exploration) again(sys *proc.System, each func(*trace.Event)) error {
	p := player.New(sys)
	p.Stop = x.hurried
	err := p.Repeat(x.player.Events(), each)
	if err == player.ErrStopped {
		return errOver
	}
	if different := (*player.Difference)(nil); errors.As(err, &different) {
		return x.different(different.Depth, sys)
	}
	return err
}

// different says whose fault it is that the event at position i cannot happen in
// another system as it did here, or that something else came of it.
func (x *exploration) different(i int, sys *proc.System) error {
	before := x.sys.Executed(i + 1)
	now, ok := sys.Pending(x.player.Events()[i].Actor)
	if sys.Depth() > i {
		now, ok = sys.Executed(i+1), true
	}
	if ok && (now.Operation != before.Operation || now.Reason != before.Reason) {
		return proc.NotDeterministic(i+1, before, now, proc.SameSchedule)
	}
	x.sys.CompareConditions(sys, i+1)
	return x.blame(fmt.Sprintf("step %d, %v by process %s, does not come out the same when the same schedule is executed again",
		i+1, before, before.Process))
}

// blame says whose fault a problem is: the model's, if its processes ask for
// something else when they are executed again, or else ours.
func (x *exploration) blame(problem string) error {
	if _, ok := x.sys.Rehearse(); !ok { // it panics with an error of the model
		return errOver
	}
	return &InternalError{Problem: problem + "; the processes do the same again, so the model is not at fault"}
}
