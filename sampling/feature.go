package sampling

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// features collects the features of a run: the states that its actors show, each for itself. States of all actors taken together
// are new in nearly every run, so they guide nothing.
type features struct {
	shown []sight
	goals []sight         // that the run reaches
	known map[uint64]bool // the features in shown
}

// The ways in which an actor shows a state.
const (
	declared = iota // at the beginning of a turn of a loop
	said            // to properties
	stored          // on its disk
	shared          // in a table
	called          // by the calls of a program
)

func (f *features) begin() {
	f.shown, f.goals = f.shown[:0], f.goals[:0]
	clear(f.known)
}

// ran records the event at a position.
func (f *features) ran(d *draw, e *trace.Event, at int) {
	switch k := e.Kind; {
	case k.Is(kind.Shows) || k == kind.Reach || k == kind.Exit:
		f.value(d, e, said, at)
	case k == kind.FileSet || k == kind.FileWrite || k == kind.FileAppend:
		f.value(d, e, stored, at)
	case k.Is(kind.OnRow) && !k.Is(kind.Reads):
		f.value(d, e, shared, at)
	}
	if e.Kind == kind.Reach {
		f.reach(d.state.Content(e.Key), at)
	}
	if b := d.state.Behavior(); b.Hash != 0 {
		if window, is := d.windows.last(); is {
			f.note(d, b.Node, called, window, at)
		}
	}
	if v := d.state.Declared(e.Actor); v != trace.NoValue {
		f.note(d, e.Actor, declared, d.state.Content(v), at)
	}
}

// reach records that the run reaches a goal, whichever actor does.
func (f *features) reach(goal uint64, at int) {
	if !slices.ContainsFunc(f.goals, func(s sight) bool { return s.Feature == goal }) {
		f.goals = append(f.goals, sight{goal, at})
	}
}

// value records the value of an event.
func (f *features) value(d *draw, e *trace.Event, way, at int) {
	f.note(d, e.Actor, way, trace.Mix(uint64(e.Kind.Code()), trace.Mix(d.state.Content(e.Key), d.state.Content(e.Value))), at)
}

// note records what an actor shows in one of the ways.
func (f *features) note(d *draw, a trace.ActorID, way int, content uint64, at int) {
	h := trace.Mix(d.names.actor(a, d.state).family, trace.Mix(content, uint64(way)))
	if !f.known[h] {
		f.known[h] = true
		f.shown = append(f.shown, sight{h, at})
	}
}
