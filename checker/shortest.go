package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/result"
)

// shortestFrom is the limit on events of the first search for the shortest violation. Each further limit is a quarter higher.
const shortestFrom = 16

// shortest looks for the violation that shows after the fewest events. It searches states level by level: each search
// executes all interleavings up to a limit on their events, and the limit rises until one shows a violation. Then the
// number of events is between the last two limits, and that is halved until it is known: a violation that shows within a limit also
// shows within a higher one.
func (o *setup) shortest(ctx context.Context) (*result.Record, error) {
	within := func(limit int) (*result.Record, error) {
		level := *o
		level.Until, level.MaxEvents, level.Workers = UntilFirst, limit, 1 // several workers would part at the first interleaving that is cut
		return level.exploreStates(ctx)
	}
	none, limit := 0, min(shortestFrom, o.MaxEvents)
	r, err := within(limit)
	for err == nil && r.Violating == 0 && r.Stop == NotStopped && r.DepthCut > 0 && limit < o.MaxEvents {
		none, limit = limit, min(limit+limit/4, o.MaxEvents)
		r, err = within(limit)
	}
	if err != nil || r.Violating == 0 {
		return r, err
	}
	for limit > none+1 {
		middle := none + (limit-none)/2
		shorter, err := within(middle)
		switch {
		case err != nil:
			return shorter, err
		case shorter.Violating > 0:
			r, limit = shorter, middle
		case shorter.Stop != NotStopped:
			r.Stop, r.DepthCut, r.Repeated, r.Growth = shorter.Stop, 0, nil, nil // it is a violation all the same
			return r, nil
		default:
			none = middle
		}
	}
	r.Shortest, r.DepthCut, r.Repeated, r.Growth = limit, 0, nil, nil // the cut interleavings go on with more events
	return r, nil
}
