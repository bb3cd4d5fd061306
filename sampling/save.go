package sampling

// Corpus is the saved memory of a search that learns. It refers to runs by their places in Parents, plus 1; 0 is no run.
type Corpus struct {
	Parents  []*parent
	Features []savedFeature
	Recent   []int
	Oldest   int
	Goals    []savedGoal
	Draws    int
	Pending  []savedFinding
	Yields   [makers]yield
}

type savedFeature struct {
	Hash             uint64
	Runs, Parent, At int
}

type savedGoal struct {
	Hash          uint64
	Draws, Oldest int
	Ways          [][2]int // the run, and the position of the event
}

type savedFinding struct {
	Shown, Goals       []sight
	Maker              maker
	Kept, Parent, From int
	Again              bool
}

// save returns the corpus in a form that can be saved.
func (c *corpus) save() *Corpus {
	s := &Corpus{Oldest: c.oldest, Draws: c.draws, Yields: c.yields}
	numbers := map[*parent]int{nil: 0}
	number := func(p *parent) int {
		if _, known := numbers[p]; !known {
			s.Parents = append(s.Parents, p)
			numbers[p] = len(s.Parents)
		}
		return numbers[p]
	}
	for _, t := range c.order {
		s.Features = append(s.Features, savedFeature{t.hash, t.runs, number(t.parent), t.at})
	}
	for _, p := range c.recent {
		s.Recent = append(s.Recent, number(p))
	}
	for _, g := range c.goals {
		saved := savedGoal{Hash: g.hash, Draws: g.draws, Oldest: g.oldest}
		for _, w := range g.ways {
			saved.Ways = append(saved.Ways, [2]int{number(w.parent), w.at})
		}
		s.Goals = append(s.Goals, saved)
	}
	for _, f := range c.pending {
		s.Pending = append(s.Pending, savedFinding{f.shown, f.goals, f.maker, f.kept, number(f.parent), number(f.from), f.again})
	}
	return s
}

// corpus returns the corpus that was saved.
func (s *Corpus) corpus() *corpus {
	c := newCorpus()
	c.oldest, c.draws, c.yields = s.Oldest, s.Draws, s.Yields
	at := func(number int) *parent {
		if number == 0 {
			return nil
		}
		return s.Parents[number-1]
	}
	for _, t := range s.Features {
		c.enter(&feature{t.Hash, t.Runs, at(t.Parent), t.At})
	}
	for _, n := range s.Recent {
		c.recent = append(c.recent, at(n))
	}
	for _, saved := range s.Goals {
		g := &goal{hash: saved.Hash, draws: saved.Draws, oldest: saved.Oldest}
		for _, w := range saved.Ways {
			g.ways = append(g.ways, &way{at(w[0]), w[1]})
		}
		c.goals = append(c.goals, g)
	}
	for _, f := range s.Pending {
		c.pending = append(c.pending, finding{f.Shown, f.Goals, f.Maker, f.Kept, at(f.Parent), at(f.From), f.Again})
	}
	return c
}
