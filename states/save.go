package states

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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

// Saved holds everything that a search needs to go on, except the explored pairs (see WritePairs).
type Saved struct {
	Path []savedFrame `json:",omitempty"` // from the root; empty if the search is about to begin, to begin again, or complete
	// Complete says that all was explored.
	Complete bool `json:",omitempty"`
	// The knowledge about actors; see exclusive.go and late.go.
	Cells     []cellUse       `json:",omitempty"`
	Resources []resourceUse   `json:",omitempty"`
	Broken    []promise       `json:",omitempty"`
	Early     []trace.ActorID `json:",omitempty"`
	Put       []trace.ActorID `json:",omitempty"`
	Ends      bool            `json:",omitempty"`
	Wide      bool            `json:",omitempty"`
	Actors    int             `json:",omitempty"` // the numbers of all that could move are smaller
	Contents  int             `json:",omitempty"` // the greatest number in a bag
	Noted     []savedEvent    `json:",omitempty"` // see ties.go
	Receivers []savedReceiver `json:",omitempty"`

	Loops, ShortestLoop int `json:",omitempty"`
	// Without the pairs on the path, which are entered again.
	Known, Pairs, States, Twins, Forgotten int
	Transitions                            int
	Since                                  int `json:",omitempty"` // how many of them before the search began again
	Interleavings, Violating               trace.Count

	// Shared says that workers share the search. The path, and the knowledge and results that belong to it, are then as they were when
	// the workers began. The explored pairs, their numbers and Transitions are newer.
	Shared bool `json:",omitempty"`
}

// savedFrame is a state on the path.
type savedFrame struct {
	Key        string // of the pair, "" if it is not remembered
	Passing    int    `json:",omitempty"`
	Todo, Rest []trace.Step
	Tried      int // how many steps of Todo were executed; on the last of them the path goes on
	Since      int
	// The interleavings that were found from here.
	Interleavings, Violating trace.Count
	Height                   int32
	Cut                      bool `json:",omitempty"`
	Transitions              int  // from here, without those below other pairs
}

// cellUse says how a cell was used.
type cellUse struct {
	Cell trace.Cell
	use
}

// resourceUse says how a resource of an actor or a table was used.
type resourceUse struct {
	Kind uint8
	ID   int32
	use
}

// Complete reports whether every pair was explored.
func (s *Search) Complete() bool {
	if s.team != nil {
		return s.team.complete()
	}
	return s.started && !s.unended && len(s.path) == 0 && !s.again
}

// Save returns the state of the search, with which another search can go on. It must be called while no worker executes an
// interleaving; an interleaving that was not completed is executed again. The search must not be Exact, and its workers must not
// have parted.
func (s *Search) Save() *Saved {
	var c Saved
	if s.Complete() {
		of := partner{s}.found()
		c = Saved{Complete: true, Loops: s.loops.met, ShortestLoop: s.loops.shortest, Transitions: partner{s}.executed(), Interleavings: of.interleavings, Violating: of.violating}
	} else if t := s.team; t != nil {
		c = *t.base
		c.Transitions += int(t.transitions.Load()) - t.closed
	} else {
		if s.again {
			s.restart()
		}
		c = *s.position()
	}
	known, n := s.memo.closed()
	c.Known, c.Pairs, c.States, c.Twins, c.Forgotten = known, n.pairs, n.states, n.twins, n.forgotten
	return &c
}

// position returns the path of a worker, its knowledge, and its results.
func (s *Search) position() *Saved {
	c := &Saved{
		Wide: s.wide, Actors: s.actors, Contents: s.contents, Loops: s.loops.met, ShortestLoop: s.loops.shortest,
		Transitions: s.transitions, Since: s.since,
		Interleavings: s.explored.interleavings, Violating: s.explored.violating,
	}
	s.uses.save(c)
	s.uses.ties.save(c)
	s.late.save(c)
	for i := range s.path {
		f := &s.path[i]
		if len(f.todo) == 0 {
			break // its interleaving was not completed
		}
		c.Path = append(c.Path, f.save())
	}
	if last := len(c.Path) - 1; last >= 0 && s.unended {
		f := &c.Path[last]
		f.Tried-- // on the step that was planned, and perhaps executed
		c.Transitions -= len(s.path[last].done) - f.Tried
	}
	if s.unended && s.loops.now {
		c.Loops--
		c.ShortestLoop = s.loops.before
	}
	return c
}

func (f *frame) save() savedFrame {
	saved := savedFrame{
		Passing: f.passing, Todo: slices.Clone(f.todo), Rest: slices.Clone(f.rest), Tried: f.tried, Since: f.since,
		Interleavings: f.total.interleavings, Violating: f.total.violating, Height: f.total.height, Cut: f.total.cut, Transitions: f.total.transitions,
	}
	if f.passing == 0 {
		saved.Key = f.key.String()
	}
	return saved
}

// String returns the key in hexadecimal.
func (k key) String() string { return fmt.Sprintf("%016x%016x%016x", k.state[0], k.state[1], k.sleep) }

// Next returns the steps with which the search goes on.
func (c *Saved) Next() (next trace.Schedule) {
	for i := range c.Path {
		f := &c.Path[i]
		if at := f.Tried; i == len(c.Path)-1 {
			next = append(next, f.Todo[at])
		} else {
			next = append(next, f.Todo[at-1])
		}
	}
	return next
}

// Recall makes the search know which messages receives match. It must be called before Resume, and calls
// execute in the same way. Without ReceivePatterns it does nothing.
func (s *Search) Recall(c *Saved, execute func(depth int, st trace.Step) (*trace.Event, error)) error {
	if s.uses.ties == nil {
		return nil
	}
	return s.uses.ties.restore(c, execute)
}

// Resume makes the search, which must not have begun, go on where another search was saved. ReadPairs must have read
// the pairs of that search. To get the events of the steps from the states on the path, Resume calls execute with
// each of them. depth is the number of steps on the path before it, with which execute was called before. state
// describes the system, also after such steps.
func (s *Search) Resume(c *Saved, state trace.State, execute func(depth int, st trace.Step) (*trace.Event, error)) error {
	s.wide, s.actors, s.contents = c.Wide, c.Actors, c.Contents
	s.transitions, s.since = c.Transitions, c.Since
	s.loops.met, s.loops.shortest = c.Loops, c.ShortestLoop
	s.explored.interleavings, s.explored.violating = c.Interleavings, c.Violating
	s.uses.restore(c)
	for _, a := range c.Early {
		s.late.early[a] = true
	}
	for _, a := range c.Put {
		s.late.put[a] = true
	}
	s.late.ends = c.Ends
	expander{s}.merge(state)
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
	s.steps = c.Next()
	if c.Shared {
		partner{s}.settle()
	}
	return partner{s}.open(c.Shared)
}

// open enters the pairs on the path of a resumed search. Only workers that share a search may have explored some. The path
// ends at the first of these: a pair below it would stay open, as no worker explores it.
func (s partner) open(shared bool) error {
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
func (s *Search) reenter(saved *savedFrame, state trace.State) error {
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

// save adds the recorded uses to c.
func (us *uses) save(c *Saved) {
	for cell, u := range us.cells {
		c.Cells = append(c.Cells, cellUse{cell, *u})
	}
	slices.SortFunc(c.Cells, func(a, b cellUse) int {
		return cmp.Or(cmp.Compare(a.Cell.Space, b.Cell.Space), cmp.Compare(a.Cell.Object, b.Cell.Object), cmp.Compare(a.Cell.Key, b.Cell.Key))
	})
	for k, list := range us.kinds {
		for id := range list {
			if u := list[id]; u != (use{}) {
				c.Resources = append(c.Resources, resourceUse{uint8(k), int32(id), u})
			}
		}
	}
	for p := range us.broken {
		c.Broken = append(c.Broken, p)
	}
	slices.SortFunc(c.Broken, func(a, b promise) int {
		return cmp.Or(cmp.Compare(a.Actor, b.Actor), cmp.Compare(a.Kind, b.Kind))
	})
}

// save sets the fields about late delivery.
func (l *late) save(c *Saved) {
	c.Early, c.Put = slices.Sorted(maps.Keys(l.early)), slices.Sorted(maps.Keys(l.put))
	c.Ends = l.ends
}

func (us *uses) restore(c *Saved) {
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

// errPairs is the error for a list that WritePairs has not written.
var errPairs = errors.New("the pairs of states and sleep sets are not those of a search")
