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
	pending  []finding  // of the present generation
	odds     novelty
}

// feature is something that runs have shown: a state of an actor, or of all actors.
type feature struct {
	hash   uint64
	runs   int     // that have shown it
	parent *parent // the first of them; nil if it is forgotten
	at     int     // the position of the event after which that run showed it
}

// finding is what there is to learn from one run.
type finding struct {
	shown  []sight
	parent *parent // the run, if it may become a parent
	from   *parent // its own parent, if it has one
	again  bool    // a run before was of the same class
}

// sight is a feature of one run.
type sight struct {
	Feature uint64
	At      int // the position of the first event after which the run shows it
}

// novelty says how seldom runs without a parent are of a new class. Recent runs count more.
type novelty struct{ Runs, Again float64 }

// fading is the weight of a run after another generation.
const fading = 0.95

func (n *novelty) age() { n.Runs, n.Again = n.Runs*fading, n.Again*fading }

// share returns the share of these runs that were of a known class.
func (n *novelty) share() float64 { return n.Again / max(1, n.Runs) }

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
	c.odds.age()
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
	} else if c.odds.Runs++; f.again {
		c.odds.Again++
	}
	for _, s := range f.shown {
		t := c.features[s.Feature]
		if t == nil {
			t = &feature{hash: s.Feature, parent: f.parent, at: s.At}
			c.enter(t)
		}
		t.runs++
	}
	switch {
	case f.parent == nil:
	case len(c.recent) < maxRecent:
		c.recent = append(c.recent, f.parent)
	default:
		c.recent[c.oldest] = f.parent
		c.oldest = (c.oldest + 1) % maxRecent
	}
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
