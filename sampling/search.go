package sampling

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/inbox"
)

// Batch holds the findings of one run, until it enters the result.
type Batch interface {
	// Count enters it, and reports whether the search goes on.
	Count() bool
}

// Dispatcher hands out the runs of one search to explorers, each used by one goroutine. The findings of the runs enter the
// result in the order of their numbers.
type Dispatcher struct {
	config Config

	mu      sync.Mutex // guards the fields below
	moved   *sync.Cond // signals that a run has entered, or the search has stopped
	stopped bool
	first   int // the number of the first run that counts; preliminary runs before it only serve to learn
	last    int // the number of the last run before the search stops; 0 if there is no limit
	next    int // the number of the next run
	due     int // the number of the next run that enters
	waiting map[int]entry
	profile profile
	sample  Sample
	corpus  *corpus // of a search that learns; otherwise nil
	between func()  // see OnSave; may be nil

	elsewhere *Elsewhere // see HandOut; nil if ranges are not handed out
	left      []*Range   // the runs before next that no explorer has begun and no other search draws
	out       []*Range   // that other searches draw
	held      int        // the classes of records that wait for their turn
	until     int        // a run with which the search may end, by the record of a range, so that no later run is begun; 0 if there is none
	ended     atomic.Bool
	delivered inbox.Inbox[delivery]

	arms, preliminary []*arm // which draw the runs in turn
}

// entry is a run that waits until all earlier runs have entered, or a range of runs.
type entry struct {
	outcome outcome
	enter   func() bool

	part *Record // of a range; otherwise nil
	last int     // then: its last run
}

// New returns a search without explorers.
func New(c Config) *Dispatcher {
	c.Depth = max(1, c.Depth)
	s := &Dispatcher{config: c, first: 1, last: c.Runs, next: 1, due: 1, waiting: map[int]entry{}}
	s.moved = sync.NewCond(&s.mu)
	s.arms, s.preliminary = arms(c.Strategy, c.Depth)
	s.profile.begin()
	s.sample.classes = map[uint64]int{}
	if c.Strategy == Learn {
		s.corpus = newCorpus()
	}
	if c.Budget > 0 && (c.Runs == 0 || c.Budget < c.Runs) {
		s.last = c.Budget
	}
	if c.Only > 0 {
		s.first, s.last = c.Only, c.Only
		if c.Only <= Preliminary { // there is nothing to learn for a random walk
			s.next, s.due = c.Only, c.Only
		}
	}
	return s
}

// OnSave lets the search call f between runs, when the results of all runs before have entered. It must be called
// before any explorer has begun. Of the methods of the search, f may call Snapshot only.
func (s *Dispatcher) OnSave(f func()) { s.between = f }

// Stop ends the search: Begin returns false from now on, also where it waits, and no further run enters the result.
func (s *Dispatcher) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	s.moved.Broadcast()
}

// stop ends the search.
func (s *Dispatcher) stop() {
	s.stopped = true
	s.ended.Store(true)
}

// ahead limits how many runs may wait for their turn.
const ahead = 10_000

// take returns the number of the next run, or 0 if there is none.
func (s *Dispatcher) take() (run int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exchange()
	for !s.stopped && len(s.left) == 0 && s.next != s.due && (s.next == Preliminary+1 || len(s.waiting) > ahead || s.over() || s.corpus != nil && generationOf(s.next) > generationOf(s.due)) {
		if s.recallDue() {
			break
		}
		s.moved.Wait() // at the end until all have entered, as the first explorer that ends stops the others
		s.exchange()
	}
	if s.next > Preliminary && s.next < s.first && !s.learnsEarlier() {
		s.next, s.due = s.first, s.first
	}
	switch {
	case s.stopped:
		return 0
	case len(s.left) > 0:
		r := s.left[0]
		run = r.First
		if r.First++; r.First > r.Last {
			s.left = s.left[1:]
		}
		return run
	case s.over():
		return 0
	}
	run = s.next
	s.next++
	return run
}

// over reports whether the last run was handed out.
func (s *Dispatcher) over() bool {
	return s.last > 0 && s.next > s.last || s.until > 0 && s.next > s.until && s.due <= s.until
}

// arm returns the arm that draws the run.
func (s *Dispatcher) arm(run int) *arm {
	if run <= Preliminary {
		return s.preliminary[run%len(s.preliminary)]
	}
	return s.arms[run%len(s.arms)]
}

// counts reports whether the run is more than one to learn from.
func (s *Dispatcher) counts(run int) bool { return run >= s.first }

// enter records the outcome of a run, and of later runs that have waited for it.
func (s *Dispatcher) enter(run int, o *outcome, now func() bool, later func() Batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	if run != s.due {
		s.waiting[run] = entry{outcome: o.clone(), enter: later().Count}
		return
	}
	s.settle(entry{outcome: *o, enter: now})
	s.settleAll()
	s.moved.Broadcast()
}

// settleAll enters what has waited for its turn.
func (s *Dispatcher) settleAll() {
	for e, ok := s.waiting[s.due]; ok && !s.stopped; e, ok = s.waiting[s.due] {
		if e.part != nil {
			s.settlePart(e)
		} else {
			s.settle(e)
		}
	}
}

// settle enters the run whose turn it is.
func (s *Dispatcher) settle(e entry) {
	run := s.due
	delete(s.waiting, run)
	if run <= Preliminary {
		s.profile.add(&e.outcome)
		if run == Preliminary {
			s.profile.end()
		}
	}
	s.due++
	s.learn(run, &e.outcome)
	if !s.counts(run) {
		return
	}
	s.sample.add(&e.outcome)
	if !e.enter() {
		s.stop()
	} else if s.between != nil {
		s.between()
	}
}

// generationOf returns the number of the generation to which a run belongs.
func generationOf(run int) int { return (run - 1) / generation }

// learnsEarlier reports whether the search learns from the runs before the first that counts. A resumed search has done so.
func (s *Dispatcher) learnsEarlier() bool { return s.corpus != nil && s.config.Only > 0 }

// learn records what there is to learn from the run that enters, and learns after the last run of a generation.
func (s *Dispatcher) learn(run int, o *outcome) {
	if s.corpus == nil || !s.counts(run) && !s.learnsEarlier() {
		return
	}
	_, o.finding.again = s.sample.classes[o.class]
	s.corpus.add(o.finding)
	if !s.counts(run) {
		s.sample.classes[o.class] = 0
	}
	if run%generation == 0 {
		s.corpus.learn()
	}
}

// known reports whether a run that has entered is of the class.
func (s *Dispatcher) known(class uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.sample.classes[class]
	return known
}

// Sample returns the coverage of the runs so far, and the odds. It may be called while no explorer is at work.
func (s *Dispatcher) Sample() *Sample {
	c := s.sample
	c.conclude(&s.config, &s.profile)
	return &c
}

// Snapshot is a search that was stopped: the coverage of its runs.
type Snapshot struct {
	Sample  Sample
	Classes []Class
	Corpus  *Corpus `json:",omitempty"` // of a search that learns

	First, Last int `json:",omitempty"` // of a range, its runs; otherwise 0
}

// Snapshot returns the state with which the search can go on; nil if there are no further runs. It may be called while no
// explorer is at work, or by the function given to OnSave.
func (s *Dispatcher) Snapshot() *Snapshot {
	if s.config.Only > 0 || s.sample.makers == nil && s.config.Runs > 0 && s.sample.Runs >= s.config.Runs {
		return nil
	}
	saved := &Snapshot{Sample: s.sample, Classes: s.sample.list()}
	if s.corpus != nil {
		saved.Corpus = s.corpus.save()
	}
	saved.Sample.classes, saved.Sample.makers = nil, nil
	return saved
}

// Resume goes on with a saved search of the same program by the same configuration, or draws a range. It must be called before any
// explorer has begun. The preliminary runs are executed again, and do not count.
func (s *Dispatcher) Resume(saved *Snapshot) {
	if saved.Last > 0 {
		s.sample.makers = map[uint64]int{}
		s.first, s.last = saved.First, saved.Last
		return
	}
	s.sample = saved.Sample
	s.sample.classes = make(map[uint64]int, len(saved.Classes))
	for _, c := range saved.Classes {
		s.sample.classes[c.Hash] = c.Runs
	}
	if s.corpus != nil && saved.Corpus != nil {
		s.corpus = saved.Corpus.corpus()
	}
	s.first = saved.Sample.Runs + 1
}
