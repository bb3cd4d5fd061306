package states

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// position returns the path of a worker, its knowledge, and its results.
func (s *Explorer) position() *Snapshot {
	c := &Snapshot{
		Wide: s.wide, Symmetric: s.alike != nil, Actors: s.actors, Contents: s.contents, Loops: s.loops.met, ShortestLoop: s.loops.shortest,
		Transitions: s.transitions, Since: s.since,
		Interleavings: s.explored.interleavings, Violating: s.explored.violating,
	}
	s.uses.save(c)
	s.uses.ties.save(c)
	c.Early, c.Put, c.Ends = slices.Sorted(maps.Keys(s.late.Early)), slices.Sorted(maps.Keys(s.late.Put)), s.late.Ends
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

// save adds the recorded uses to c.
func (us *uses) save(c *Snapshot) {
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

// save sets the fields about ties, if there are any.
func (t *messageDeps) save(c *Snapshot) {
	if t == nil {
		return
	}
	var last trace.Schedule
	for _, steps := range t.noted {
		same := 0
		for same < min(len(last), len(steps)-1) && last[same] == steps[same] {
			same++
		}
		c.Noted = append(c.Noted, savedEvent{same, steps[same:]})
		last = steps
	}
	for a := range t.of {
		if r := &t.of[a]; len(r.values) > 0 {
			c.Receivers = append(c.Receivers, r.save(trace.ActorID(a)))
		}
	}
}

func (r *receiver) save(a trace.ActorID) savedReceiver {
	var pairs []byte
	for i := range r.values {
		for _, p := range r.pairs[i] {
			pairs = append(pairs, '0'+byte(p))
		}
	}
	return savedReceiver{a, string(pairs), slices.Clone(r.senders), slices.Clone(r.alone)}
}
