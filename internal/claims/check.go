package claims

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
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

// Check is an interleaving on which claims are checked.
type Check struct {
	Player   *stage.Player
	Schedule trace.Schedule
	// Number is the number of the interleaving, or 0 if other workers execute interleavings as well.
	Number int
	// Executed is how many events the worker has executed.
	Executed int
	// Stop reports whether to stop.
	Stop func() bool
	// Unordered says that it depends on the workers which interleavings the search executes.
	Unordered bool
}

// Contradiction is a false claim, with both orders of the messages.
type Contradiction struct {
	Err    *guard.ModelError
	Orders []Order
}

// Order is an execution of two messages in one order.
type Order struct {
	Words    string // that describe it
	Events   []trace.Event
	Evidence []int // positions of the events that show the difference
}

// Check checks the claims on an interleaving. It returns the claims by which messages were exchanged, each time, as far as they
// count in the result of the search, and the first claim that is false.
func (c *Claims) Check(x Check) (exchanged []int, wrong *Contradiction, err error) {
	every, counts := c.exchangesAll(&x)
	wanted := func(claim int) bool { return every || c.exchanged[claim] < firstExchanges }
	if !every && (c.cost > x.Executed/repeatedShare || !slices.ContainsFunc(c.exchanged, func(n int) bool { return n < firstExchanges })) {
		return nil, nil, nil
	}
	events := x.Player.Events()
	met := slices.DeleteFunc(c.encounters(events), func(e encounter) bool { return !wanted(e.claim) })
	if len(met) == 0 {
		return nil, nil, nil
	}
	c.order.Compute(events)
	if !every {
		c.cost += len(events)
	}
	for _, e := range met {
		if x.Stop() {
			return exchanged, nil, stage.ErrStopped
		}
		if !c.raced(e) {
			continue
		}
		possible, wrong := c.exchange(x.Player, e)
		if wrong != nil {
			return exchanged, wrong, nil
		}
		if possible {
			c.exchanged[e.claim]++
			if counts {
				exchanged = append(exchanged, e.claim)
			}
		}
	}
	return exchanged, nil, nil
}

// exchangesAll reports whether all messages are exchanged in an interleaving, and whether they count.
func (c *Claims) exchangesAll(x *Check) (all, counts bool) {
	if 0 < x.Number && x.Number <= allExchanged {
		return true, true
	}
	h := uint64(0)
	for _, st := range x.Schedule {
		h = trace.Mix(h, c.name(st.Actor)+uint64(st.Alternative))
	}
	all = h%exchangedShare == 0
	return all, all && !x.Unordered
}

// encounters returns the messages in an interleaving that commute by a claim and that a process has handled in succession.
func (c *Claims) encounters(events []trace.Event) (all []encounter) {
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
		events[before].Took(func(m trace.EventID) { // a Collect takes several, and does not take the same if another one comes before
			e.Took(func(n trace.EventID) {
				both := [2]int{delivered[m], delivered[n]}
				if claim := c.claim(e.Actor, events[both[0]].Value, events[both[1]].Value); claim >= 0 {
					all = append(all, encounter{claim, e.Actor, [2]int{before, i}, both})
				}
			})
		})
	}
	return all
}

// name returns a hash of the name of an actor. Numbers of actors depend on the order in which workers meet them.
func (c *Claims) name(a trace.ActorID) uint64 {
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
func (c *Claims) raced(e encounter) bool {
	return slices.Contains(c.order.Races(), causality.Race{First: int32(e.deliveries[0]), Second: int32(e.deliveries[1]), Observed: true})
}

// exchange executes the messages of an encounter in both orders, and reports whether that was possible. It returns the
// contradiction if the orders differ.
func (c *Claims) exchange(p *stage.Player, e encounter) (possible bool, wrong *Contradiction) {
	events := p.Events()
	one, other := newHandling(p), newHandling(p)
	defer one.World().Close()
	defer other.World().Close()
	before := c.before(e)
	if !one.handle(events, before, e, 0, nil) || one.problem != "" { // it needs other processes meanwhile
		return false, nil
	}
	if !other.handle(events, before, e, 1, one) {
		return false, nil
	}
	problem := other.problem
	if problem == "" {
		problem = c.unlike(one, other)
	}
	if problem == "" {
		problem = one.system().Rechecks.Future(&other.system().Rechecks, &c.sys.Rechecks, e.process)
	}
	if problem == "" {
		return true, nil
	}
	return true, c.contradiction(events, e, problem, one, other)
}

// before returns the positions of the events that come before both messages of an encounter in either order.
func (c *Claims) before(e encounter) (before []int32) {
	for i := range e.deliveries[0] {
		before = append(before, int32(i))
	}
	before = c.order.NotAfter(before, e.deliveries[0])
	n, _ := slices.BinarySearch(before, int32(e.deliveries[1]))
	return before[:n]
}

// unlike returns the first difference between the process's actions in both orders, or "".
func (c *Claims) unlike(one, other *handling) string {
	var match []int // for each event of the other handling, its place in the first one
	for _, at := range other.done {
		e := &other.Events()[at]
		k := slices.IndexFunc(one.done, func(i int) bool { return matches(&one.Events()[i], e) && !slices.Contains(match, i) })
		if k < 0 {
			return fmt.Sprintf("only in the other order it does %v", other.system().Executed(at+1))
		}
		match = append(match, one.done[k])
	}
	for _, i := range one.done {
		if !slices.Contains(match, i) {
			return fmt.Sprintf("it does %v, and not in the other order", one.system().Executed(i+1))
		}
	}
	for k := range match {
		for l := range k {
			if match[l] > match[k] && c.ordered(&one.Events()[match[k]], &one.Events()[match[l]]) {
				return fmt.Sprintf("it does %v before %v, and in the other order after it", one.system().Executed(match[k]+1), one.system().Executed(match[l]+1))
			}
		}
	}
	return ""
}

// ordered reports whether somebody can tell in which order a process has done two things.
func (c *Claims) ordered(a, b *trace.Event) bool {
	switch {
	case a.Kind.Is(kind.Shows) && b.Kind.Is(kind.Shows):
		return a.Key == b.Key
	case a.Kind == kind.Send && b.Kind == kind.Send && a.Object == b.Object:
		return !c.sys.Environment().Unordered(a.Actor, trace.ActorID(a.Object)) && !c.Commute(trace.ActorID(a.Object), a.Value, b.Value)
	}
	by := *b
	by.Actor = 1 << 30 // as if another process did it
	return causality.Relation{}.Dependent(a, &by, nil) != causality.Independent
}

// contradiction returns the contradiction between both orders of the messages of an encounter.
func (c *Claims) contradiction(events []trace.Event, e encounter, problem string, one, other *handling) *Contradiction {
	claim := &c.list[e.claim]
	a, b := &events[e.takes[0]], &events[e.takes[1]]
	messages := [...]string{c.sys.Values.Text(a.Result), c.sys.Values.Text(b.Result)}
	wrong := &Contradiction{Err: &guard.ModelError{
		Process: c.sys.Actor(e.process).Name, Source: cmp.Or(guard.Position(claim.Code), c.sys.Source(e.takes[0]+1)),
		Problem: fmt.Sprintf("the claim %q is false: if it handles %s and then %s, %s. Both orders are shown as examples. "+
			"Let the claim be about fewer messages", claim.Name, messages[0], messages[1], problem),
	}}
	for i, h := range []*handling{one, other} {
		evidence := append(slices.Clone(h.done), len(h.Events())-1)
		wrong.Orders = append(wrong.Orders, Order{
			Words:  fmt.Sprintf("the claim %q: %s comes before %s", claim.Name, messages[i], messages[1-i]),
			Events: h.Events(), Evidence: slices.Compact(evidence),
		})
	}
	return wrong
}
