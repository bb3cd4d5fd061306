// Package series executes several searches of a model one after the other, whose results become one: with increasing bounds, up to the
// shortest violation or way to a goal, with changes of the model, with fewer workers at first, or by the algorithm that suits the model.
package series

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/states"
)

// Earlier is the result of the searches that a search follows.
type Earlier struct {
	Levels []result.Level // with lower bounds
	Last   *result.Record // of the last search, with the findings of all; nil if there is none
	Why    string         // why another search follows, if that is not the next level
	Large  bool           // the model is too large for Auto to try optimal DPOR once more
}

// Spent returns the number of interleavings that they have explored, with lower bounds. There may be no searches: e may be nil.
func (e *Earlier) Spent() (n int) {
	if e != nil {
		for _, level := range e.Levels {
			n += level.Interleavings
		}
	}
	return n
}

// Work returns the number of events that they have executed, with lower bounds. e may be nil.
func (e *Earlier) Work() (n int) {
	if e != nil {
		for _, level := range e.Levels {
			n += level.Events
		}
	}
	return n
}

// Result returns the result, or nil if there is none.
func (e *Earlier) Result() *result.Record {
	if e == nil {
		return nil
	}
	return e.Last
}

// Violating returns the result if it has violations, otherwise nil.
func (e *Earlier) Violating() *result.Record {
	if r := e.Result(); r != nil && r.Violating > 0 {
		return r
	}
	return nil
}

// Bounds searches with increasing bounds, from first up to last, of which some are done. It ends when a search is stopped, or when a bound cuts
// nothing. The result is the last search's, with the findings of the earlier ones.
func Bounds(k tally.Known, first, last int, done *Earlier, search func(limit int, e *Earlier) (*result.Record, error)) (*result.Record, error) {
	for limit := first + len(done.Levels); ; limit++ {
		r, err := search(limit, done)
		if r == nil {
			return nil, err
		}
		if err == nil && r.Interleavings == 0 && done.Last != nil { // stopped before it began
			done.Last.Stop = r.Stop
			k.Conclude(done.Last)
			return done.Last, nil
		}
		r.Levels = append(slices.Clip(done.Levels), result.Level{Bound: limit, Interleavings: r.Interleavings, Events: r.Events, BoundCut: r.BoundCut, FirstViolation: r.FirstViolation})
		if done.Last != nil {
			k.Recall(r, done.Last)
		}
		if err != nil || r.Stop != result.NotStopped || r.BoundCut == 0 || limit == last {
			return r, err
		}
		done = &Earlier{r.Levels, r, done.Why, done.Large}
	}
}

// shortestFrom is the limit on events of the first search for the shortest violation. Each further limit is a quarter higher.
const shortestFrom = 16

// Shortest searches for the violation, or for the way to a goal, with the fewest events, up to most events. within executes all
// interleavings up to a limit on their events, until one shows it, as shows says of the result. Shortest raises the limit until it
// shows, and then bisects between the last two limits: what shows within a limit also shows within a higher limit.
func Shortest(most int, shows func(*result.Record) bool, within func(limit int) (*result.Record, error)) (*result.Record, error) {
	none, limit := 0, min(shortestFrom, most)
	r, err := within(limit)
	for err == nil && !shows(r) && r.Stop == result.NotStopped && r.DepthCut > 0 && limit < most {
		none, limit = limit, min(limit+limit/4, most)
		r, err = within(limit)
	}
	if err != nil || !shows(r) {
		return r, err
	}
	for limit > none+1 {
		middle := none + (limit-none)/2
		shorter, err := within(middle)
		switch {
		case err != nil:
			return shorter, err
		case shows(shorter):
			r, limit = shorter, middle
		case shorter.Stop != result.NotStopped:
			r.Stop, r.DepthCut, r.Repeated, r.Growth = shorter.Stop, 0, nil, nil // it is a violation all the same
			return r, nil
		default:
			none = middle
		}
	}
	r.Shortest, r.DepthCut, r.Repeated, r.Growth = limit, 0, nil, nil // the cut interleavings go on with more events
	return r, nil
}

// Workers of a stateful search explore in an order that depends on their speed. Their findings do not, unless they
// part (see package states). Then the search is executed again, by one worker for longer, or by one only. So the result
// is always the same as with one worker.
const (
	// Alone is how many transitions one worker executes before others join it. Small searches do not need several
	// workers, and a search learns mostly early.
	Alone = 200_000
	// longerAlone is how many times more one worker executes after workers have learned something new.
	longerAlone = 8
	// allAlone is more than any search executes.
	allAlone = 1 << 60
)

// Together executes a stateful search whose workers do not part. attempt executes the search: one worker executes the transitions
// alone, and then others join it. attempt returns whether the workers have parted. If so, its result counts only if it was stopped.
func Together(k tally.Known, alone int, attempt func(alone int) (*result.Record, states.Parting, error)) (*result.Record, error) {
	r, parted, err := attempt(alone)
	for parted != states.Together && err == nil && !r.Stop.Late() {
		if alone = min(longerAlone*alone, allAlone); parted == states.Ordered {
			alone = allAlone
		}
		earlier := r
		if r, parted, err = attempt(alone); r != nil && r.Stop.Late() {
			r, err = k.After(r, earlier, err)
		}
	}
	return r, err
}
