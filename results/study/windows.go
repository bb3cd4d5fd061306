package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/trace"
)

const windowPlot = "sampling-windows.svg"

const (
	windowRuns   = 2_000
	windowPoints = 40 // at which the windows are counted
)

// windowStrategies are those whose windows are counted.
var windowStrategies = []checker.Algorithm{checker.RandomWalk, checker.Visited, checker.TaPCT, checker.SURW}

// windowDraws returns runs of Raft without a bug in the general setting, whose windows are counted.
func windowDraws(s checker.Algorithm) draws {
	all := raft.General()
	m := all[slices.IndexFunc(all, func(m checker.Model) bool { return len(m.Violates) == 0 })]
	return draws{dir: "raft/general", model: m, algorithm: s, depth: atDepth(s, 2), runs: windowRuns, seed: 1, windows: true}
}

// windows counts the different windows of all runs after the first ones: five events in a row, each told by what happens and
// to whom.
type windows struct {
	after  int
	seen   map[[5]event]bool
	counts []int // after each so many runs
}

type event struct {
	kind trace.Kind
	to   trace.ActorID
}

// Interleaving implements [checker.Observer].
func (w *windows) Interleaving(number int, _ trace.Outcome, events []trace.Event) {
	if number <= w.after {
		return
	}
	var last [5]event
	for i := range events {
		e := &events[i]
		to := e.Actor
		switch e.Kind {
		case trace.Send, trace.Deliver, trace.ExitSignal, trace.TimerExpire, trace.Crash, trace.Restart:
			to = trace.ActorID(e.Object)
		}
		copy(last[:], last[1:])
		last[4] = event{e.Kind, to}
		if i >= 4 {
			w.seen[last] = true
		}
	}
	if (number-w.after)%(windowRuns/windowPoints) == 0 {
		w.counts = append(w.counts, len(w.seen))
	}
}

func (all drawnAll) windows() string {
	return prose("## Visited windows", "",
		"How many different windows the runs have: five events in a row, each told by what happens and to whom, in Raft without a bug",
		"([models/raft/general](../models/raft/general/general.go)). `visited` draws faults the more often, the more often it has seen",
		"the last window, after Lee and Levchenko, \"Applying a deterministic approach for distributed systems black-box testing\",",
		"section 4. In their long runs of a system, other strategies come to an end of new windows; here runs are short and all go on",
		"to find new ones. [hits.md](hits.md#each-strategy) has the bugs.", "",
		"![Different windows by the number of runs]("+windowPlot+")")
}

// plotWindows draws the number of windows by the number of runs.
func (all drawnAll) plotWindows() string {
	const width, height, left, bottom, top = 560, 330, 60, 50, 20
	most := 1
	for _, s := range windowStrategies {
		for _, n := range all.of(windowDraws(s)).Windows {
			most = max(most, n)
		}
	}
	most = (most + 999) / 1000 * 1000
	x := func(i int) float64 { return left + float64((width-left-20)*(i+1))/windowPoints }
	y := func(n int) float64 { return height - bottom - float64((height-bottom-top)*n)/float64(most) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, width+130, height)
	for k := range 5 {
		n := most * k / 4
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%[3]f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d</text>
<text x="%.1f" y="%d" text-anchor="middle">%d</text>
`, left, width-20, y(n), left-6, y(n)+4, n, x(windowPoints*k/4-1), height-bottom+16, windowRuns*k/4)
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">runs</text>\n", (left+width)/2, height-bottom+36)
	for j, s := range windowStrategies {
		var points []string
		for i, n := range all.of(windowDraws(s)).Windows {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(i), y(n)))
		}
		color := strategyColors[2*j%len(strategyColors)]
		fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n<text x=\"%d\" y=\"%d\" fill=\"%[2]s\">%[5]s</text>\n",
			strings.Join(points, " "), color, width, top+20+18*j, titled(s))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
