package sampling

import (
	"cmp"
	"slices"
)

// generation is how many runs a search that learns draws before it learns from them. A run therefore depends on the earlier
// generations only, and not on how many explorers share the runs.
const generation = 50

// The limits on the memory of a corpus.
const (
	maxRecent   = 2_000  // parents whose class was new
	maxFeatures = 20_000 // features that have a parent
	maxGoals    = 100    // goals
	maxWays     = 50     // ways to a goal
)

// contest is how many candidates are drawn, of which the best one becomes a parent.
const contest = 6

// corpus is the memory of a search that learns: the runs from which it makes others. It changes between two generations only.
type corpus struct {
	features map[uint64]*feature
	order    []*feature // all of them, in the order in which they came
	parented []*feature // the features that have a parent, in the order in which they came
	recent   []*parent  // the last runs of a class that was new
	oldest   int        // the place in recent that is replaced next, when it is full
	goals    []*goal    // that runs have reached, in the order in which they came
	draws    int        // runs without a parent
	pending  []finding  // of the present generation
	yields   [makers]yield
}

// goal is a goal that runs have reached.
type goal struct {
	hash   uint64
	draws  int    // runs without a parent that have reached it
	ways   []*way // the last ones, by runs of a class that was new
	oldest int    // the place in ways that is replaced next, when it is full
}

// way is a run up to a goal.
type way struct {
	parent *parent
	at     int // the position of the event that reaches the goal
}

// feature is something that runs have shown: a state of an actor, or of all actors.
type feature struct {
	hash   uint64
	runs   int     // that have shown it
	parent *parent // the first of them; nil if it is forgotten
	at     int     // the position of the event after which that run showed it
}

// finding is the new knowledge from one run.
type finding struct {
	shown  []sight
	goals  []sight
	maker  maker   // of the run, unless it goes on from a goal
	kept   int     // how many steps it has from its own parent up to the goal from which it goes on; otherwise 0
	parent *parent // the run, if it may become a parent
	from   *parent // its own parent, if it has one
	again  bool    // a run before was of the same class
}

// sight is a feature of one run.
type sight struct {
	Feature uint64
	At      int // the position of the first event after which the run shows it
}

func newCorpus() *corpus { return &corpus{features: map[uint64]*feature{}} }

// add adds the finding of a run to the present generation.
func (c *corpus) add(f finding) {
	if f.again {
		f.parent = nil
	}
	c.pending = append(c.pending, f)
}

// learn ends a generation.
func (c *corpus) learn() {
	for m, y := range c.yields {
		c.yields[m] = yield{fading * y.Runs, fading * y.New}
	}
	for i := range c.pending {
		c.take(&c.pending[i])
	}
	c.pending = c.pending[:0]
	if len(c.parented) > maxFeatures {
		c.forget()
	}
}

// take learns from a run.
func (c *corpus) take(f *finding) {
	if f.from != nil {
		f.from.Children++
	} else {
		c.draws++
	}
	fresh := 0.0 // its class, and features
	if !f.again {
		fresh++
	}
	for _, s := range f.goals {
		c.reach(s, f)
	}
	for _, s := range f.shown {
		t := c.features[s.Feature]
		if t == nil {
			t = &feature{hash: s.Feature, parent: f.parent, at: s.At}
			c.enter(t)
			fresh++
		}
		t.runs++
	}
	if f.kept == 0 {
		y := &c.yields[f.maker]
		y.Runs, y.New = y.Runs+1, y.New+fresh
	}
	if f.parent != nil {
		c.recent = keep(c.recent, f.parent, maxRecent, &c.oldest)
	}
}

// keep adds an element to a list, in place of the oldest one if the list is full.
func keep[T any](list []*T, x *T, most int, oldest *int) []*T {
	if len(list) < most {
		return append(list, x)
	}
	list[*oldest] = x
	*oldest = (*oldest + 1) % most
	return list
}

// reach learns that a run has reached a goal, unless it has that from its parent.
func (c *corpus) reach(s sight, f *finding) {
	i := slices.IndexFunc(c.goals, func(g *goal) bool { return g.hash == s.Feature })
	switch {
	case s.At < f.kept || i < 0 && len(c.goals) == maxGoals:
		return
	case i < 0:
		i = len(c.goals)
		c.goals = append(c.goals, &goal{hash: s.Feature})
	}
	g := c.goals[i]
	if f.from == nil {
		g.draws++
	}
	if f.parent != nil {
		g.ways = keep(g.ways, &way{f.parent, s.At}, maxWays, &g.oldest)
	}
}

// rareGoals returns the goals that a smaller share of draws reaches than the share of runs that go on from goals.
func (c *corpus) rareGoals() (rare []*goal) {
	for _, g := range c.goals {
		if len(g.ways) > 0 && float64(g.draws) < onward*float64(c.draws) {
			rare = append(rare, g)
		}
	}
	return rare
}

// enter adds a feature.
func (c *corpus) enter(t *feature) {
	c.features[t.hash] = t
	c.order = append(c.order, t)
	if t.parent != nil {
		c.parented = append(c.parented, t)
	}
}

// forget takes their parents from the more frequent half of the features.
func (c *corpus) forget() {
	byRuns := slices.Clone(c.parented)
	slices.SortStableFunc(byRuns, func(a, b *feature) int { return cmp.Compare(b.runs, a.runs) })
	for _, t := range byRuns[:len(byRuns)/2] {
		t.parent = nil
	}
	c.parented = slices.DeleteFunc(c.parented, func(t *feature) bool { return t.parent == nil })
}

// rare returns a feature that few runs have shown, or nil if no feature has a parent.
func (c *corpus) rare(d *draw) *feature {
	return best(d, c.parented, func(t *feature) int { return t.runs })
}

// fresh returns a run of a new class from which few others were made, or nil if there is none.
func (c *corpus) fresh(d *draw) *parent {
	return best(d, c.recent, func(p *parent) int { return p.Children })
}

// best draws some of the list, and returns the first of those with the least cost; nil if the list is empty.
func best[T any](d *draw, list []*T, cost func(*T) int) (least *T) {
	if len(list) == 0 {
		return nil
	}
	for range contest {
		if x := list[d.rand.IntN(len(list))]; least == nil || cost(x) < cost(least) {
			least = x
		}
	}
	return least
}
