package world

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Growth lists the quantities that grow in the present interleaving up to its end, whose events are given. A state comes again only
// if none of them grows for ever.
func (s *System) Growth(events []trace.Event) (all []trace.Growth) {
	g := growing{s: s, events: events, of: map[trace.Growth]*series{}, outside: map[*machine.Process]int64{}, rows: map[trace.ObjectID]map[trace.ValueID]bool{}}
	for i := range s.Depth() {
		g.look(i)
	}
	for _, what := range g.order {
		c := g.of[what]
		if c.grows(len(events)) {
			first, last := c.values[0], c.values[len(c.values)-1]
			what.From, what.To, what.Source = first.n, last.n, s.Record(last.event+1).Op.Source(&s.Helpers)
			all = append(all, what)
		}
	}
	return all
}

// growing follows the quantities that may grow in an interleaving.
type growing struct {
	s       *System
	events  []trace.Event
	of      map[trace.Growth]*series
	order   []trace.Growth             // the keys of of, in the order in which they were met
	outside map[*machine.Process]int64 // the number of events of a process since the last turn of a loop
	rows    map[trace.ObjectID]map[trace.ValueID]bool
}

// series holds the values that something has had, in the order of events.
type series struct{ values []valueAt }

type valueAt struct {
	event int // its index
	n     int64
}

// grows reports whether the values have a new greatest or a new least one in each quarter of the interleaving.
func (c *series) grows(events int) bool {
	if len(c.values) < 2*quarters {
		return false
	}
	up, down := true, true
	var least, most [quarters]int64
	var seen [quarters]bool
	for _, v := range c.values {
		q := quarters * v.event / events
		if !seen[q] {
			seen[q], least[q], most[q] = true, v.n, v.n
		}
		least[q], most[q] = min(least[q], v.n), max(most[q], v.n)
	}
	for q := range quarters {
		up, down = up && seen[q], down && seen[q]
		if q > 0 {
			up, down = up && most[q] > most[q-1], down && least[q] < least[q-1]
		}
	}
	return up || down
}

const quarters = 4

// add notes the value of something after the event with that index.
func (g *growing) add(key trace.Growth, event int, n int64) {
	c := g.of[key]
	if c == nil {
		c = new(series)
		g.of[key] = c
		g.order = append(g.order, key)
	}
	c.values = append(c.values, valueAt{event, n})
}

// more increments the value of something.
func (g *growing) more(key trace.Growth, event int, by int64) {
	n := by
	if c := g.of[key]; c != nil {
		n += c.values[len(c.values)-1].n
	}
	g.add(key, event, n)
}

// look notes the changes of an event.
func (g *growing) look(i int) {
	r, e := g.s.Record(i+1), &g.events[i]
	if to := r.Arrived; to != nil {
		g.more(trace.Growth{Process: to.Actor.Name, What: "messages in its mailbox"}, i, 1)
	}
	g.lookAtTable(i, e)
	if deadline, timed := effects.DeadlineOf(e); timed && e.Kind == kind.TimerExpire {
		g.add(trace.Growth{What: "virtual time"}, i, int64(deadline))
	}
	if r.Process == nil {
		return
	}
	p := r.Process
	if r.Message.Value != trace.NoValue {
		g.more(trace.Growth{Process: p.Actor.Name, What: "messages in its mailbox"}, i, -1)
	}
	if e.Kind == kind.Spawn {
		g.more(trace.Growth{What: "processes that were started"}, i, 1)
	}
	if what := g.numbered(e); what.What != "" {
		what.Process = p.Actor.Name
		g.more(what, i, 1)
	}
	h := r.At.Head
	if h == nil {
		if g.outside[p]++; g.outside[p] >= outside {
			g.add(trace.Growth{Process: p.Actor.Name, What: "events outside of a loop, each of which it may remember"}, i, g.outside[p])
		}
		return
	}
	g.outside[p] = 0
	values.Sizes("state", g.s.Values.Peek(h.State), func(expression string, n int64) {
		g.add(trace.Growth{Process: p.Actor.Name, What: expression + " of its loop", Of: trace.GrowingLoop}, i, n)
	})
	g.add(trace.Growth{Process: p.Actor.Name, What: "references that it has made, as by Call and Monitor"}, i, int64(h.Refs))
}

// lookAtTable notes how many rows a table has after an event.
func (g *growing) lookAtTable(i int, e *trace.Event) {
	if e.Kind == kind.TableDrop {
		delete(g.rows, e.Table)
	}
	if !effects.ChangesRow(e) {
		return
	}
	keys := g.rows[e.Table]
	if keys == nil {
		keys = map[trace.ValueID]bool{}
		g.rows[e.Table] = keys
	}
	if keys[e.Key] = true; e.After == trace.NoValue {
		delete(keys, e.Key)
	}
	g.add(trace.Growth{What: "rows of table " + g.s.Table(int32(e.Table)).Label}, i, int64(len(keys)))
}

// numbered returns the things of a process that an event adds to, if the process numbers or keeps them.
func (g *growing) numbered(e *trace.Event) (what trace.Growth) {
	switch {
	case e.Kind == kind.TimerStart:
		what.What, what.Of = "timers that it has started", trace.GrowingTimers
	case e.Kind == kind.TableNew:
		what.What = "tables that it has created"
	case e.Kind == kind.FileAppend:
		what.What = "what it has appended to its files"
	case e.Kind == kind.Send && e.Flags&kind.Delayed != 0 && g.s.same.NamesChannels():
		what.What = "messages that it has sent, which delivery as a bag numbers"
	}
	return what
}

// outside is the number of events outside of a loop from which a process probably goes on so.
const outside = 16
