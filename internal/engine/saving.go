package engine

import (
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
)

// Saving says how a search is saved.
type Saving struct {
	Due   func() bool // reports whether to save the search now; nil if it is saved in the end only
	Write func(result.Findings, result.Stop, driver.Open) error
}

// due reports whether to save the search now.
func (s *Saving) due() bool { return s != nil && s.Due != nil && s.Due() }

// due reports whether there is something to do before the next interleaving.
func (s *Search) due() bool {
	s.saves = s.Saving.due() // which may answer otherwise when it is asked again
	return s.saves || s.Share != nil && s.Tally.Events() >= s.next
}

// rest executes a share of the other search, and saves the search, if they are due.
func (s *Search) rest() {
	if s.share(); s.saves {
		s.save()
	}
}

// share executes a share of the other search, if it is due, while no code of the model is executed by this one.
func (s *Search) share() {
	if s.Share == nil || s.Context.Err() != nil {
		return
	}
	s.Loop.Watch.Apart(func() {
		answers := false
		if s.next, answers = s.Share(s.Tally.Events()); answers {
			s.Tally.Stop(result.AtViolation)
		}
	})
}

// save saves the search. No interleaving may enter the result during the call.
func (s *Search) save() {
	if s.Driver.Settled(s.before != nil) {
		return
	}
	found, stop, open := s.findings()
	if stop != result.NotStopped {
		return // saveRest will
	}
	s.Tally.Saves(true)
	defer s.Tally.Saves(false)
	if err := s.Saving.Write(found, stop, open); err != nil {
		s.Tally.Fail(err)
	}
}

// saveRest saves a search that has been stopped.
func (s *Search) saveRest() error {
	failed := s.Tally.Failed()
	unit := s.Resume != nil && s.Resume.Unit != nil // whose result is saved in any case
	switch stop := s.Tally.Record.Stop; {
	case failed != nil:
		return failed
	case s.Saving == nil || !unit && !stop.Late() && stop != result.OutOfBudget:
		return nil
	}
	s.Tally.Saves(true) // until the search has ended
	if s.Driver.Settled(s.before != nil) {
		return nil
	}
	found, stop, open := s.findings()
	if open.Empty() { // the search is complete, but the last interleaving was not repeated
		return nil
	}
	return s.Saving.Write(found, stop, open)
}

// findings returns the content of a saved search: the findings so far, the reason for its stop, and its open branches.
func (s *Search) findings() (found result.Findings, stop result.Stop, open driver.Open) {
	if found, stop = s.Tally.Findings(); s.before != nil {
		found = s.before.Copy()
	}
	now := s.Tally.Record
	found.BoundCut, found.Judged = s.Driver.BoundCut(), s.assertionCounts(now.Judged)
	found.Asserted, found.Shown = tally.Union(now.Asserted, s.First.Assertions()), tally.Union(now.Shown, s.Tally.Rules.Texts())
	if s.First.System != nil {
		found.Visits = s.First.System.Covered.Visits(now.Visits)
	}
	if open = s.Driver.Save(); open.Memo != nil {
		found.Events = s.Driver.Events(now.Events, open.Memo.Search.Transitions)
	}
	return found, stop, open
}
