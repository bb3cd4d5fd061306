package checker

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// A claim that messages commute is checked while the search runs. If a process handles two such messages in
// succession, and the second could have come first, both orders are executed from the same state: the messages come,
// and then the process alone moves, until it has handled both. Its effects and its later behaviour must be the same.
//
// All such messages are exchanged in the first interleavings of the search and in a share of the others, which follows
// from their steps, so that the counts in the result do not depend on the number of workers. Each worker also exchanges
// the first messages that it meets by each claim, as long as that costs little.
const (
	// allExchanged is the number of first interleavings in which all are exchanged.
	allExchanged = 100
	// exchangedShare: one in so many other interleavings.
	exchangedShare = 64
	// repeatedShare is the number of executed events for which one event may be executed again because of first messages.
	repeatedShare = 100
	// firstExchanges is how many messages of a claim each worker exchanges in any case.
	firstExchanges = 3
)

// encounter is two messages that a process has handled in succession, and a claim that they commute.
type encounter struct {
	claim      int
	process    trace.ActorID
	takes      [2]int // the positions of the receives
	deliveries [2]int // the positions of the events that have put the messages into the mailbox
}

// exchanger is a judge that exchanges messages.
type exchanger struct{ *judge }

// exchange checks the claims of the model on the current interleaving.
func (j exchanger) exchange() error {
	if o := &j.result.Options; j.claims == nil || o.TrustModel || o.Replay != nil {
		return nil
	}
	every, counts := j.exchangesAll()
	wanted := func(claim int) bool { return every || j.claims.exchanged[claim] < firstExchanges }
	if !every && (j.claims.cost > j.repeater.Executed/repeatedShare || !slices.ContainsFunc(j.claims.exchanged, func(n int) bool { return n < firstExchanges })) {
		return nil
	}
	met := slices.DeleteFunc(j.claims.encounters(j.player.Events()), func(e encounter) bool { return !wanted(e.claim) })
	if len(met) == 0 {
		return nil
	}
	j.claims.order.Compute(j.player.Events())
	if !every {
		j.claims.cost += len(j.player.Events())
	}
	for _, e := range met {
		if j.hurried() {
			return stage.ErrStopped
		}
		if !j.claims.raced(e) {
			continue
		}
		exchanged, err := j.exchanged(e)
		if err != nil || j.found.failure != nil {
			return err
		}
		if exchanged {
			j.claims.exchanged[e.claim]++
			if counts {
				j.found.exchanged = append(j.found.exchanged, e.claim)
			}
		}
	}
	return nil
}

// exchangesAll reports whether all messages are exchanged in the current interleaving, and whether they count.
func (j exchanger) exchangesAll() (all, counts bool) {
	number := j.repeater.Interleavings
	if c := j.result.Options.Resume; c != nil {
		number += c.Interleavings
	}
	if j.judge == j.search.first && number <= allExchanged && !j.search.joined {
		return true, true
	}
	h := uint64(0)
	for _, st := range j.found.schedule {
		h = trace.Mix(h, j.claims.name(st.Actor)+uint64(st.Alternative))
	}
	all = h%exchangedShare == 0
	return all, all && !j.merges // which interleavings a search of states executes depends on its workers
}

// encounters returns the messages in an interleaving that commute by a claim and that a process has handled in succession.
func (c *claims) encounters(events []trace.Event) (all []encounter) {
	last := map[trace.ActorID]int{} // the last receive of each process
	delivered := map[trace.EventID]int{}
	for i := range events {
		e := &events[i]
		if e.Delivers() {
			delivered[e.Message] = i
		}
		if !e.IsReceive() {
			continue
		}
		before, later := last[e.Actor]
		last[e.Actor] = i
		if !later || e.Taken == trace.NoEvent || events[before].Taken == trace.NoEvent {
			continue
		}
		if claim := c.claim(e.Actor, events[before].Result, e.Result); claim >= 0 {
			all = append(all, encounter{claim, e.Actor, [2]int{before, i}, [2]int{delivered[events[before].Taken], delivered[e.Taken]}})
		}
	}
	return all
}

// name returns a hash of the name of an actor. Numbers of actors depend on the order in which workers meet them.
func (c *claims) name(a trace.ActorID) uint64 {
	for int(a) >= len(c.names) {
		c.names = append(c.names, 0)
	}
	if c.names[a] == 0 {
		h := fnv.New64a()
		h.Write([]byte(c.sys.Actor(a).Name))
		c.names[a] = h.Sum64()
	}
	return c.names[a]
}

// raced reports whether the second message of an encounter could have come before the first.
func (c *claims) raced(e encounter) bool {
	return slices.Contains(c.order.Races(), trace.Race{First: int32(e.deliveries[0]), Second: int32(e.deliveries[1]), Observed: true})
}

// handling is an execution of two messages in one order.
type handling struct {
	*stage.Player
	done    []int  // the positions of the process's other events, which are no receives
	problem string // why it has not handled both, or ""
}

// exchanged executes the messages of an encounter in both orders, and reports whether that was possible. It records the
// failure of the search if the orders differ.
func (j exchanger) exchanged(e encounter) (possible bool, err error) {
	events := j.player.Events()
	one, other := j.handling(), j.handling()
	defer one.World().Close()
	defer other.World().Close()
	before := j.claims.before(e)
	if !one.handle(events, before, e, 0, nil) || one.problem != "" { // it needs other processes meanwhile
		return false, nil
	}
	if !other.handle(events, before, e, 1, one) {
		return false, nil
	}
	problem := other.problem
	if problem == "" {
		problem = j.unlike(one, other)
	}
	if problem == "" {
		problem = world.GoOn(simulated(one.World()), simulated(other.World()), j.sys, e.process)
	}
	if problem == "" {
		return true, nil
	}
	return true, j.falsified(e, problem, one, other)
}

func (j exchanger) handling() *handling {
	return &handling{Player: stage.New(j.world.Copy(stage.Partner))}
}

// before returns the positions of the events that come before both messages of an encounter in either order.
func (c *claims) before(e encounter) (before []int32) {
	for i := range e.deliveries[0] {
		before = append(before, int32(i))
	}
	before = c.order.NotAfter(before, e.deliveries[0])
	n, _ := slices.BinarySearch(before, int32(e.deliveries[1]))
	return before[:n]
}

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
	if op := world.Asks(simulated(h.World()), process); op.Kind != trace.Receive && op.Kind != trace.ReceiveTimeout {
		return fmt.Sprintf("in the other order it waits in %v, and does not take the %s", asks, which)
	}
	taken, err := h.Step(trace.Step{Actor: process, Alternative: receive.Alternative})
	if err != nil || taken.Taken != receive.Taken {
		return fmt.Sprintf("in the other order %v does not take the %s", asks, which)
	}
	return ""
}

// finish executes the process until its next receive, or until it waits for something else or has ended. It repeats the
// choices of the other order, or else repeats the interleaving's.
func (h *handling) finish(process trace.ActorID, events []trace.Event, other *handling) {
	for range DefaultMaxEvents {
		op := world.Asks(simulated(h.World()), process)
		if op == nil || op.Kind == trace.Receive || op.Kind == trace.ReceiveTimeout {
			return
		}
		st := trace.Step{Actor: process, Alternative: h.alternative(op, process, events, other)}
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

// unlike returns the first difference between the process's actions in both orders, or "".
func (j exchanger) unlike(one, other *handling) string {
	var match []int // for each event of the other handling, its place in the first one
	for _, at := range other.done {
		e := &other.Events()[at]
		k := slices.IndexFunc(one.done, func(i int) bool { return matches(&one.Events()[i], e) && !slices.Contains(match, i) })
		if k < 0 {
			return fmt.Sprintf("only in the other order it does %v", simulated(other.World()).Executed(at+1))
		}
		match = append(match, one.done[k])
	}
	for _, i := range one.done {
		if !slices.Contains(match, i) {
			return fmt.Sprintf("it does %v, and not in the other order", simulated(one.World()).Executed(i+1))
		}
	}
	for k := range match {
		for l := range k {
			if match[l] > match[k] && j.ordered(&one.Events()[match[k]], &one.Events()[match[l]]) {
				return fmt.Sprintf("it does %v before %v, and in the other order after it", simulated(one.World()).Executed(match[k]+1), simulated(one.World()).Executed(match[l]+1))
			}
		}
	}
	return ""
}

// matches reports whether a process has done the same with the same result.
func matches(a, b *trace.Event) bool {
	return a.Same(&b.Op) && a.Alternative == b.Alternative && a.Result == b.Result && a.Ok == b.Ok
}

// ordered reports whether somebody can tell in which order a process has done two things.
func (j exchanger) ordered(a, b *trace.Event) bool {
	switch {
	case a.Kind == trace.Announce && b.Kind == trace.Announce:
		return a.Key == b.Key
	case a.Kind == trace.Send && b.Kind == trace.Send && a.Object == b.Object:
		return !j.sys.Environment().Unordered(a.Actor, trace.ActorID(a.Object)) && !j.claims.Commute(trace.ActorID(a.Object), a.Value, b.Value)
	}
	by := *b
	by.Actor = 1 << 30 // as if another process did it
	return trace.Relation{}.Dependent(a, &by, nil) != trace.Independent
}

// falsified records that a claim is false, and describes both orders.
func (j exchanger) falsified(e encounter, problem string, one, other *handling) error {
	events := j.player.Events()
	claim := &j.result.Model.Commuting[e.claim]
	process := j.world.Actor(e.process).Name
	a, b := &events[e.takes[0]], &events[e.takes[1]]
	messages := [...]string{world.Text(j.sys, a.Result), world.Text(j.sys, b.Result)}
	err := &guard.ModelError{
		Process: process, Source: cmp.Or(where(claim.code), j.sys.Source(e.takes[0]+1)),
		Problem: fmt.Sprintf("the claim %q is false: if it handles %s and then %s, %s. Both orders are shown as examples. "+
			"Let the claim be about fewer messages", claim.Name, messages[0], messages[1], problem),
	}
	f := &failure{err: err}
	for i, h := range []*handling{one, other} {
		v := &Violation{Process: process, Count: 1, Length: len(h.Events()),
			Explanation: fmt.Sprintf("the claim %q: %s comes before %s", claim.Name, messages[i], messages[1-i])}
		evidence := append(slices.Clone(h.done), len(h.Events())-1)
		c := explain.NewClass(h.Events(), slices.Compact(evidence))
		if !j.recorded(v, c, c.Readable()) && !j.recorded(v, c, c.AsExecuted()) {
			if j.hurried() {
				return stage.ErrStopped
			}
			return j.repeater.Attribute("one of the orders of two messages that commute by a claim cannot be executed again")
		}
		v.Reversal = nil
		f.at = append(f.at, v)
	}
	j.found.failure = f
	return nil
}
