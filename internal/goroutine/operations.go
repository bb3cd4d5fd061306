package goroutine

import (
	"hash/fnv"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Do executes an operation on cells, and returns its result, and whether it has succeeded.
func (g *Goroutine) Do(u *Use) (result int32, ok bool) {
	u.known, u.Slot = g.world.known, g.slot
	e := g.ask(u.op())
	g.reading.note(u, e, g.world.cell)
	if u.progresses(e) {
		g.idle = 0
	}
	return int32(e.Result), e.Ok
}

// Reading returns what the goroutine has read since the last call of Reread.
func (g *Goroutine) Reading() Reading { return g.reading }

// Reread waits until something has changed that was read.
func (g *Goroutine) Reread(r Reading) {
	if len(r.all) > 0 {
		g.Do(&Use{Verb: Changed, Object: r.last.Object, Name: r.last.Name, Seen: r.all})
	}
	g.reading = Reading{}
}

// Choose returns a number from 0 to n-1; each is explored.
func (g *Goroutine) Choose(n int) int {
	return int(g.ask(trace.Op{Kind: kind.Choose, Alternatives: int32(n)}).Alternative)
}

// Reach reaches the goal with a number among those of the world, from 0.
func (g *Goroutine) Reach(goal int) { g.ask(trace.Op{Kind: kind.Reach, Key: trace.ValueID(goal + 1)}) }

// Goals returns the goals of the world.
func (g *Goroutine) Goals() []string { return g.world.goals }

// Go starts a goroutine with a label.
func (g *Goroutine) Go(label string, f func()) {
	w := g.world
	if g.children == nil {
		g.children = map[string]int{}
	}
	g.children[label]++
	child := w.known.actors.Child(g.actor.Actor, label, g.children[label])
	g.started++
	g.idle = 0
	slot := g.started
	g.ask(trace.Op{Kind: kind.Spawn, Object: int32(child.ID)})
	w.start(child, slot, g, f)
}

// Random returns a number that depends on the name of the goroutine, and on how many it has drawn. g may be nil: then there are no goroutines yet.
func (g *Goroutine) Random() uint64 {
	h, drawn := fnv.New64a(), &drawnBefore
	if g != nil {
		h.Write([]byte(g.actor.Name))
		drawn = &g.drawn
	}
	n := drawn.Add(1)
	return mix(mix(h.Sum64(), n), mix(n, h.Sum64()))
}

// drawnBefore is how many numbers were drawn before all interleavings.
var drawnBefore atomic.Uint64

// Now returns the time, in ticks.
func (g *Goroutine) Now() int32 {
	return int32(g.ask(trace.Op{Kind: kind.Now, Does: effects.Clocks{}}).Result)
}

// Alarm starts an alarm that expires after a number of ticks. Then it executes fire. If that succeeds, it calls f, which may be nil,
// with the time, and starts a goroutine with the result of f, unless it is nil.
func (g *Goroutine) Alarm(ticks int32, fire *Use, f func(now int32) func()) {
	w := g.world
	fire.known = w.known
	g.alarms++
	a := &actor{Actor: w.known.actors.Timer(g.actor.Actor, 1, g.alarms)}
	start := g.ask(trace.Op{Kind: kind.TimerStart, Flags: kind.Timed, Object: int32(a.ID), Number: max(1, ticks), Does: effects.Clocks{}})
	a.deadline, _ = effects.DeadlineOf(start)
	a.op = trace.Op{Kind: kind.TimerExpire, Flags: kind.Timed, Object: int32(a.ID), Number: max(1, ticks), Does: effects.Clocks{}}
	expired, expire, timed := a.deadline, a.op, g.timed
	if g.Spent() || timed >= mostTimed {
		w.limited = true
		a.op = (&Use{Verb: stopped, Object: fire.Object, Number: fire.Number, Name: fire.Name, known: w.known}).op()
	}
	var child *trace.Actor
	var next func()
	a.resume = func(e *trace.Event) {
		switch {
		case e.Kind == kind.TimerExpire:
			a.deadline = 0
			a.op = fire.op()
		case e.Kind == kind.Use && e.Does.(*Use).Verb == stopped:
			a.op = expire
		case e.Kind == kind.Use && e.Ok && f != nil:
			if next = f(expired); next != nil {
				child = w.known.actors.Child(g.actor.Actor, "timer", g.alarms)
				a.op = trace.Op{Kind: kind.Spawn, Object: int32(child.ID)}
			}
		case e.Kind == kind.Spawn:
			w.start(child, int32(g.alarms), g, func() {
				current.timed = timed + 1
				next()
			})
		}
	}
	w.add(a)
}

// mostTimed is how often a goroutine goes on by a timer in a select, and mostIdle how often it sleeps, yields, or takes the default of a
// select, while it does nothing else than to lock and to read. A loop that does so may turn for ever. So after that, timers that it starts
// do not expire unless they are stopped, nor do timers with later deadlines; it does not go on from a yield; and a select has no default.
// The interleaving counts as cut.
const (
	mostTimed = 3
	mostIdle  = 64
)

// Timed notes that a select of the goroutine has received from a timer.
func (g *Goroutine) Timed() { g.timed++ }

// progresses reports whether an operation has done something that a loop which polls does not do.
func (u *Use) progresses(e *trace.Event) bool {
	switch u.Verb {
	case Lock, TryLock, Unlock, RLock, TryRLock, RUnlock, Announce, Drain, TryWrite, WUnlock, Load, Exchange, Length, Offers, Stop, Due, Yield, Changed:
		return false
	case Modify:
		return e.Ok
	case Select:
		i, _ := Chosen(int32(e.Result))
		return e.Result > 0 && !u.Cases[i].Timer
	}
	return true
}

// Idle notes that the goroutine has slept, yielded, or taken the default of a select.
func (g *Goroutine) Idle() { g.idle++ }

// Spent reports whether it has done so too often.
func (g *Goroutine) Spent() bool {
	is := g.idle >= mostIdle
	g.world.limited = g.world.limited || is
	return is
}

// Leave ends the goroutine, after its deferred functions.
func (g *Goroutine) Leave() { panic(left{}) }

// Object returns what the object holds in this interleaving: what make returns, if it is new.
func (g *Goroutine) Object(id int32, make func() any) any {
	held, is := g.world.Heap[id]
	if !is {
		held = make()
		g.world.Heap[id] = held
	}
	return held
}

// Content returns what a cell holds just after the last event of the goroutine.
func (g *Goroutine) Content(object, key int32) int32 { return g.world.content(cellOf(object, key)) }

// Sent returns the number of sends to a channel, just after an event of the goroutine.
func (g *Goroutine) Sent(object int32) int32 { return g.Content(object, sends) / 2 }

// Unique returns a number that stands for no other content of a word. It is the same in each interleaving in which the goroutine has executed as
// many operations.
func (g *Goroutine) Unique() int32 {
	return g.world.known.number(1<<62 | int64(g.actor.ID)<<31 | int64(g.index+1))
}

// Number returns the number that stands for a content.
func (g *Goroutine) Number(content int64) int32 { return g.world.known.number(content) }

// Word returns the content for which a number stands.
func (g *Goroutine) Word(n int32) int64 { return g.world.known.content(n) }

// Note notes the result of the last event in words, if anybody wants to know.
func (g *Goroutine) Note(result func() string) {
	if g.world.recording {
		g.world.note = result()
	}
}

// Below reports whether the counter of a WaitGroup is negative.
func (g *Goroutine) Below(group int32) bool {
	n := g.Content(group, added)
	for k := range int32(slots) {
		n -= g.Content(group, taken+k)
	}
	return n < 0
}

// Confirm ends the interleaving with a violation of a property that events which commute cause together: calls of Done, or returns from
// operations of an object. None of them can be the violation, as they would not commute then. So the goroutine goes on alone with another
// operation, which looks at what they have done. It is possible only after them, so a search plans it nowhere else.
func (g *Goroutine) Confirm(object int32, name Name, property, text string) {
	found := &Use{Verb: unchanged, Object: object, Name: name}
	for k := range int32(1 + slots) {
		c := cellOf(object, k)
		found.Seen = append(found.Seen, trace.Access{Cell: c, After: g.world.content(c)})
	}
	g.world.ends = g.actor
	g.Do(found)
	g.EndAll(property, text)
}

// Offered sets the numbers of the offers just after the goroutine has made them.
func (g *Goroutine) Offered(cases []Case) {
	left := map[int32]int32{}
	for i := len(cases) - 1; i >= 0; i-- {
		c := &cases[i]
		if !c.Offers() {
			continue
		}
		if n := g.Content(c.Object, sends); n&1 == 1 {
			c.Offer = -1
		} else {
			left[c.Object]++
			c.Offer = n/2 - left[c.Object]
		}
	}
}
