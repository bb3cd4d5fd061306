package sampling

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Pauses is a budget of pauses: how many there may be of the nodes of a group together.
type Pauses struct {
	Most int                                 // of all groups
	Of   func(node string) (group, most int) // the group of a node, and how many pauses of it there may be
}

// pauses lets nodes pause in a run: the processes of a node do not move for a while, and other actors, timers and messages in
// transit do. In a walk with a fresh draw for each step no process is late for long. A pause is no event: processes may always
// be slow, so an exhaustive search explores the same runs without it, and a schedule needs nothing to repeat it.
type pauses struct {
	budget  Pauses
	length  int           // how many events a run probably has
	events  int           // how many there were
	starts  []int         // the numbers of events after which a node pauses, the next one last
	spent   map[int]int   // by group
	node    trace.ActorID // that pauses; NoActor if none does
	end     int           // the number of events after which it goes on
	enabled []trace.Pending
	nodes   []trace.ActorID
}

// begin begins a run.
func (s *pauses) begin(d *draw, b Pauses, length int) {
	s.budget, s.length, s.events, s.node = b, max(1, length), 0, trace.NoActor
	s.starts, s.spent = s.starts[:0], map[int]int{}
	for range b.Most {
		s.starts = append(s.starts, d.rand.IntN(s.length))
	}
	slices.Sort(s.starts)
	slices.Reverse(s.starts)
}

// able returns the actors that can move and do not pause. A pause ends before its time if nothing else can move.
func (s *pauses) able(d *draw) []trace.Pending {
	if s.budget.Most == 0 {
		return d.enabled
	}
	if s.node != trace.NoActor && s.events >= s.end {
		s.node = trace.NoActor
	}
	if n := len(s.starts); s.node == trace.NoActor && n > 0 && s.events >= s.starts[n-1] {
		s.starts = s.starts[:n-1]
		s.pause(d)
	}
	if s.node == trace.NoActor {
		return d.enabled
	}
	s.enabled = s.enabled[:0]
	for i := range d.enabled {
		if d.state.Home(d.enabled[i].Actor) != s.node {
			s.enabled = append(s.enabled, d.enabled[i])
		}
	}
	if len(s.enabled) == 0 {
		s.node = trace.NoActor
		return d.enabled
	}
	return s.enabled
}

// pause lets one of the nodes pause that can move and whose budget is not spent.
func (s *pauses) pause(d *draw) {
	s.nodes = s.nodes[:0]
	for i := range d.enabled {
		node := d.state.Home(d.enabled[i].Actor)
		if node == trace.NoActor || slices.Contains(s.nodes, node) {
			continue
		}
		if group, most := s.budget.Of(d.state.Name(node)); s.spent[group] < most {
			s.nodes = append(s.nodes, node)
		}
	}
	if len(s.nodes) == 0 {
		return
	}
	s.node = s.nodes[d.rand.IntN(len(s.nodes))]
	group, _ := s.budget.Of(d.state.Name(s.node))
	s.spent[group]++
	s.end = s.events + 1 + d.rand.IntN(s.length)
}
