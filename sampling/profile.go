package sampling

import "slices"

// profile is the knowledge from the preliminary runs: which events race, and how many. It does not change after its end.
type profile struct {
	racy     map[uint64]bool // names of events that have raced in some run
	events   int             // of the longest run
	nodes    int             // how many of one run may crash, at most
	durable  int             // how often a process of one run makes something durable, at most
	replaced int             // how often it has replaced a file then, at most
	labels   int             // how many events of one run have the name of one that raced; at most
	counts   []familyCount   // how many of them each family of actors has in a run, on average, rounded up

	windows   map[uint64]int // how often each window was seen, if the rule has any; nil until its end
	histories [][]moments    // of the runs, likewise

	runs []preliminary // until its end
}

// preliminary is the part of a preliminary run that is needed until the last one.
type preliminary struct {
	names, families, windows []uint64
	history                  []moments
}

// familyCount is a number of racy events of a family of actors.
type familyCount struct {
	family uint64
	count  int
}

func (p *profile) begin() { p.racy = map[uint64]bool{} }

// add adds a preliminary run.
func (p *profile) add(o *outcome) {
	p.events, p.nodes = max(p.events, o.events), max(p.nodes, o.nodes)
	p.durable, p.replaced = max(p.durable, o.durable), max(p.replaced, o.replaced)
	for i, races := range o.racing {
		if races {
			p.racy[o.names[i]] = true
		}
	}
	p.runs = append(p.runs, preliminary{slices.Clone(o.names), slices.Clone(o.families), slices.Clone(o.windows), slices.Clone(o.history)})
}

// end completes the profile.
func (p *profile) end() {
	sums := map[uint64]int{}
	for _, r := range p.runs {
		n := 0
		for i, name := range r.names {
			if p.racy[name] {
				if n++; sums[r.families[i]] == 0 {
					p.counts = append(p.counts, familyCount{family: r.families[i]})
				}
				sums[r.families[i]]++
			}
		}
		p.labels = max(p.labels, n)
	}
	for i := range p.counts {
		c := &p.counts[i]
		c.count = (sums[c.family] + len(p.runs) - 1) / len(p.runs)
	}
	p.windows = map[uint64]int{}
	for _, r := range p.runs {
		for _, w := range r.windows {
			p.windows[w]++
		}
		p.histories = append(p.histories, r.history)
	}
	p.runs = nil
}
