package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/states"
)

// Workers of a stateful search explore in an order that depends on their speed. Their findings do not, unless they
// part (see package states). Then the search is executed again, by one worker for longer, or by one only. So the result
// is always the same as with one worker.
const (
	// statesAlone is how many transitions one worker executes before others join it. Small searches do not need several
	// workers, and a search learns mostly early.
	statesAlone = 200_000
	// longerAlone is how many times more one worker executes after workers have learned something new.
	longerAlone = 8
	// allAlone is more than any search executes.
	allAlone = 1 << 60
)

// exploreStates is explore by a stateful search.
func (o *setup) exploreStates(ctx context.Context) (*result.Record, error) {
	if o.alone == 0 {
		o.alone = statesAlone
	}
	if o.Resume != nil && o.Resume.Memo != nil {
		o.alone = o.Resume.Memo.Alone
	}
	r, parted, err := o.attempt(ctx)
	for parted != states.Together && err == nil && !r.Stop.Late() {
		if o.alone = min(longerAlone*o.alone, allAlone); parted == states.Ordered {
			o.alone = allAlone
		}
		o.again()
		earlier := r
		if r, parted, err = o.attempt(ctx); r != nil && r.Stop.Late() {
			r, err = o.after(r, earlier, err)
		}
	}
	return r, err
}

// attempt executes a stateful search with workers that may part. Then it returns why, and the result counts only
// if the search was stopped.
func (o *setup) attempt(ctx context.Context) (*result.Record, states.Parting, error) {
	if err := o.Resume.fits(&o.model, &o.Options); err != nil {
		return nil, states.Together, err
	}
	strategy, err := o.strategy()
	if err != nil {
		return nil, states.Together, err
	}
	k := o.stateful(strategy)
	s := newSearch(ctx, o, k)
	r, err := s.checked(s.run())
	return r, k.Parted(), err
}

// stateful returns the driver of a stateful search.
func (o *setup) stateful(strategy Strategy) *driver.Stateful {
	k := driver.NewStateful(strategy)
	k.Alone, k.Shares, k.Resumes = o.alone, o.sharesStates(), o.Resume != nil
	return k
}

// sharesStates reports whether several workers may share a stateful search. One that shows its interleavings or
// may end after some of them has an order, and only one worker can keep whole states, or know which messages
// are tied.
func (o *setup) sharesStates() bool {
	_, counts := o.Observer.(Counting)
	return o.Workers > 1 && o.Replay == nil && o.MaxInterleavings == 0 && (o.Observer == nil || counts) && !o.ExactStates && !o.Relation().ReceivePatterns && o.wrapped == nil
}

// again prepares for a search that begins again.
func (o *setup) again() {
	o.Resume = nil
	if o.trial != nil {
		*o.trial = driver.Trial{Worth: o.trial.Worth}
	}
}
