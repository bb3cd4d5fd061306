package optimaldpor

import (
	"math"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// ExploreBelow makes a search that was resumed explore only what is open below the state after so many events, with one explorer, until
// it has explored that many interleavings.
func (s *Dispatcher) ExploreBelow(depth, interleavings int) { s.below, s.only = depth, interleavings }

// beginUnit takes the next leaf of ExploreBelow, and reports whether there is one.
func (o *Optimal) beginUnit() bool {
	s := o.search
	if s.stopped.Load() {
		return false
	}
	if o.task != nil {
		return o.continueTask()
	}
	s.limits.Task = math.MaxInt
	turn := s.tree.turn
	turn.taken = true
	o.begin(pathTo(turn)[s.below])
	o.left = s.only - 1
	s.part = o.task
	s.part.tree.turn = turn
	s.part.tree.divide(turn)
	o.setPathInTask(s.part)
	return true
}

// Below is the findings of a search that explores one leaf.
type Below struct {
	Done, Cut int      // as of Explored
	Sequences []Noted  // that belong outside
	Open      []Branch // below the leaf
}

// Noted is a sequence by its steps.
type Noted struct {
	Depth    int
	Steps    trace.Schedule // of the events, and then of those beyond
	Events   int            // how many of these an explorer executes
	Reversed int
	More     int32
	Why      Reversal
	Again    int
}

// Below returns the findings. It may only be called when the explorer has ended.
func (s *Dispatcher) Below() Below {
	t := s.part
	if t == nil {
		return Below{}
	}
	b := Below{Done: t.tree.done}
	again := map[*insertion]int{}
	for _, f := range t.found {
		b.Cut += f.boundCut
		for _, a := range f.again {
			again[a.w] += a.times
		}
	}
	for _, f := range t.found {
		for _, w := range f.sequences {
			q := w.steps()
			q.Again = again[w]
			b.Sequences = append(b.Sequences, q)
		}
	}
	if t.tree.turn != nil {
		b.Open = frontier(nil, t.root, pathTo(t.tree.turn))[1:]
	}
	return b
}

// steps returns the sequence by its steps.
func (w *insertion) steps() Noted {
	q := Noted{Depth: int(w.at.depth), Events: len(w.Events), Reversed: w.Reversed(), More: w.More, Why: w.why}
	for _, e := range slices.Concat(w.Events, w.Beyond) {
		q.Steps = append(q.Steps, e.Step())
	}
	return q
}
