package story

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// Locate returns the violation with sources relative to the working directory.
func Locate(t prose.Text, v *document.Violation) *document.Violation {
	g := *v
	g.Trace, g.Next = slices.Clone(v.Trace), slices.Clone(v.Next)
	for i := range g.Trace {
		g.Trace[i].Source, g.Trace[i].Handled = t.Source(g.Trace[i].Source), t.Source(g.Trace[i].Handled)
	}
	for i := range g.Next {
		g.Next[i].Source = t.Source(g.Next[i].Source)
	}
	if g.Reversal != nil {
		r := *g.Reversal
		r.First.Source, r.Second.Source = t.Source(r.First.Source), t.Source(r.Second.Source)
		g.Reversal = &r
	}
	return &g
}

// The line of a receive says little if it is the only receive of a loop, or if it takes any
// message: the line where the process continues says more. For any other receive, such as one for a
// reply, its own line says more than the next one.

// placer determines the source positions of steps.
type placer struct {
	entries []trace.Entry
	comes   map[receive]int // how often a process executes a receive
}

// receive is a receive in the code of a process.
type receive struct{ process, source string }

func newPlacer(v *document.Violation) *placer {
	p := &placer{entries: v.Trace, comes: map[receive]int{}}
	for i := range v.Trace {
		e := &v.Trace[i]
		p.comes[receive{e.Process, e.Source}]++
	}
	for i := range v.Next {
		n := &v.Next[i]
		p.comes[receive{n.Process, n.Source}]++
	}
	return p
}

// of returns the places of a step, file:line: the place of its first event and, if that is a
// message which the same step takes, the place of the receive. There may be none.
func (p *placer) of(s *Step) (places []string) {
	first := &p.entries[s.Events[0]]
	timed := notifies(first) || first.Kind == kindAlarm
	if !timed { // it has no place, but the receive of its message has
		places = p.add(places, first)
	}
	if !sends(first) && !timed {
		return places
	}
	for _, i := range s.Events[1:] {
		if e := &p.entries[i]; Takes(e) && e.Sent == first.Number {
			return p.add(places, e)
		}
	}
	return places
}

// add adds the place of an event, unless there is none or it is already in the list.
func (p *placer) add(places []string, e *trace.Entry) []string {
	place := e.Source
	if e.Handled != "" && p.dispatches(e) {
		place = e.Handled
	}
	if place == "" || len(places) > 0 && places[0] == place {
		return places
	}
	return append(places, place)
}

// dispatches reports whether the receive takes several messages, which are handled elsewhere.
func (p *placer) dispatches(e *trace.Entry) bool {
	return e.Any || p.comes[receive{e.Process, e.Source}] > 1
}
