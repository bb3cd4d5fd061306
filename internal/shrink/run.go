package shrink

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// runOf returns the events of the player's interleaving on which the evidence depends, a list of positions in ascending order.
func runOf(p *stage.Player, names *lenient.Likenesses, evidence []int) minimize.Run {
	w, n := p.World(), 0
	if len(evidence) > 0 {
		n = evidence[len(evidence)-1] + 1
	}
	c := explain.Past(p.Events()[:n], evidence)
	var r minimize.Run
	deliveries := map[trace.EventID]int{}
	for _, i := range c.AsExecuted() {
		e := c.Event(i)
		x := minimize.Event{
			Step:    trace.NamedStep{Actor: w.Actor(e.Actor).Name, Alternative: e.Alternative},
			LeftOut: e.LeftOut(), Send: e.Kind.Is(kind.Sends), Label: label(&e.Op), Fault: fault(e),
		}
		if lenient.Delivers(&e.Op) {
			m := names.Message(e.Actor, &e.Op)
			x.Label, x.Kind, x.Content = m.Message, m.Type, w.Content(e.Value)
		}
		switch {
		case lenient.Delivers(&e.Op) && e.Delivers():
			deliveries[e.Message] = len(r) + 1
		case e.IsReceive():
			if x.Receive = true; e.Set == nil { // a Collect can do without no message
				x.Delivery = deliveries[e.Taken]
			}
		}
		if e.Kind == kind.External {
			x.External, x.Smaller = externalName(w.Value(e.Key)), max(0, int(e.Alternatives)-2)
		}
		r = append(r, x)
	}
	return r
}

// fault returns the Fault of a minimize.Event.
func fault(e *trace.Event) string {
	switch {
	case e.Fault() != trace.NoFault:
		return e.Fault().String()
	case e.Kind.Is(kind.Strikes):
		return e.Kind.String()
	case e.Kind == kind.DecideSync && e.Alternative > 0:
		return trace.FailedSync
	case e.IsFault():
		return minimize.Decision
	}
	return ""
}

// externalName returns the name of an external event, which is in Key.
func externalName(key any) string { return key.(fmt.Stringer).String() }

// label returns a number that tells an operation from others, as far as it has other objects or values.
func label(op *trace.Op) uint64 {
	return trace.Fingerprint{}.With32(int32(op.Kind), int32(op.Flags)).With32(op.Object, int32(op.Key)).With32(int32(op.Value), op.Number)[0] | 1
}
