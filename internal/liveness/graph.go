package liveness

import (
	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/trace"
)

// Exploration says what is explored.
type Exploration struct {
	// Player executes the steps, from the beginning.
	Player *player.Player
	// Observe is called with each event, and the number of events before it. What came after that was taken back
	// before, by StepBack of the player.
	Observe func(depth int, e *trace.Event)
	// Identify returns what no other state of the system has, and whether the condition has held by now.
	Identify func() (id trace.Fingerprint, held bool)
	// MaxEvents is how many events a state may be from the beginning, so that steps from it are explored; 0 is no
	// limit.
	MaxEvents int
	// Strong says that interleavings without end must be strongly fair.
	Strong bool
	// Within reports whether steps from the present state are explored; nil is always.
	Within func() bool
	// Stop is called before each state, with what was explored so far, and ends the exploration if it returns true.
	Stop func(*Graph) bool
	// AtCut is called in each state from which steps are possible and are not explored.
	AtCut func()
}

// Graph holds the states before the condition holds, in the order of their distance from the beginning, and all
// steps from them.
type Graph struct {
	// Cut is the number of states from which steps are possible and were not explored because of MaxEvents, and Beyond because
	// of Within.
	Cut, Beyond int

	states []state
	edges  []edge // of all states, those of one state together
}

// state is a state of the system.
type state struct {
	from  int32      // the state before it on the shortest way to it
	by    trace.Step // the step from there
	depth int32      // the number of events on that way
	edges int        // the index of its first edge; those of the next state follow its last
}

// edge is a step from a state. Those of one actor follow each other.
type edge struct {
	by trace.Step
	to int32 // a state, or held
}

// held stands for all states after the condition holds.
const held = -1

// States returns the number of states.
func (g *Graph) States() int { return len(g.states) }

// Transitions returns the number of steps.
func (g *Graph) Transitions() int { return len(g.edges) }

// from returns the edges of a state.
func (g *Graph) from(s int32) []edge {
	first, end := g.states[s].edges, len(g.edges)
	if int(s)+1 < len(g.states) {
		end = g.states[s+1].edges
	}
	return g.edges[first:end]
}

// stem returns the shortest schedule that leads to a state.
func (g *Graph) stem(s int32) trace.Schedule {
	steps := make(trace.Schedule, g.states[s].depth)
	for i := len(steps) - 1; i >= 0; i-- {
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

// Explore returns the graph. The error is [player.ErrStopped] if Stop has returned true, or a [*player.Difference] if
// the program is not deterministic; the graph then holds what was explored.
func Explore(e Exploration) (*Graph, error) {
	x := &explorer{Exploration: e, Graph: &Graph{}, known: map[trace.Fingerprint]int32{}}
	x.Player.StepBack(0)
	x.enter(0, trace.Step{})
	for s := int32(0); int(s) < len(x.states); s++ {
		if x.Stop(x.Graph) {
			return x.Graph, player.ErrStopped
		}
		if err := x.expand(s); err != nil {
			return x.Graph, err
		}
	}
	if x.Stop(x.Graph) { // since the last state, Identify may not have known
		return x.Graph, player.ErrStopped
	}
	return x.Graph, nil
}

// expand explores the steps from a state.
func (x *explorer) expand(s int32) error {
	x.states[s].edges = len(x.edges)
	if err := x.execute(x.stem(s)); err != nil {
		return err
	}
	depth := int(x.states[s].depth)
	x.enabled = x.Player.System().Enabled(x.enabled[:0])
	if len(x.enabled) > 0 && depth == x.MaxEvents && x.MaxEvents > 0 {
		x.Cut++
		x.AtCut()
		return nil
	}
	if len(x.enabled) > 0 && x.Within != nil && !x.Within() {
		x.Beyond++
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
			x.Player.StepBack(depth)
		}
	}
	return nil
}

// enter returns the present state, which a step from another one has led to, or held.
func (x *explorer) enter(from int32, by trace.Step) int32 {
	id, holds := x.Identify()
	if holds {
		return held
	}
	s, known := x.known[id]
	if !known {
		s = int32(len(x.states))
		x.known[id] = s
		x.states = append(x.states, state{from: from, by: by, depth: int32(len(x.Player.Events()))})
	}
	return s
}

// execute brings the system to the end of a schedule.
func (e *Exploration) execute(steps trace.Schedule) error {
	events := e.Player.Events()
	n := 0
	for n < len(steps) && n < len(events) && events[n].Step() == steps[n] {
		n++
	}
	e.Player.StepBack(n)
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
