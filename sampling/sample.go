package sampling

import (
	"cmp"
	"math"
	"slices"
)

// Sample tells the coverage of the runs of a search, and the odds of bugs that follow from it.
type Sample struct {
	Runs   int // that count
	Events int // of the longest run
	// Chains is the greatest number of chains of events of a run, by a strategy that has chains: the events of an actor are
	// one. Racy is how many events of one run raced, at most, in the preliminary runs; Beyond counts
	// the runs with more of them, or with more events than the strategy expects. Both are 0 if the strategy does not use them.
	Chains, Racy, Beyond int
	// Choices is the least probability, in any run, with which its choices were drawn and none of its messages had a
	// fault.
	Choices float64
	Arms    []Arm

	// Classes is how many equivalence classes of interleavings were drawn, Once how many of them once, Most and Least
	// how often the most and the least frequent one.
	Classes, Once, Most, Least int

	// Stated says that the search has a guarantee. MissProbability is then the greatest probability that all runs
	// miss a bug of the depth, if there is one and the assumptions hold. Guaranteed is how many runs it is about.
	Stated          bool
	MissProbability float64
	Guaranteed      int

	classes map[uint64]int
	makers  map[uint64]int // of a range: for each class, the place of the arm that has drawn it first; otherwise nil
}

// Arm is a strategy that draws some of the runs.
type Arm struct {
	Strategy  Strategy
	Name      string // of the strategy, with its depth if it has one
	Depth     int    // for which it has a guarantee; 0 if it has none
	Runs      int
	Violating int
	New       int // classes that no run before has drawn
	// Odds is the least probability with which each of its runs hits a bug of the depth, if there is one and the
	// assumptions hold; 0 if it has no guarantee for that depth.
	Odds float64
}

// Class is an equivalence class of interleavings, by its hash, and how often it was drawn.
type Class struct {
	Hash uint64
	Runs int
	Arm  int `json:",omitempty"` // of a range: the place in Sample.Arms of the one that has drawn it first
}

// outcome is the record of one run in a sample.
type outcome struct {
	arm       *arm
	class     uint64
	events    int
	chains    int
	nodes     int  // that may crash
	durable   int  // how often a process makes something durable, at most
	replaced  int  // how often it has replaced a file then, at most
	beyond    bool // the run has more events, or more that race, than its strategy assumes
	choices   float64
	violating bool
	names     []uint64  // of the events, of a preliminary run
	racing    []bool    // whether they race
	families  []uint64  // of their actors
	windows   []uint64  // if the rule has any
	history   []moments // likewise
	finding   finding   // if the search learns
}

// clone returns a copy that stays valid during the next run.
func (o *outcome) clone() outcome {
	c := *o
	c.names, c.racing, c.families = slices.Clone(o.names), slices.Clone(o.racing), slices.Clone(o.families)
	c.windows, c.history = slices.Clone(o.windows), slices.Clone(o.history)
	return c
}

// add adds a run.
func (s *Sample) add(o *outcome) {
	if s.Runs++; s.Runs == 1 {
		s.Choices = 1
	}
	s.Events, s.Chains = max(s.Events, o.events), max(s.Chains, o.chains)
	s.Choices = min(s.Choices, o.choices)
	if o.beyond {
		s.Beyond++
	}
	i := s.place(Arm{Strategy: o.arm.strategy, Name: o.arm.name, Depth: o.arm.depth})
	a := &s.Arms[i]
	a.Runs++
	if o.violating {
		a.Violating++
	}
	if s.classes[o.class]++; s.classes[o.class] == 1 {
		if a.New++; s.makers != nil {
			s.makers[o.class] = i
		}
	}
}

// place returns the place of the arm in Arms, which is added if it is new.
func (s *Sample) place(arm Arm) int {
	i := slices.IndexFunc(s.Arms, func(a Arm) bool { return a.Name == arm.Name })
	if i < 0 {
		i = len(s.Arms)
		s.Arms = append(s.Arms, Arm{Strategy: arm.Strategy, Name: arm.Name, Depth: arm.Depth})
	}
	return i
}

// list returns the classes in the order of their hashes.
func (s *Sample) list() (all []Class) {
	for hash, runs := range s.classes {
		all = append(all, Class{hash, runs, s.makers[hash]})
	}
	slices.SortFunc(all, func(a, b Class) int { return cmp.Compare(a.Hash, b.Hash) })
	return all
}

// conclude sets the results that follow from the runs.
func (s *Sample) conclude(c *Config, p *profile) {
	s.Arms = slices.Clone(s.Arms)
	for _, runs := range s.classes {
		if runs == 0 { // only of runs that do not count
			continue
		}
		s.Classes++
		s.Most = max(s.Most, runs)
		if s.Least == 0 || runs < s.Least {
			s.Least = runs
		}
		if runs == 1 {
			s.Once++
		}
	}
	s.classes = nil
	if c.Strategy.labels() {
		s.Racy = p.labels
	}
	s.odds(c, p)
}

// Unseen estimates which share of the runs would draw a class that none has drawn so far: the share of runs that drew a
// class of their own (Good, "The population frequencies of species and the estimation of population parameters", 1953).
func (s *Sample) Unseen() float64 { return float64(s.Once) / float64(max(1, s.Runs)) }

// odds sets the probability to miss a bug of the depth. Each run of PCT, d-POS or taPCT hits it with a probability of at
// least 1/(chains * events^(depth-1)), where the events are all events of a run for PCT, and otherwise the racing ones; and each
// event is a chain of its own for d-POS (Kulahcioglu Ozkan, Majumdar, Oraee, section 4).
func (s *Sample) odds(c *Config, p *profile) {
	if c.Pauses.Most > 0 {
		return
	}
	miss := 0.0 // logarithm
	for i := range s.Arms {
		a := &s.Arms[i]
		if a.Depth < c.Depth {
			continue
		}
		s.Stated = true
		s.Guaranteed += a.Runs
		chains, events := s.Chains, p.labels
		switch a.Strategy {
		case PCT:
			events = p.events
		case DPOS:
			chains = s.Events
		}
		a.Odds = s.Choices / (float64(max(1, chains)) * math.Pow(float64(max(1, events)), float64(a.Depth-1)))
		miss += float64(a.Runs) * math.Log1p(-a.Odds)
	}
	if s.Stated {
		s.MissProbability = math.Exp(miss)
	}
}
