package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/states"
)

// Workers of a search of states explore in an order that depends on their speed. Their findings do not, unless they
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

// exploreStates is explore by a search of states.
func exploreStates(ctx context.Context, m Model, o Options) (*Result, error) {
	asked := o
	if o.alone == 0 {
		o.alone = statesAlone
	}
	if o.Resume != nil && o.Resume.Memo != nil {
		o.alone = o.Resume.Memo.Alone
	}
	r, parted, err := attempt(ctx, m, o)
	for parted != states.Together && err == nil && !r.Stop.late() {
		if o.alone = min(longerAlone*o.alone, allAlone); parted == states.Ordered {
			o.alone = allAlone
		}
		o.begin()
		earlier := r
		if r, parted, err = attempt(ctx, m, o); r != nil && r.Stop.late() {
			r, err = r.after(earlier, err)
		}
	}
	if r != nil {
		r.Options.alone = asked.alone
	}
	return r, err
}

// sharesStates reports whether several workers may share a search of states. One that shows its interleavings or
// may end after some of them has an order, and only one worker can keep whole states, or know which messages
// are tied.
func (o *Options) sharesStates() bool {
	_, counts := o.Observer.(Counting)
	return o.Workers > 1 && o.Replay == nil && o.MaxInterleavings == 0 && (o.Observer == nil || counts) && !o.ExactStates && !o.Relation().ReceivePatterns && o.wrapped == nil
}

// begin prepares for a search that begins again.
func (o *Options) begin() {
	o.Resume = nil
	if o.trial != nil {
		*o.trial = trial{worth: o.trial.worth}
	}
}

// equipStates prepares the search of states for saving, and for several workers.
func (s *search) equipStates() {
	o := &s.result.Options
	if o.Saving != nil {
		s.engine.Due, s.engine.Between = s.due, s.save
	}
	s.tally.unforeseen = s.states.Part
	if o.sharesStates() {
		s.states.Alone = o.alone
		s.engine.Shared = s.states
		s.engine.Joins = func(int) bool { return s.shared() }
	}
}

// shared reports whether several workers can share the search of states by now.
func (s *search) shared() bool {
	if !s.joined && s.states.Shared() {
		s.joined, s.others = true, s.result.Events-s.states.Progress().Transitions
	}
	return s.joined
}

// parted returns whether the workers of a search of states have parted, and why.
func (s *search) parted() states.Parting {
	if s.states == nil {
		return states.Together
	}
	return s.states.Parted()
}

// events returns how many events one worker would have executed when the search has executed so many transitions.
func (s *search) events(transitions int) int {
	if s.joined {
		return s.others + transitions
	}
	return s.result.Events
}
