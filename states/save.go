package states

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// A search is saved between two interleavings. The explored pairs are saved with the path of the search, so the
// resumed search goes on exactly as this one would. Its system must give the same numbers to actors, tables and
// values, so that states have the same fingerprints.
//
// Workers that share a search have several paths. None is saved, except the path on which they have begun: the pairs explored from
// there depend on nothing that has happened since. The resumed search begins on that path, too, and meets the
// explored pairs. Pairs that were open are entered again, and count again, with all that is counted below them.

// Save returns the state of the search, with which another search can go on. It must be called while no worker executes an
// interleaving; an interleaving that was not completed is executed again. The search must not be Exact, and its workers must not
// have parted.
func (s *Explorer) Save() *Snapshot {
	var c Snapshot
	if s.Complete() {
		of := s.totalsSoFar()
		c = Snapshot{Complete: true, Loops: s.loops.met, ShortestLoop: s.loops.shortest, Transitions: s.executed(), Interleavings: of.interleavings, Violating: of.violating}
	} else if t := s.team; t != nil {
		c = *t.base
		c.Transitions += int(t.transitions.Load()) - t.closed
	} else {
		if s.again {
			s.restart()
		}
		c = *s.position()
	}
	known, n := s.memo.closedPairs()
	c.Known, c.Pairs, c.States, c.Twins, c.Forgotten = known, n.pairs, n.states, n.twins, n.forgotten
	return &c
}

// Recall makes the search know which messages receives match. It must be called before Resume, and calls
// execute in the same way. Without ReceivePatterns it does nothing.
func (s *Explorer) Recall(c *Snapshot, execute func(depth int, st trace.Step) (*trace.Event, error)) error {
	if s.uses.ties == nil {
		return nil
	}
	return s.uses.ties.restore(c, execute)
}

// Resume makes the search, which must not have begun, go on where another search was saved. ReadPairs must have read
// the pairs of that search. To get the events of the steps from the states on the path, Resume calls execute with
// each of them. depth is the number of steps on the path before it, with which execute was called before. state
// describes the system, also after such steps.
func (s *Explorer) Resume(c *Snapshot, state trace.State, execute func(depth int, st trace.Step) (*trace.Event, error)) error {
	if c.Symmetric {
		s.look(state)
	}
	s.wide, s.actors, s.contents = c.Wide, c.Actors, c.Contents
	s.transitions, s.since = c.Transitions, c.Since
	s.loops.met, s.loops.shortest = c.Loops, c.ShortestLoop
	s.explored.interleavings, s.explored.violating = c.Interleavings, c.Violating
	s.uses.restore(c)
	for _, a := range c.Early {
		s.late.Early[a] = true
	}
	for _, a := range c.Put {
		s.late.Put[a] = true
	}
	s.late.Ends = c.Ends
	s.merge(state)
	s.started, s.asleep = len(c.Path) > 0 || c.Complete, s.asleep[:0]
	for depth := range c.Path {
		saved := &c.Path[depth]
		if err := s.reenter(saved, state); err != nil {
			return err
		}
		f := &s.path[depth]
		for _, st := range f.todo[:f.tried] {
			e, err := execute(depth, st)
			if err != nil {
				return err
			}
			f.done = append(f.done, *e)
		}
		if depth < len(c.Path)-1 {
			last := len(f.done) - 1
			s.sleepAfter(&f.done[last], f.sleep, f.done[:last])
		}
	}
	s.looked = false // the search goes on in another system than that of the state
	s.steps = c.Next()
	if c.Shared {
		s.settle()
	}
	return s.open(c.Shared)
}

// open enters the pairs on the path of a resumed search. Only workers that share a search may have explored some. The path
// ends at the first of these: a pair below it would stay open, as no worker explores it.
func (s *Explorer) open(shared bool) error {
	for depth := range s.path {
		f := &s.path[depth]
		if f.passing > 0 {
			continue
		}
		if below, meeting := s.memo.enter(f.key, depth, s.MaxEvents); meeting == fresh {
			continue
		} else if !shared || meeting == loop {
			return fmt.Errorf("the state after %d steps of the path is one that was explored", depth)
		} else {
			s.skip(depth, below)
			return nil
		}
	}
	return nil
}

// reenter adds a frame to the path.
func (s *Explorer) reenter(saved *savedFrame, state trace.State) error {
	depth := len(s.path)
	f := frame{
		passing: saved.Passing, sleep: slices.Clone(s.asleep), todo: slices.Clone(saved.Todo), rest: slices.Clone(saved.Rest),
		tried: saved.Tried, at: saved.Tried - 1, since: saved.Since, daemons: s.Endless && state.Daemons(),
		total: totals{saved.Interleavings, saved.Violating, saved.Height, saved.Cut, saved.Transitions},
	}
	if f.passing == 0 {
		f.key = s.key(trace.View{State: state})
		if f.key.String() != saved.Key {
			return fmt.Errorf("the state after %d steps of the path is %v, and was %s", depth, f.key, saved.Key)
		}
	}
	s.path = append(s.path, f)
	return nil
}

func (us *uses) restore(c *Snapshot) {
	for _, u := range c.Cells {
		*us.of(resource{cell: u.Cell}) = u.use
	}
	for _, u := range c.Resources {
		*us.of(resource{kind: resourceKind(u.Kind), id: u.ID}) = u.use
	}
	for _, p := range c.Broken {
		us.broken[p] = true
	}
}
