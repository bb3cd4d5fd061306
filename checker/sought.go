package checker

import (
	"fmt"
	"slices"
	"sync"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
)

// sought are the violations that Minimize looks for. All others are ignored.
type sought struct {
	is func(*Violation) bool
	// wanted reports whether a run is looked for; it is the last one then. Nil are all runs.
	wanted func(minimize.Run) bool
	// optional says that schedules are executed, which may leave out external events. They may have any faults, unless the
	// budget is known with which the violation was found.
	optional, budgeted bool

	run   minimize.Run            // of the last violation of a schedule; nil if there was none
	runs  sync.Map                // of the violations that a search has found, each a *Violation
	value func(trace.ValueID) any // of the system that executes
	names *lenient.Likenesses     // of messages
}

// faultOf returns the Fault of a minimize.Event.
func faultOf(e *trace.Event) string {
	switch {
	case e.Fault() != trace.NoFault:
		return e.Fault().String()
	case e.Kind.Is(trace.OfNode) || e.Kind == trace.Sever:
		return e.Kind.String()
	case e.Kind == trace.DecideSync && e.Alternative > 0:
		return trace.FailedSync
	case e.IsFault():
		return minimize.Decision
	}
	return ""
}

// budgetOf returns the faults that a run has, with one less of a kind unless that is "", in a search that admits f.
func (f Faults) budgetOf(r minimize.Run, fewer string) Faults {
	has := map[string]int{fewer: -1}
	for _, e := range r {
		has[e.Fault]++
	}
	f.Nodes, f.Links = slices.Clone(f.Nodes), slices.Clone(f.Links)
	for i := range faultKinds {
		k := &faultKinds[i]
		if k.Happens == "" {
			continue
		}
		limit := func(n *int) { *n = min(*n, max(0, has[k.Happens])) }
		limit(k.Number(&f)) // AfterEachCrash stays
		for j := range f.Nodes {
			if k.ofNode != nil {
				limit(k.ofNode(&f.Nodes[j]))
			}
		}
		for j := range f.Links {
			if k.ofLink != nil {
				limit(k.ofLink(&f.Links[j]))
			}
		}
	}
	f.clearUseless(nil)
	return f
}

// record records a violation of the current interleaving if it is looked for.
func (s *sought) record(j *judge, v *Violation, evidence []int) {
	if s.run != nil || len(j.found.violations) > 0 || !s.is(v) {
		return
	}
	r := j.run(evidence)
	if s.wanted == nil {
		s.run = r
	} else if s.wanted(r) {
		s.runs.Store(v, r)
		j.found.violations = append(j.found.violations, v)
	}
}

// run returns the events of the current interleaving on which the evidence depends.
func (j *judge) run(evidence []int) minimize.Run {
	c := explain.Past(j.player.Events()[:length(evidence)], evidence)
	var r minimize.Run
	deliveries := map[trace.EventID]int{}
	for _, i := range c.AsExecuted() {
		e := c.Event(i)
		x := minimize.Event{
			Step:    trace.NamedStep{Actor: j.world.Actor(e.Actor).Name, Alternative: e.Alternative},
			LeftOut: e.LeftOut(), Send: e.Kind.Is(trace.Sends), Label: labelOf(&e.Op), Fault: faultOf(e),
		}
		if lenient.Delivers(&e.Op) {
			m := j.likenesses.Carried(e.Actor, &e.Op)
			x.Label, x.Kind, x.Content = m.Message, m.Type, j.world.Content(e.Value)
		}
		switch {
		case lenient.Delivers(&e.Op) && e.Delivers():
			deliveries[e.Message] = len(r) + 1
		case e.IsReceive():
			x.Receive, x.Delivery = true, deliveries[e.Taken]
		}
		if e.Kind == trace.External {
			x.External, x.Smaller = nameOf(j.world.Value(e.Key)), max(0, int(e.Alternatives)-2)
		}
		r = append(r, x)
	}
	return r
}

// nameOf returns the name of an external event, which is in Key.
func nameOf(key any) string { return key.(fmt.Stringer).String() }

// labelOf returns a number that tells an operation from others, as far as it has other objects or values.
func labelOf(op *trace.Op) uint64 {
	return trace.Fingerprint{}.With32(int32(op.Kind), int32(op.Flags)).With32(op.Object, int32(op.Key)).With32(int32(op.Value), op.Number)[0] | 1
}
