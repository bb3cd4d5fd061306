package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/sampled"
)

// panel is a plot of figures 5 and 6 of the paper: hits of a bug in a row of programs.
type panel struct {
	title, axis string
	depth       int
	ticks       []string // a value of the axis for each program
	models      []checker.Model
	walks       []float64 // the probability with which a random walk hits the bug
	seeds       []uint64
}

const panelRuns = 500

func (p panel) draws(x int, s checker.Algorithm) draws {
	return draws{dir: "sampled", model: p.models[x], algorithm: s, depth: atDepth(s, p.depth), runs: panelRuns, seed: p.seeds[x]}
}

func (p *panel) add(tick string, length, others int) {
	p.ticks, p.models = append(p.ticks, tick), append(p.models, sampled.Chains(p.depth, length, others))
	p.walks, p.seeds = append(p.walks, walkOdds(p.depth, length)), append(p.seeds, uint64(length+others))
}

// panels returns those of figure 5, then those of figure 6.
func panels() []panel {
	var all []panel
	for depth := 2; depth <= 3; depth++ {
		p := panel{title: fmt.Sprintf("a bug of depth %d, by the length of chains", depth), axis: "messages in a chain", depth: depth}
		for length := depth - 1; length <= depth+3; length++ {
			p.add(fmt.Sprint(length), length, 3)
		}
		all = append(all, p)
	}
	for depth := 2; depth <= 3; depth++ {
		p := panel{title: fmt.Sprintf("a bug of depth %d, by the share of messages that do not race", depth), axis: "share that does not race", depth: depth}
		for i, others := range []int{0, 1, 3, 9} {
			p.add([]string{"0", "¼", "½", "¾"}[i], depth, others)
		}
		all = append(all, p)
	}
	return all
}

// hits returns the hits of a strategy in each program.
func (all drawnAll) hits(p panel, s checker.Algorithm) []int {
	var hits []int
	for x := range p.models {
		hits = append(hits, all.of(p.draws(x, s)).Violating)
	}
	return hits
}

func (all drawnAll) chains() string {
	var b strings.Builder
	b.WriteString(prose("## Figure 4: chains", "",
		"Three chains of messages to one node, and others that race with nothing: three of them in figure 5,",
		"and in figure 6 as many as make up the share. A bug of depth 2 shows if all of chain A comes before B",
		"and all of B before C; one of depth 3 if A comes before B, and the middle of C between the first and",
		fmt.Sprintf("the last of B. The figures are the hits in %d runs of each strategy, by the same depth.", panelRuns), "",
		"![Figure 5: by the length of chains]("+lengthPlot+")", "",
		"![Figure 6: by the share of messages that do not race]("+sharePlot+")", "",
		"The odds of a random walk are exact for this program, in which events are finer than in the paper.",
		fmt.Sprintf("Outside of the %.0f %% interval of these odds: %d of %d random walks.", 100*(1-missed), all.astray(), walked)))
	b.WriteString(all.claims())
	return b.String()
}

// walked is the number of different programs in all panels: two are in both figures, one of them for each depth.
const walked = 16

// astray returns how many random walks hit the bug less or more often than their odds allow, all of which hold with the
// probability 1-missed.
func (all drawnAll) astray() int {
	outside := map[string]bool{}
	for _, p := range panels() {
		for x, hits := range all.hits(p, checker.RandomWalk) {
			least, most := interval(panelRuns, p.walks[x], missed/walked)
			if hits < least || hits > most {
				outside[p.models[x].Name] = true
			}
		}
	}
	return len(outside)
}

// claims compares what the paper says of its figures with ours.
func (all drawnAll) claims() string {
	p := panels()
	t := table{header: []string{"The paper says", "Here"}}
	claim := func(says string, of []checker.Algorithm, holds func(s checker.Algorithm) bool) {
		var not []string
		for _, s := range of {
			if !holds(s) {
				not = append(not, titled(s))
			}
		}
		here := "the same"
		if len(not) > 0 {
			here = "not of " + strings.Join(not, ", ")
		}
		t.add(says, here)
	}
	hits := all.hits
	first := func(p panel, s checker.Algorithm) int { return hits(p, s)[0] }
	last := func(p panel, s checker.Algorithm) int { return hits(p, s)[len(p.models)-1] }
	byEvent := []checker.Algorithm{checker.RandomWalk, checker.RAPOS, checker.POS}
	byChain := []checker.Algorithm{checker.PCT, checker.TaPCT}
	inPaper := slices.Concat(byEvent, guaranteed)

	claim("With chains of one message, all are like a random walk.", inPaper,
		func(s checker.Algorithm) bool {
			least, most := interval(panelRuns, p[0].walks[0], missed/float64(len(inPaper)))
			return least <= first(p[0], s) && first(p[0], s) <= most
		})
	claim("Random walk, RAPOS and POS fall steeply with the length (depth 2).", byEvent,
		func(s checker.Algorithm) bool { return 8*last(p[0], s) < first(p[0], s) })
	claim("So does d-POS (depth 2).", guaranteed[1:2],
		func(s checker.Algorithm) bool { return 4*last(p[0], s) < first(p[0], s) })
	claim("PCT and taPCT are the best for long chains (depth 2).", byChain,
		func(s checker.Algorithm) bool { return all.beats(p[0], s, append(byEvent, checker.DPOS)) })
	claim("The same for depth 3.", byChain,
		func(s checker.Algorithm) bool { return all.beats(p[1], s, append(byEvent, checker.DPOS)) })
	claim("The bug of depth 3 is hit less often, at the same length.", inPaper,
		func(s checker.Algorithm) bool { return sum(hits(p[1], s)[:4]) < sum(hits(p[0], s)[1:]) })
	claim("taPCT does not depend on the share that does not race.", byChain[1:],
		func(s checker.Algorithm) bool { return all.steady(p[2], s) && all.steady(p[3], s) })
	claim("Random walk, RAPOS, POS and d-POS fall with the share.", append(byEvent, checker.DPOS),
		func(s checker.Algorithm) bool { return !all.steady(p[3], s) && last(p[3], s) < first(p[3], s) })
	claim("PCT is worse than taPCT for depth 3.", byChain[:1],
		func(s checker.Algorithm) bool { return sum(hits(p[3], s)) < sum(hits(p[3], checker.TaPCT)) })
	return t.String() + "\n" + prose("Of the differences: PCT draws late events from all, of which there are several for each message here;",
		"more orders show the bug of depth 3; and which of three chains moves next does not depend on others.")
}

// beats reports whether a strategy hits the bug of the longest chains more often than each of the others.
func (all drawnAll) beats(p panel, s checker.Algorithm, others []checker.Algorithm) bool {
	x := len(p.models) - 1
	return !slices.ContainsFunc(others, func(o checker.Algorithm) bool { return all.hits(p, o)[x] >= all.hits(p, s)[x] })
}

// steady reports whether all hits of a strategy may be of one probability.
func (all drawnAll) steady(p panel, s checker.Algorithm) bool {
	hits := all.hits(p, s)
	least, most := interval(panelRuns, float64(sum(hits))/float64(panelRuns*len(hits)), missed/float64(len(hits)))
	return slices.Min(hits) >= least && slices.Max(hits) <= most
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}
