package wakeup

import (
	"math"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Others may prevent three operations until they make them possible again. A TableAwait, or a read that polls, is enabled only
// while its row matches, a Use that blocks only while its cells allow it, and the expiry of a timer with a duration only
// while no other timer has an earlier deadline.
// So if the reversal of a race with the last event that made the operation possible leaves it disabled,
// it may still be possible before an earlier event that prevents it: a change of the row, or the start
// of a timer. A Use may wait for several cells, and an event that changes one may prevent it or make it possible; so the reversal leaves out
// all later changes, or only the one. An Await or a Use that still waits at the end of an interleaving has no event, but may have been
// possible before. (Receives need none of this: a process can take a matching message until it takes
// it.) See Jonsson, Lång, Sagonas, "Awaiting for Godot: Stateless Model Checking that Avoids Executions
// where Nothing Happens", FMCAD 2022.

// Preventable returns the event at position j if others may prevent it, or the operation that its
// process would have executed if it had not been ended, or nil.
func (x *Execution) Preventable(j int) *trace.Event {
	e := &x.Events[j]
	if e.Instead != nil {
		instead := trace.NewEvent(e.Actor, e.Index, *e.Instead)
		e = &instead
	}
	if _, timed := effects.DeadlineOf(e); e.Blocks() || timed && !e.Kind.Is(kind.Starts) {
		return e
	}
	return nil
}

// Waiting returns the operations of blocked actors as the events that they would execute next.
func (x *Execution) Waiting(blocked []trace.Pending) (events []*trace.Event) {
	for _, p := range blocked {
		e := trace.NewEvent(p.Actor, int32(len(x.Order.EventsOf(p.Actor))), *p.Op)
		events = append(events, &e)
	}
	return events
}

// never reports whether an expiry cannot come before the n-th event that prevents it: a timer with an earlier deadline is started
// before that event, and expires after it. It happens after it, because a start reads the clock.
func (p *preventers) never(n int) bool { return len(p.runsTo) > 0 && p.runsTo[n] > p.at[n] }

// endless stands for the position of the expiry of a timer that never expires.
const endless = math.MaxInt32

// Preventers returns the positions of the executed events that may prevent e, in order. They are valid until the next call.
func (b *Builder) Preventers(e *trace.Event) []int32 {
	b.findPreventers(e)
	return b.preventers.at
}

// findPreventers finds the executed events that may prevent e.
func (b *Builder) findPreventers(e *trace.Event) {
	p, order, executed := &b.preventers, b.order, b.run.Events
	p.at, p.runsTo, p.left, p.several = p.at[:0], p.runsTo[:0], p.left[:0], false
	if deadline, timed := effects.DeadlineOf(e); timed {
		p.findTimers(order, deadline)
		return
	}
	if !e.Kind.Is(kind.OnTable) {
		b.findUses(e)
		return
	}
	tables := tablesOf(order, executed, e)
	add := func(positions []int32) {
		for _, i := range positions {
			if prevents(&executed[i], e, tables) {
				p.at = append(p.at, i)
			}
		}
	}
	for _, t := range tables {
		add(order.ChangesOfTable(t))
	}
	if e.Flags&kind.Named != 0 {
		add(order.ChangesOfCell(nameOf(e)))
	}
	slices.Sort(p.at)
	p.at = slices.Compact(p.at)
}

// findUses finds the events that change a cell for which e, a Use, may wait: a cell that it accesses where it was executed or waits in the
// end, or that it accesses if all cells hold 0.
func (b *Builder) findUses(e *trace.Event) {
	p, use := &b.preventers, &b.changed
	p.cells = appendCells(p.cells[:0], e.Accesses)
	*use = *e
	if len(e.Accesses) == 0 {
		b.Whole()
		effects.BehaveIn(use, b.state, b.accesses[:0])
		p.cells = appendCells(p.cells, use.Accesses)
		b.accesses = use.Accesses
	}
	effects.BehaveIn(use, func(trace.Cell) int32 { return 0 }, b.accesses[:0])
	p.cells = appendCells(p.cells, use.Accesses)
	b.accesses = use.Accesses
	of := 0 // how many cells are changed
	for _, c := range p.cells {
		before := len(p.at)
		for _, i := range b.order.ChangesOfCell(c) {
			if changes(&b.run.Events[i], c) {
				p.at = append(p.at, i)
			}
		}
		if len(p.at) > before {
			of++
		}
	}
	if p.several = of > 1; p.several {
		slices.Sort(p.at)
		p.at = slices.Compact(p.at)
	}
}

// appendCells appends the cells of the accesses that are not in the list.
func appendCells(cells []trace.Cell, accesses []trace.Access) []trace.Cell {
	for k := range accesses {
		if c := accesses[k].Cell; !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// changes reports whether an event changes the cell.
func changes(x *trace.Event, c trace.Cell) bool {
	for k := range x.Accesses {
		if a := &x.Accesses[k]; a.Cell == c && a.Effect != trace.Read {
			return true
		}
	}
	return false
}

// findTimers finds the timers that may prevent the expiry of a timer with the given deadline: the timers with earlier deadlines.
func (p *preventers) findTimers(order *causality.Order, deadline int32) {
	longest := int32(-1)
	for _, t := range order.Timers() {
		if t.Deadline >= deadline {
			continue
		}
		p.at, p.runsTo = append(p.at, t.Start), append(p.runsTo, longest)
		if end := order.ExpiryOf(t); end < 0 {
			longest = endless
		} else {
			longest = max(longest, int32(end))
		}
	}
}

// ReversePreventable calls plan for each place where the event may come earlier: before an event that prevents it, or before the event that told its
// process to end. The event is at position j, after the last one if it was not executed. plan may build the sequence of the prevention, by Build.
//
// The sequence leaves out all later events that also prevent the event: they need not depend on each other. Events after the
// event that told the process to end, but independent of it, may stay before both.
func (b *Builder) ReversePreventable(e *trace.Event, j int, plan func(*Prevention)) {
	p, executed := &b.preventers, b.run.Events
	b.findPreventers(e)
	p.left = append(p.left, int32(j))
	first, end := b.order.Beginning(e, j), j
	at := &p.place
	at.b, at.event, at.at, at.Alone = b, e, j, false
	planBefore := func(i int) {
		if at.set(i); at.possible() {
			plan(at)
		}
	}
	if j < len(executed) && executed[j].Told != trace.NoEvent {
		end = b.order.Position(executed[j].Told)
		tried := p.planBeforeBoth(b.order, j, end, planBefore)
		if end <= first && b.order.Before(end, first) {
			return
		}
		p.left = append(p.left, int32(end))
		if !tried {
			planBefore(end)
		}
	}
	before, _ := slices.BinarySearch(p.at, int32(end))
	for n := before - 1; n >= 0; n-- {
		i := int(p.at[n])
		if i <= first && b.order.Before(i, first) {
			if p.several {
				continue // earlier ones may have changed other cells
			}
			return
		}
		p.left = append(p.left, p.at[n])
		if !p.never(n) {
			planBefore(i)
		}
		if p.several && len(p.left) > 2 { // others may have made it possible, by other cells
			all := p.left
			p.left, at.Alone = append(p.two[:0], int32(j), p.at[n]), true
			planBefore(i)
			p.left, at.Alone = all, false
		}
	}
}

// planBeforeBoth calls plan for each event that prevents the one at position j, and comes after the event that told its process to
// end but does not need that. It reports whether there is one.
func (p *preventers) planBeforeBoth(order *causality.Order, j, told int, plan func(i int)) (tried bool) {
	for n := len(p.at) - 1; n >= 0 && int(p.at[n]) > told; n-- {
		i := int(p.at[n])
		if i == j {
			continue
		}
		p.left = append(p.left, p.at[n])
		if !order.Before(told, i) { // otherwise it cannot come before it
			plan(told)
			tried = true
		}
	}
	return tried
}

// set sets the place to the place before the event at position i.
func (p *Prevention) set(i int) {
	p.First, p.Without = i, p.Without[:0]
	for _, l := range p.b.preventers.left { // none is before i
		if k := int(l); k < len(p.b.run.Events) && !p.b.order.Before(i, k) {
			p.Without = append(p.Without, l)
		}
	}
}

// possible reports whether the event is possible in the sequence, before that is built, and predicts its result.
func (p *Prevention) possible() bool {
	b := p.b
	b.executed, b.changed, b.place = b.run.Events, *p.event, p
	possible := b.predict(&b.changed, p.at)
	b.place = nil
	return possible
}

// Build builds the sequence in which the event comes before the other one, and reports whether there is one. The sequence leaves out
// the events of Without.
func (p *Prevention) Build() bool {
	b := p.b
	b.begin(p.First)
	for _, k := range b.free {
		if p.keeps(int(k)) {
			b.append(int(k))
		}
	}
	b.changed.Accesses = slices.Clone(b.changed.Accesses)
	b.appendOwn(&b.changed)
	first := Initial{Event: &b.executed[p.First]}
	if decided, isInitial := compare(b.relation, &b.changed, first, b); decided && !isInitial {
		return true
	}
	return !b.weakInitial(first, p.First) // otherwise it changed a table that has the name at another time
}

// tablesOf returns the tables that the operation may use: the given one, or all tables that ever
// had the given name.
func tablesOf(order *causality.Order, executed []trace.Event, op *trace.Event) (tables []trace.ObjectID) {
	if op.Flags&kind.Named == 0 {
		return []trace.ObjectID{op.Table}
	}
	for _, i := range order.ChangesOfCell(nameOf(op)) {
		for _, a := range executed[i].Accesses {
			if names(&a, op) {
				tables = append(tables, trace.ObjectID(a.After-1))
			}
		}
	}
	return tables
}

// nameOf returns the cell of the name by which the operation finds its table.
func nameOf(op *trace.Event) trace.Cell {
	return trace.Cell{Space: effects.TableNamed, Object: op.Object}
}

// names reports whether the access gives the name by which the operation finds its table to
// another table, or to none.
func names(a *trace.Access, op *trace.Event) bool {
	return op.Flags&kind.Named != 0 && a.Space == effects.TableNamed && a.Object == op.Object && a.Effect != trace.Read
}

// prevents reports whether the event x may prevent e, an Await: it changed the row that e waits for, in a table of the list, or the
// name of a table.
func prevents(x, e *trace.Event, tables []trace.ObjectID) bool {
	for i := range x.Accesses {
		if names(&x.Accesses[i], e) {
			return true
		}
	}
	if x.Table == trace.NoTable || !slices.Contains(tables, x.Table) {
		return false
	}
	if x.Kind.Is(kind.OnWholeTable) {
		return x.Effect == trace.Update
	}
	return x.Key == e.Key && effects.ChangesRow(x)
}
