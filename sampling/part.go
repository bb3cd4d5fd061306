package sampling

import (
	"slices"
	"sync/atomic"
)

// A run depends on its number and on the preliminary runs alone, unless the search learns. So another search, mostly in another
// process, can draw a range of runs: it resumes a Snapshot of the range, executes the preliminary runs itself, and its own Snapshot is
// the record of the range. The record enters when it is the turn of the first run.

// Range is the runs with successive numbers that another search draws.
type Range struct {
	First, Last int

	// Recall is set by the function that hands out the range: it takes the range back unless it has been begun, as far as is known. It may be nil.
	Recall func() (back bool)

	over atomic.Bool // its record is of no use
}

// Snapshot returns what the search that draws the range resumes.
func (r *Range) Snapshot() *Snapshot { return &Snapshot{First: r.First, Last: r.Last} }

// Elsewhere hands out ranges. A search calls the functions while explorers wait, so they must return soon.
type Elsewhere struct {
	Room func() (runs int) // how many runs the next range may have; 0 if enough are being drawn
	Hand func(*Range)      // hands out a range, so that Deliver is called later
}

// HandOut lets the search hand out ranges. It must be called before any explorer has begun. A search that learns cannot do so.
func (s *Dispatcher) HandOut(e *Elsewhere) { s.elsewhere = e }

// Record is the findings of another search in a range.
type Record struct {
	*Snapshot
	Violating bool             // the search may end with a run of the range
	Enter     func() (ok bool) // enters the findings. If they do not fit the search, it does nothing and returns false
}

// Deliver gives the search the record of a range, nil if the range is lost. Only the first one counts. Any goroutine may call it.
func (s *Dispatcher) Deliver(r *Range, found *Record) {
	s.delivered.Put(delivery{r, found})
	go func() { // an explorer may be calling this
		s.mu.Lock()
		defer s.mu.Unlock()
		s.moved.Broadcast()
	}()
}

// Wanted reports whether a record of the range is of use. Any goroutine may call it.
func (s *Dispatcher) Wanted(r *Range) bool { return !s.ended.Load() && !r.over.Load() }

// delivery is the record of a range before an explorer has seen it.
type delivery struct {
	of    *Range
	found *Record
}

// exchange takes records that were delivered, and hands out ranges.
func (s *Dispatcher) exchange() {
	if s.elsewhere == nil || s.stopped {
		return
	}
	all := s.delivered.Take()
	for _, d := range all {
		switch r := d.of; {
		case !r.over.CompareAndSwap(false, true):
		case d.found == nil:
			s.leave(r.First, r.Last)
		default:
			s.waiting[r.First] = entry{part: d.found, last: r.Last}
			s.held += len(d.found.Classes)
			if d.found.Violating && (s.until == 0 || r.Last < s.until) {
				s.until = r.Last
			}
		}
	}
	if s.settleAll(); len(all) > 0 {
		s.moved.Broadcast()
	}
	s.handOut()
}

// mostHeld is how many classes of records wait for their turn until no more ranges are handed out, and mostHanded how many ranges are handed
// out at once.
const (
	mostHeld   = 1 << 23
	mostHanded = 1_000
)

// handOut hands out ranges. The explorers here get a range whenever they have none.
func (s *Dispatcher) handOut() {
	for range mostHanded {
		if s.due <= Preliminary || s.next < s.first || s.over() || s.stopped || len(s.left) > 1 || len(s.waiting) > ahead || s.held > mostHeld {
			return
		}
		runs := s.elsewhere.Room()
		if runs == 0 {
			return
		}
		r := s.following(runs)
		if len(s.left) == 0 {
			s.leave(r.First, r.Last)
			continue
		}
		s.out = slices.DeleteFunc(s.out, func(r *Range) bool { return r.over.Load() })
		s.out = append(s.out, r)
		s.elsewhere.Hand(r)
	}
}

// recallDue takes back the range whose turn it is. It returns false if it must be waited for.
func (s *Dispatcher) recallDue() bool {
	for _, r := range s.out {
		if r.First == s.due && !r.over.Load() && r.Recall != nil && r.Recall() {
			r.over.Store(true)
			s.leave(r.First, r.Last)
			return true
		}
	}
	return false
}

// following returns the range of the next runs.
func (s *Dispatcher) following(runs int) *Range {
	r := &Range{First: s.next, Last: s.next + runs - 1}
	if s.last > 0 {
		r.Last = min(r.Last, s.last)
	}
	s.next = r.Last + 1
	return r
}

// leave leaves runs to the explorers of this search.
func (s *Dispatcher) leave(first, last int) {
	s.left = append(s.left, &Range{First: first, Last: last})
	s.moved.Broadcast()
	slices.SortFunc(s.left, func(a, b *Range) int { return a.First - b.First })
}

// settlePart enters the record of a range whose turn it is. If that does not fit, the runs enter one by one.
func (s *Dispatcher) settlePart(e entry) {
	first := s.due
	delete(s.waiting, first)
	s.held -= len(e.part.Classes)
	if !e.part.Enter() {
		s.leave(first, e.last)
		return
	}
	s.due = e.last + 1
	s.sample.merge(e.part.Snapshot)
	if s.between != nil {
		s.between()
	}
}

// Valid reports whether the snapshot can be the record of a range.
func (r *Snapshot) Valid() bool {
	if r == nil {
		return false
	}
	runs, arms := 0, 0
	for _, c := range r.Classes {
		if c.Arm < 0 || c.Arm >= len(r.Sample.Arms) || c.Runs < 1 {
			return false
		}
		runs += c.Runs
	}
	for _, a := range r.Sample.Arms {
		arms += a.Runs
	}
	return runs == r.Sample.Runs && arms == r.Sample.Runs
}

// merge adds the record of successive runs.
func (s *Sample) merge(part *Snapshot) {
	p := &part.Sample
	if s.Runs == 0 {
		s.Choices = 1
	}
	s.Runs += p.Runs
	s.Events, s.Chains = max(s.Events, p.Events), max(s.Chains, p.Chains)
	s.Choices = min(s.Choices, p.Choices)
	s.Beyond += p.Beyond
	at := make([]int, len(p.Arms)) // their places here
	for i, a := range p.Arms {
		at[i] = s.place(a)
		s.Arms[at[i]].Runs += a.Runs
		s.Arms[at[i]].Violating += a.Violating
	}
	for _, c := range part.Classes {
		if s.classes[c.Hash] == 0 {
			s.Arms[at[c.Arm]].New++
		}
		s.classes[c.Hash] += c.Runs
	}
}

// Learn makes the search use what an earlier one with the same configuration has learned from the preliminary runs, which then are not
// executed again. It must be called after Resume.
func (s *Dispatcher) Learn(from *Dispatcher) {
	if from.due > Preliminary && s.first > Preliminary && s.corpus == nil {
		s.profile = from.profile
		s.next, s.due = s.first, s.first
	}
}
