package stage

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// A search may execute the code of a process once for each history of the process, so it does not notice that the
// code is not deterministic. Therefore it repeats the first interleavings, and others as long as that costs
// little. It repeats an interleaving in two ways:
//
//   - It executes the schedule in a new world. This detects clocks, random numbers, the order of maps, and
//     goroutines that a process has left.
//   - A world that [Examines] executes every process alone, with the results that the process had. This detects variables
//     that several processes share, and variables that outlive a process.
//
// A world that does not may consist of real programs, whose operations take thousands of times as long. There the search repeats
// the first interleaving once, and others as long as that is one operation in slowShare.
const (
	// freeRepeats is the number of operations that may always be repeated.
	freeRepeats = 2_000
	// repeatShare is the number of executed operations for which one more operation may be
	// repeated.
	repeatShare = 100
	slowShare   = 50
	// firstRepeats is the number of repetitions of the first interleaving; the second is repeated half as
	// often, the third a third of it, and so on, so that rare behavior shows in a small search, too. For all
	// but the first repetition of each there is a separate limit of freeRepeats operations; an interleaving
	// takes at most half of the rest of it.
	firstRepeats = 50
	// strayLooks is how often a worker looks for goroutines that processes have left, which is slow.
	strayLooks = 10
)

// Repeater repeats interleavings of one worker.
type Repeater struct {
	// The owner counts the operations and interleavings that the worker has executed.
	Executed, Interleavings int

	search     *Loop
	player     *Player
	ctx        context.Context
	trust      bool // Repeat does nothing
	last       int  // number of the interleaving that was repeated last
	cost       int  // operations of first repetitions
	costOfMore int  // operations of further repetitions
	looked     int  // number of first repetitions
}

// Repeater returns a repeater of the interleavings of the player. With trust, Repeat does nothing.
func (s *Loop) Repeater(ctx context.Context, p *Player, trust bool) *Repeater {
	return &Repeater{search: s, player: p, ctx: ctx, trust: trust}
}

// Now is the allowance for an interleaving with a violation.
const Now = freeRepeats

// Repeat repeats the current interleaving if this takes no more operations than the allowance. It repeats
// each of the first interleavings many times.
func (r *Repeater) Repeat(allowance int) error {
	if r.trust || r.Repeated() {
		return nil
	}
	cost := len(r.player.Events())
	if w, examines := r.examines(); examines {
		cost += w.ReexecutionCost()
	}
	if cost > allowance {
		return nil
	}
	r.last = r.Interleavings
	err := r.Again()
	if _, examines := r.examines(); examines && err == nil && !r.search.Part {
		err = r.often(cost)
	}
	if err == ErrStopped { // the interleaving counts, but the search is incomplete
		r.search.Tally.Closed(r.ctx)
		return nil
	}
	return err
}

// Repeated reports whether the current interleaving was repeated.
func (r *Repeater) Repeated() bool { return r.last == r.Interleavings }

// often repeats the current interleaving, which takes cost operations, many times if it is among the first.
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

// Allowance returns the number of operations that may be repeated at this point of the search.
func (r *Repeater) Allowance() int {
	if _, examines := r.examines(); examines && r.search.Part {
		return r.Executed/repeatShare - r.cost
	} else if examines {
		return freeRepeats + r.Executed/repeatShare - r.cost
	}
	if r.looked == 0 {
		return math.MaxInt
	}
	return r.Executed/slowShare - r.cost
}

// Again repeats the current interleaving.
func (r *Repeater) Again() error {
	spent, err := r.once(r.looked < strayLooks)
	r.looked++
	r.cost += spent
	return err
}

// once repeats the current interleaving in both ways, and returns the number of operations. With look, it also
// looks for goroutines that processes have left.
func (r *Repeater) once(look bool) (cost int, err error) {
	twin := r.player.World().Copy(Apart)
	defer twin.Close()
	if err := r.Compare(twin, func(*trace.Event) {}); err != nil {
		return 0, err
	}
	w, examines := r.examines()
	if !examines {
		return len(r.player.Events()), nil
	}
	if err := w.Agrees(twin.World, look); err != nil {
		return 0, err
	}
	if cost, ok := w.Reexecute(); ok {
		return len(r.player.Events()) + cost, nil
	}
	return 0, ErrStopped
}

// examines returns the world if it examines its program.
func (r *Repeater) examines() (Examines, bool) {
	w, ok := r.player.World().World.(Examines)
	return w, ok
}

// Compare executes the current interleaving in a new world of the same program, and calls each with every event.
// The error is about the first event that differs.
func (r *Repeater) Compare(w *World, each func(*trace.Event)) error {
	p := New(w)
	p.Stop = r.search.Watch.Hurried
	err := p.Repeat(r.player.Events(), each)
	if different := (*Difference)(nil); errors.As(err, &different) {
		return r.difference(different.Depth, w)
	}
	return err
}

// difference returns the error that the event at position i is impossible or has another result in the other
// world. It is an error of the program, or an internal one.
func (r *Repeater) difference(i int, other *World) error {
	event := &r.player.Events()[i]
	if w, explains := r.player.World().World.(Explains); explains {
		if err := w.Differs(i+1, event.Actor, other.World); err != nil {
			return err
		}
	}
	before := r.player.World().Request(i+1, event)
	return r.Attribute(fmt.Sprintf("step %d, %v by process %s, does not come out the same when the same schedule is executed again",
		i+1, before, before.Process))
}

// suspicions is how often an interleaving is executed again before the checker is to blame. A condition that draws its result
// may well do the same again a few times.
const suspicions = 64

// Attribute returns the error about a problem. It is an error of the program if a process requests another
// operation when it is executed again, or if the world cannot examine that; otherwise an internal one.
func (r *Repeater) Attribute(problem string) error {
	w, examines := r.examines()
	if !examines {
		return errors.New(problem + ". The world is not deterministic")
	}
	for range suspicions {
		if _, ok := w.Reexecute(); !ok { // it panics with an error of the program
			return ErrStopped
		}
	}
	return r.search.Internal(problem+"; the processes do the same again, so this is not a fault of the model", nil)
}

// Doubt is like Attribute, but first repeats the current interleaving.
func (r *Repeater) Doubt(problem string) error {
	if err := r.Again(); err != nil {
		return err
	}
	if _, examines := r.examines(); !examines {
		return errors.New(problem + ". The same schedule does the same again: an operation accesses a cell that it does not tell, or the checker is wrong")
	}
	return r.Attribute(problem)
}
