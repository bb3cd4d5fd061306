package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/sampled"
)

// distance is a program of Example 2.2 and how many events come before that of A.
type distance struct {
	model  func(n int) checker.Model
	before func(n int) int
	says   string
}

var distances = []distance{
	{sampled.Distant, func(n int) int { return n + 1 }, "Node 1 has n+1 events before A can be late, as in the paper."},
	{sampled.DistantHandled, func(n int) int { return 2 * n },
		"In another program node 1 takes each message before it sends the next one, which is an event of its own: there are 2n events before A."},
}

const distantRuns = 10_000

func (d distance) draws(n int, s checker.Algorithm) draws {
	return draws{dir: "sampled", model: d.model(n), algorithm: s, depth: atDepth(s, 1), runs: distantRuns, seed: uint64(n)}
}

// odds returns the probability with which a run of the strategy hits the bug if there are m events before A, which races with the
// last of them only. A random walk must prefer them m times. RAPOS must draw them first, and must not add A, which it can
// add to all but the last. A needs the least of m+1 priorities for POS, which draws none anew before, and for d-POS. For the
// others, one of two chains, or one of two racing events, must come first.
func odds(s checker.Algorithm, m int) float64 {
	switch s {
	case checker.RandomWalk:
		return math.Pow(2, -float64(m))
	case checker.RAPOS:
		return math.Pow(4, -float64(m-1)) / 2
	case checker.POS, checker.DPOS:
		return 1 / float64(m+1)
	}
	return 0.5
}

// missed is the probability that one of all intervals of Example 2.2 does not hold, although all odds are right.
const missed = 0.01

// expected returns between which numbers the hits should be.
func (d distance) expected(n int, s checker.Algorithm) (least, most int) {
	return interval(distantRuns, odds(s, d.before(n)), missed/float64(len(distances)*19*len(strategies)))
}

func (all drawnAll) distant() string {
	var b strings.Builder
	b.WriteString(prose("## Example 2.2: a distant event", "",
		fmt.Sprintf("Hits in %s runs of a bug of depth 1 that shows if A comes after m other events, the last of which", grouped(distantRuns)),
		"it races with. The odds of one run are 1/2ᵐ for a random walk, 1/(m+1) for POS and d-POS, and 1/2 for",
		"PCT, taPCT and SURW, exactly, and 1/(2·4ᵐ⁻¹) for RAPOS, about which the paper says nothing. In",
		"parentheses is the binomial interval of these odds, so wide that all rates are inside with a probability",
		fmt.Sprintf("of %.0f %% if the odds are right.", 100*(1-missed))))
	for i, d := range distances {
		t := table{header: []string{"n", "m"}}
		for _, s := range strategies {
			t.header = append(t.header, titled(s))
		}
		outside := 0
		for n := 2; n <= 20; n++ {
			cells := []string{fmt.Sprint(n), fmt.Sprint(d.before(n))}
			for _, s := range strategies {
				least, most := d.expected(n, s)
				hits := all.of(d.draws(n, s)).Violating
				if hits < least || hits > most {
					outside++
				}
				cells = append(cells, fmt.Sprintf("%d (%d–%d)", hits, least, most))
			}
			if slices.Contains(shownDistances, n) {
				t.add(cells...)
			}
		}
		b.WriteString(prose(d.says, fmt.Sprintf("Outside of their interval, for n from 2 to 20: %d of %d rates.", outside, 19*len(strategies))))
		if i == 0 {
			b.WriteString(t.String() + "\n")
		}
	}
	return b.String()
}

// shownDistances are the n of the rows that the page has.
var shownDistances = []int{2, 3, 5, 10, 20}

const betweenRuns = 10_000

func betweenDraws(s checker.Algorithm) draws {
	return draws{dir: "sampled", model: sampled.Between(), algorithm: s, depth: 2, runs: betweenRuns, seed: 1}
}

// paperOdds are the guarantees of the paper for Example 2.3, by its formulas: three chains, at most five events that are
// enabled with one of them, itself included, and three of six events that race.
var paperOdds = map[checker.Algorithm]float64{checker.PCT: 1. / (3 * 6), checker.DPOS: 1. / (5 * 3), checker.TaPCT: 1. / (3 * 3)}

func (all drawnAll) between() string {
	t := table{header: []string{"Strategy", "Chains", "Events", "Racy", "Guaranteed", "Hits", "Rate, 99 %", "Paper: guaranteed"}}
	for _, s := range guaranteed {
		d := all.of(betweenDraws(s))
		chains := "–"
		if d.Chains > 0 {
			chains = fmt.Sprint(d.Chains)
		}
		racy := "–"
		if d.Racy > 0 {
			racy = fmt.Sprint(d.Racy)
		}
		least, most := likely(betweenRuns, d.Violating, missed)
		t.add(titled(s), chains, fmt.Sprint(d.Events), racy, fmt.Sprintf("%.4f", d.Stated), fmt.Sprint(d.Violating),
			fmt.Sprintf("%.3f–%.3f", least, most), fmt.Sprintf("%.4f", paperOdds[s]))
	}
	return prose("## Example 2.3: an event between two others", "",
		fmt.Sprintf("A bug of depth 2, by strategies with a guarantee, in %s runs. Guaranteed is what a report states", grouped(betweenRuns)),
		"for one run: 1/(chains · events) for PCT, and with the events that race for taPCT; d-POS has as many",
		"chains as events. The paper's follow from its formulas with 3 chains, 6 events, 3 that race, and 5",
		"enabled together. Here more events do not race, as processes start, and nodes take messages and end.") + t.String() + "\n"
}
