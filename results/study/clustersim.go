package main

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/checkmodel/checkmodel/results/pages"
)

// unitLengths are how long units take in a search that has begun, and in one that has run for ten minutes; see the time that a cluster lets
// units take.
var unitLengths = []float64{0.5, 10}

// latencies are the times that a message takes from a process to the server or back, and clusterSizes the numbers of workers.
var (
	latencies    = []time.Duration{time.Millisecond, 10 * time.Millisecond, 50 * time.Millisecond}
	clusterSizes = []int{4, 8, 16, 32, 64, 128, 256, 512}
	shownSizes   = []int{4, 64, 512} // in tables
)

// fleet simulates workers that execute units.
//
// The coordinator does one thing at a time: for each result, it makes it a part of its tree, and hands out the next unit. Units wait at
// the server for a worker, results at the coordinator for their turn. A worker asks for a unit when it has none. At the beginning, and from
// then on, there are three units for each worker: at the server, at a worker or on the way.
type fleet struct {
	costs      *unitCosts
	seconds    float64 // that a unit takes
	latency    float64 // of a message to the server or from it, in seconds
	now        float64
	events     agenda
	units      int       // at the server
	idle       []float64 // workers that wait at the server, since when
	free       float64   // when the coordinator has time again
	executed   int
	work, busy float64 // seconds of the workers and of the coordinator
	rand       *rand.Rand
}

// occurrence is something that happens at a time.
type occurrence struct {
	at float64
	do func()
}

// agenda is a heap of future events.
type agenda []occurrence

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].at < a[j].at }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)        { *a = append(*a, x.(occurrence)) }
func (a *agenda) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}

// unitsOfEach is how many units each worker executes in a simulation, on average.
const unitsOfEach = 200

// simulate returns which share of the time the workers execute units, and which share the coordinator is busy.
func (c *unitCosts) simulate(workers int, latency time.Duration, seconds float64) (efficiency, load float64) {
	f := &fleet{costs: c, latency: latency.Seconds(), seconds: seconds, rand: rand.New(rand.NewPCG(1, 1))}
	for range 3 * workers {
		f.handOut()
	}
	for range workers {
		f.after(f.latency, f.ask)
	}
	for f.executed < unitsOfEach*workers {
		e := heap.Pop(&f.events).(occurrence)
		f.now = e.at
		e.do()
	}
	return f.work / (f.now * float64(workers)), f.busy / f.now
}

// after lets something happen after some seconds.
func (f *fleet) after(seconds float64, do func()) {
	heap.Push(&f.events, occurrence{f.now + seconds, do})
}

// handOut lets the coordinator work for a unit, and send the next one to the server.
func (f *fleet) handOut() {
	cost := f.costs.Coordinator / 1e3
	f.free = max(f.free, f.now) + cost
	f.busy += cost
	f.after(f.free-f.now+f.latency, func() {
		f.units++
		f.assign()
	})
}

// ask lets a worker wait at the server.
func (f *fleet) ask() {
	f.idle = append(f.idle, f.now)
	f.assign()
}

// assign gives units at the server to workers that wait there.
func (f *fleet) assign() {
	for f.units > 0 && len(f.idle) > 0 {
		f.units, f.idle = f.units-1, f.idle[1:]
		seconds := f.seconds * (0.5 + f.rand.Float64()) // most are so long, as subtrees are large
		f.after(f.latency+seconds, func() {
			f.work += seconds
			f.executed++
			f.after(2*f.latency, f.handOut) // the result, by the server
			f.after(f.latency, f.ask)
		})
	}
}

// clusterCharts returns a chart for each tree.
func clusterCharts(all map[string]*unitCosts) (charts []chart) {
	for _, t := range trees() {
		c := chart{title: t.name, x: axis{title: "workers"}, y: quarters("efficiency, %", 100)}
		place := func(n int) float64 {
			return math.Log2(float64(n)/4) / math.Log2(float64(clusterSizes[len(clusterSizes)-1])/4)
		}
		for _, n := range clusterSizes {
			c.x.add(place(n), n)
		}
		for _, latency := range latencies {
			l := line{name: latency.String()}
			for _, n := range clusterSizes {
				if costs := all[t.name]; costs != nil {
					efficiency, _ := costs.simulate(n, latency, unitLengths[1])
					l.points = append(l.points, [2]float64{place(n), efficiency})
				}
			}
			c.lines = append(c.lines, l)
		}
		charts = append(charts, c)
	}
	return charts
}

// clusterPage returns the page.
func clusterPage(all map[string]*unitCosts) string {
	both := table{header: []string{"Tree", "Interleavings", "One worker", "Two workers", "Coordinator and worker", "Times as fast as one", "CPU time of two workers"}}
	costs := table{header: []string{"Tree", "Units", "Interleavings of each", "Coordinator, ms for each", "Bytes of a unit", "of a result", "of the largest"}}
	large := table{header: []string{"Tree", "Seconds of a unit"}}
	for _, n := range shownSizes {
		large.header = append(large.header, fmt.Sprint(n))
	}
	for _, t := range trees() {
		c := all[t.name]
		if c == nil {
			both.add(t.name, "not measured")
			costs.add(t.name, "not measured")
			large.add(t.name, "not measured")
			continue
		}
		both.add(t.name, grouped(c.Interleavings), duration(c.One.Wall), duration(c.Two.Wall), duration(c.Both.Wall),
			fmt.Sprintf("%.2f", c.One.Wall/c.Both.Wall), fmt.Sprintf("%.2f times", c.Both.CPU/c.Two.CPU))
		costs.add(t.name, grouped(c.Units), grouped(c.Elsewhere/c.Units), fmt.Sprintf("%.2f", c.Coordinator), grouped(c.UnitBytes), grouped(c.ResultBytes), grouped(c.Largest))
		for _, seconds := range unitLengths {
			cells := []string{t.name, fmt.Sprint(seconds)}
			for _, n := range shownSizes {
				efficiency, load := c.simulate(n, latencies[1], seconds)
				cells = append(cells, fmt.Sprintf("%.0f %% (%.0f %%)", 100*efficiency, 100*min(1, load)))
			}
			large.add(cells...)
		}
	}
	return pages.Prose("# Searches on several machines", "",
		"What the units of a search cost, and what follows for large clusters ([how it works](../docs/cluster.md)). Written by", "",
		"    go -C results run ./study cluster", "",
		"from [cluster.json](cluster.json). A coordinator and one worker process explore each tree by optimal DPOR, beside a search by one",
		"worker and by two workers of one process.") + both.String() + "\n" +
		pages.Prose("The two processes cannot share what they know of the program, as two workers of one do. The time of the coordinator for a unit is",
			"what it has used in addition to its own interleavings, which are taken to cost as much as those of two workers.") + costs.String() + "\n" +
		pages.Prose("## Simulated clusters", "",
			"The share of the time in which workers execute units and, in parentheses, in which the coordinator is busy, by the number of workers,",
			"with 10 ms from a process to the server. A unit takes half a second when a search begins, and ten after ten minutes, up to half more or",
			"less. There are always as many as are wanted, as in searches of hours.") +
		large.String() + "\n" + pages.Prose("The same with units of ten seconds and 1, 10 and 50 ms:", "", "![Efficiency by the number of workers](cluster.svg)") + statesPart(all)
}
