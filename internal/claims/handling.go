package claims

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// handling is an execution of two messages in one order.
type handling struct {
	*stage.Player
	done    []int  // the positions of the process's other events, which are no receives
	problem string // why it has not handled both, or ""
}

// longest is how many events a process executes at most until it has handled a message.
const longest = 10_000

// newHandling returns a handling in a copy of the player's world.
func newHandling(p *stage.Player) *handling {
	return &handling{Player: stage.New(p.World().Copy(stage.Partner))}
}

func (h *handling) system() *world.System { return world.Simulated(h.World()) }

// handle executes the events before an encounter, its messages, first the one with that index, and the process until it has
// handled both. It reports whether the messages can come so. The other order, unless nil, tells which alternatives the
// process chooses.
func (h *handling) handle(events []trace.Event, before []int32, e encounter, first int, other *handling) bool {
	for _, i := range append(slices.Clone(before), int32(e.deliveries[first]), int32(e.deliveries[1-first])) {
		if happened, err := h.Step(events[i].Step()); err != nil || !happened.Same(&events[i].Op) {
			return false
		}
	}
	for k, i := range []int{first, 1 - first} {
		if h.problem = h.take(e.process, &events[e.takes[i]], k); h.problem != "" {
			break
		}
		h.finish(e.process, events, other)
	}
	return true
}

// take lets the process take the message that a receive has taken, which is the kth of two. It sets the problem if the
// process does not.
func (h *handling) take(process trace.ActorID, receive *trace.Event, k int) string {
	which := [...]string{"first", "second"}[k]
	asks, ok := h.World().Pending(process)
	if !ok {
		return fmt.Sprintf("in the other order it has ended before the %s", which)
	}
	if op := h.system().Requested(process); !op.Kind.Is(kind.Receives) {
		return fmt.Sprintf("in the other order it waits in %v, and does not take the %s", asks, which)
	}
	taken, err := h.Step(trace.Step{Actor: process, Alternative: receive.Alternative})
	if err != nil || taken.Taken != receive.Taken || !taken.Set.Same(receive.Set) {
		return fmt.Sprintf("in the other order %v does not take the %s", asks, which)
	}
	return ""
}

// finish executes the process until its next receive, or until it waits for something else or has ended. It repeats the
// choices of the other order, or else repeats the interleaving's.
func (h *handling) finish(process trace.ActorID, events []trace.Event, other *handling) {
	for range longest {
		op := h.system().Requested(process)
		if op == nil || op.Kind.Is(kind.Receives) {
			return
		}
		st := trace.Step{Actor: process, Alternative: h.alternative(&op.Op, process, events, other)}
		if !h.World().CanStep(st) {
			st.Alternative = 0
		}
		if _, err := h.Step(st); err != nil {
			return
		}
		h.done = append(h.done, len(h.Events())-1)
	}
}

// alternative returns the alternative to choose in an operation: the same as in the same operation of the other order
// or, without one, of the interleaving.
func (h *handling) alternative(op *trace.Op, process trace.ActorID, events []trace.Event, other *handling) int32 {
	if op.Alternatives <= 1 {
		return 0
	}
	if other == nil {
		index := h.Events()[len(h.Events())-1].Index + 1 // the last event is of the process
		i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Actor == process && e.Index == index && e.Same(op) })
		if i < 0 {
			return 0
		}
		return events[i].Alternative
	}
	before := 0 // such operations in this order
	for _, i := range h.done {
		if h.Events()[i].Same(op) {
			before++
		}
	}
	for _, i := range other.done {
		if e := &other.Events()[i]; e.Same(op) {
			if before--; before < 0 {
				return e.Alternative
			}
		}
	}
	return 0
}

// matches reports whether a process has done the same with the same result.
func matches(a, b *trace.Event) bool {
	return a.Same(&b.Op) && a.Alternative == b.Alternative && a.Result == b.Result && a.Ok == b.Ok
}
