package liveness

import (
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/trace"
)

// Exploration describes an exploration of states.
type Exploration struct {
	// Player executes the steps, from the beginning.
	Player *stage.Player
	// Observe is called with each event, and the number of events before it. Later events were taken back
	// before, by StepBack of the player.
	Observe func(depth int, e *trace.Event)
	// From leads to the state at which the exploration begins; nil is the beginning of the program.
	From trace.Schedule
	// Identify returns the identity of the present state, and whether the condition has held by now. With Past, it
	// returns whether the condition holds in the present state.
	Identify func() (id trace.Fingerprint, holds bool)
	// Past says to explore the states after the condition holds, too.
	Past bool
	// Outside reports whether the present state and all after it are left out; nil is never.
	Outside func() bool
	// MaxEvents is how many events a state may be from the first one, so that steps from it are explored; 0 is no
	// limit.
	MaxEvents int
	// Strong says that infinite interleavings must be strongly fair.
	Strong bool
	// Within reports whether steps from the present state are explored; nil is always.
	Within func() bool
	// Stop is called before each state, with the graph so far, and ends the exploration if it returns true.
	Stop func(*Graph) bool
	// AtCut is called in each state from which steps are possible and are not explored.
	AtCut func()
}

// Graph holds the states before the condition holds, or with Past all states, in the order of their distance from the
// first one, and all steps from them.
type Graph struct {
	// Cut is the number of states whose steps were not explored because of MaxEvents, and Beyond the number of states whose steps
	// were not explored because of Within.
	Cut, Beyond int

	from     trace.Schedule // leads to the first state
	states   []state
	edges    []edge // of all states, grouped by state
	explored int32  // the number of states whose steps are all there
	hopeful  int    // the number of states that are right or open
}

// state is a state of the system.
type state struct {
	from  int32      // the state before it on the shortest way to it
	by    trace.Step // the step from there
	depth int32      // the number of events on that way
	edges int        // the index of its first edge; the edges of the next state follow its last
	right bool       // the condition holds in it
	open  bool       // steps are possible and were not explored
}

// edge is a step from a state. Those of one actor follow each other.
type edge struct {
	by trace.Step
	to int32 // a state, or held
}

// idle is the alternative of the edge from a state to itself that stands for an actor that polls: it reads a row, and as it would do
// nothing with it, the world has no such step. The actor can take it, so an interleaving is fair to it.
const idle = -1

// held stands for all states that are not in the graph: after the condition holds, and outside.
const held = -1

// States returns the number of states.
func (g *Graph) States() int { return len(g.states) }

// Transitions returns the number of steps.
func (g *Graph) Transitions() int { return len(g.edges) }

// next returns the edges of a state.
func (g *Graph) next(s int32) []edge {
	first, end := g.states[s].edges, len(g.edges)
	if s+1 < g.explored {
		end = g.states[s+1].edges
	}
	return g.edges[first:end]
}

// stem returns the shortest schedule that leads to a state.
func (g *Graph) stem(s int32) trace.Schedule {
	n := len(g.from)
	steps := make(trace.Schedule, n+int(g.states[s].depth))
	copy(steps, g.from)
	for i := len(steps) - 1; i >= n; i-- {
		steps[i] = g.states[s].by
		s = g.states[s].from
	}
	return steps
}

// explorer makes a graph.
type explorer struct {
	Exploration
	*Graph
	known   map[trace.Fingerprint]int32
	enabled []trace.Pending
}

// Explore returns the graph. The error is [stage.ErrStopped] if Stop has returned true, or a [*stage.Difference] if
// the program is not deterministic; the graph then holds the states explored so far.
func Explore(e Exploration) (*Graph, error) {
	x := &explorer{Exploration: e, Graph: &Graph{from: e.From}, known: map[trace.Fingerprint]int32{}}
	err := x.Player.StepBack(0)
	if err == nil {
		err = x.Execute(e.From)
	}
	if err != nil {
		return x.Graph, err
	}
	x.enter(0, trace.Step{})
	for x.explored = 0; int(x.explored) < len(x.states); {
		if x.Stop(x.Graph) {
			return x.Graph, stage.ErrStopped
		}
		if err := x.expand(x.explored); err != nil {
			return x.Graph, err
		}
		x.explored++
	}
	if x.Stop(x.Graph) { // since the last state, Identify may not have known
		return x.Graph, stage.ErrStopped
	}
	return x.Graph, nil
}

// expand explores the steps from a state.
func (x *explorer) expand(s int32) error {
	x.states[s].edges = len(x.edges)
	stem := x.stem(s)
	if err := x.Execute(stem); err != nil {
		return err
	}
	x.enabled = x.Player.World().Enabled(x.enabled[:0])
	if len(x.enabled) > 0 && int(x.states[s].depth) == x.MaxEvents && x.MaxEvents > 0 {
		x.Cut++
		x.AtCut()
		x.leaveOpen(s)
		return nil
	}
	if len(x.enabled) > 0 && x.Within != nil && !x.Within() {
		x.Beyond++
		x.leaveOpen(s)
		return nil
	}
	for _, p := range x.enabled {
		for alternative := range max(1, p.Op.Alternatives) {
			by := trace.Step{Actor: p.Actor, Alternative: alternative}
			if p.Barred.Has(alternative) {
				continue
			}
			if err := x.step(by); err != nil {
				return err
			}
			x.edges = append(x.edges, edge{by, x.enter(s, by)})
			if err := x.Player.StepBack(len(stem)); err != nil {
				return err
			}
		}
	}
	for _, p := range x.Player.World().Awaiting(x.enabled[:0]) {
		if p.Op.Polls() {
			x.edges = append(x.edges, edge{trace.Step{Actor: p.Actor, Alternative: idle}, s})
		}
	}
	return nil
}

// leaveOpen records that the steps from a state are not explored.
func (x *explorer) leaveOpen(s int32) {
	x.states[s].open = true
	x.hopeful++
}

// enter returns the present state, which a step from another one has led to, or held.
func (x *explorer) enter(from int32, by trace.Step) int32 {
	if x.Outside != nil && x.Outside() {
		return held
	}
	id, holds := x.Identify()
	if holds && !x.Past {
		return held
	}
	s, known := x.known[id]
	if !known {
		s = int32(len(x.states))
		x.known[id] = s
		x.states = append(x.states, state{from: from, by: by, depth: int32(len(x.Player.Events()) - len(x.From)), right: holds})
		if holds {
			x.hopeful++
		}
	}
	return s
}

// Execute brings the system to the end of a schedule.
func (e *Exploration) Execute(steps trace.Schedule) error {
	events := e.Player.Events()
	n := 0
	for n < len(steps) && n < len(events) && events[n].Step() == steps[n] {
		n++
	}
	if err := e.Player.StepBack(n); err != nil {
		return err
	}
	for _, st := range steps[n:] {
		if err := e.step(st); err != nil {
			return err
		}
	}
	return nil
}

func (e *Exploration) step(st trace.Step) error {
	depth := len(e.Player.Events())
	ev, err := e.Player.Step(st)
	if err == nil {
		e.Observe(depth, ev)
	}
	return err
}
