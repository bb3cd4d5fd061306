package goroutine

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/races"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// World is the goroutines of a program; it implements trace.World.
type World struct {
	known     *known
	number    int64 // none other of this program has it
	body      func()
	goals     []string
	recording bool

	now     *interleaving
	ends    *actor   // whose end is the end of the interleaving; nil if any actor can move
	actors  []*actor // that have been started, by their numbers; nil for others
	cells   [][]cell
	others  map[trace.Cell]cell // cells that are not of the space Own
	idle    []*coroutine
	races   races.Detector
	cell    func(trace.Cell) int32
	depth   int
	limited bool           // a timer has been kept from expiring
	names   map[string]int // of objects of each kind
	Heap    map[int32]any  // the contents of objects in this interleaving, by their numbers
	at      map[any]*Object
	owners  map[int32]*Object // the objects that have been used, by their numbers
	scratch trace.Event
	buf     []trace.Access

	fault *guard.ModelError // why the program cannot be explored, on its way to the checker

	sources []string // of the events, in a recording
	note    string   // the result of the last event in words, in a recording
	last    trace.Event
}

// interleaving is the identity of an execution from the start.
type interleaving struct{ over bool }

// actor is a goroutine, or the alarm of a timer.
type actor struct {
	*trace.Actor
	op       trace.Op // the next operation; of no kind if there is none
	index    int32
	deadline int32                // of an alarm that has not expired; otherwise 0
	resume   func(e *trace.Event) // sets op after an event
	g        *Goroutine           // nil for an alarm
}

// New returns the world of the goroutine that executes body, and of all that it starts. They may reach the goals.
func New(goals []string, body func()) *World { return newWorld(goals, body, newKnown(), false) }

// worlds is the number of worlds.
var worlds atomic.Int64

func newWorld(goals []string, body func(), of *known, recording bool) *World {
	w := &World{
		known: of, number: worlds.Add(1), body: body, goals: goals, recording: recording, others: map[trace.Cell]cell{},
		names: map[string]int{}, Heap: map[int32]any{}, at: map[any]*Object{}, owners: map[int32]*Object{},
	}
	w.cell = w.content
	return w
}

// Copy implements stage.Copies.
func (w *World) Copy(p stage.Purpose) trace.World {
	return newWorld(w.goals, w.body, w.known, p == stage.Recorder)
}

// Close implements stage.Copies.
func (w *World) Close() {
	w.stop()
	for _, c := range w.idle {
		c.finish()
	}
	w.idle = nil
}

// stop ends all goroutines.
func (w *World) stop() {
	if w.now == nil {
		return
	}
	gate.Lock()
	defer gate.Unlock()
	w.now.over = true
	for _, a := range w.actors {
		if a != nil && a.g != nil {
			a.g.end()
		}
	}
	w.now = nil
}

// begin starts the first goroutine, unless it has been.
func (w *World) begin() {
	if w.now != nil {
		return
	}
	w.now = &interleaving{}
	begun.Store(true)
	clear(w.actors)
	for i := range w.cells {
		w.cells[i] = w.cells[i][:0]
	}
	clear(w.others)
	clear(w.names)
	clear(w.Heap)
	clear(w.at)
	clear(w.owners)
	w.races.Reset()
	w.races.Begin(0)
	w.depth, w.sources, w.note, w.ends, w.limited = 0, nil, "", nil, false
	gate.Lock()
	defer gate.Unlock()
	w.start(w.known.actors.ByID(0), 0, nil, w.body)
}

// StepBack implements trace.World: it goes back only to the beginning.
func (w *World) StepBack(depth int) (reached int) {
	if depth < w.depth {
		w.stop()
		w.depth = 0
	}
	return w.depth
}

// add adds an actor.
func (w *World) add(a *actor) {
	for int(a.ID) >= len(w.actors) {
		w.actors = append(w.actors, nil)
	}
	w.actors[a.ID] = a
}

// Enabled implements trace.World.
func (w *World) Enabled(all []trace.Pending) []trace.Pending { return w.pending(all, true) }

// Awaiting implements trace.World.
func (w *World) Awaiting(all []trace.Pending) []trace.Pending { return w.pending(all, false) }

func (w *World) pending(all []trace.Pending, possible bool) []trace.Pending {
	w.begin()
	for id, a := range w.actors {
		if a != nil && a.op.Kind != 0 && (w.ends == nil || w.ends == a) && w.possible(a) == possible {
			all = append(all, trace.Pending{Actor: trace.ActorID(id), Op: &a.op})
		}
	}
	return all
}

// possible reports whether the next operation of the actor is possible.
func (w *World) possible(a *actor) bool {
	switch a.op.Kind {
	case kind.TimerExpire:
		for _, other := range w.actors {
			if other != nil && other.deadline > 0 && other.deadline < a.deadline {
				return false
			}
		}
	case kind.Use:
		if u := a.op.Does.(*Use); u.Blocks() {
			var is bool
			w.buf, is = u.Use(&w.scratch, w.cell, w.buf[:0])
			return is
		}
	}
	return true
}

// CanStep implements trace.World.
func (w *World) CanStep(st trace.Step) bool {
	w.begin()
	if int(st.Actor) >= len(w.actors) || w.actors[st.Actor] == nil {
		return false
	}
	a := w.actors[st.Actor]
	return (w.ends == nil || w.ends == a) && a.op.Kind != 0 && st.Alternative >= 0 && st.Alternative < max(1, a.op.Alternatives) && w.possible(a)
}

// StepTo implements trace.World.
func (w *World) StepTo(st trace.Step, e *trace.Event) {
	a := w.actors[st.Actor]
	e.Renew(st.Actor, a.index, &a.op)
	e.Alternative = st.Alternative
	if effects.Behaves(&e.Op) {
		effects.BehaveIn(e, w.cell, w.buf[:0])
		w.buf, e.Accesses = e.Accesses, slices.Clone(e.Accesses)
	}
	if e.Kind == kind.Now {
		e.Result = trace.ValueID(effects.Time(&e.Op, w.cell))
	}
	if a.g != nil {
		a.g.learn(e)
	}
	synchronize(&w.races, e, w.cell)
	for i := range e.Accesses {
		if x := &e.Accesses[i]; x.Effect != trace.Read {
			w.set(x.Cell, cell{x.After, w.find(x.Cell).learnt})
		}
	}
	w.depth++
	a.index++
	if w.recording {
		w.note, w.last = "", *e
		w.sources = append(w.sources, a.source())
	}
	a.op = trace.Op{}
	gate.Lock()
	defer gate.Unlock()
	a.resume(e)
}

// cell is the content of a cell, and a hash of the knowledge of its writers.
type cell struct {
	content int32
	learnt  uint64
}

// content returns the content of a cell.
func (w *World) content(c trace.Cell) int32 { return w.find(c).content }

func (w *World) find(c trace.Cell) cell {
	if c.Space != trace.Own {
		return w.others[c]
	}
	if int(c.Object) < len(w.cells) {
		if of := w.cells[c.Object]; int(c.Key) < len(of) {
			return of[c.Key]
		}
	}
	return cell{}
}

func (w *World) set(c trace.Cell, to cell) {
	if c.Space != trace.Own {
		w.others[c] = to
		return
	}
	for int(c.Object) >= len(w.cells) {
		w.cells = append(w.cells, nil)
	}
	of := w.cells[c.Object]
	for int(c.Key) >= len(of) {
		of = append(of, cell{})
	}
	of[c.Key] = to
	w.cells[c.Object] = of
}

// Actor implements trace.World.
func (w *World) Actor(id trace.ActorID) *trace.Actor {
	if int(id) >= w.known.actors.Len() {
		return nil
	}
	return w.known.actors.ByID(id)
}

// gate is held while code of a program runs: only one world may execute it at a time.
var gate sync.Mutex

// Goroutine is a goroutine of the program. Its methods are called while it runs.
type Goroutine struct {
	*actor
	world    *World
	on       *coroutine   // nil once it has ended
	event    *trace.Event // the last one, while the goroutine goes on from it
	slot     int32
	children map[string]int // by their labels
	started  int32          // all children
	made     int32          // objects
	found    int32          // objects since the last event
	alarms   int
	timed    int           // how often a select has received from a timer, here or in goroutines that have started this one by a timer
	drawn    atomic.Uint64 // random numbers
	idle     int           // how often it has slept, yielded, or taken a default
	reading  Reading
	knows    uint64 // a hash of its knowledge: its results, and the knowledge of the writers of all that it has read
	over     bool   // it does nothing more than end
	failure  trace.Reason
	at       string   // of its next operation, in a recording
	stack    []string // where it has panicked, in a recording
}

// current is the goroutine that runs; nil outside of worlds. It is guarded by gate.
var current *Goroutine

// Name returns the name of the goroutine.
func (g *Goroutine) Name() string { return g.actor.Name }

// World returns the name of the world of the goroutine, which no other one of this program has.
func (g *Goroutine) World() string { return fmt.Sprintf("world-%d", g.world.number) }

// Current returns the goroutine that runs, nil if the code is not explored.
func Current() *Goroutine { return current }

// begun is whether an interleaving has begun.
var begun atomic.Bool

// Early reports whether no interleaving has begun: packages are initialised.
func Early() bool { return current == nil && !begun.Load() }

// Aside calls a function that does no operation, and does not count its accesses to memory: it is no part of the program.
func Aside(f func()) {
	before := current
	current = nil
	defer func() { current = before }()
	f()
}

// killed is the panic of a goroutine that ends with its interleaving; left, of one that ends by itself.
type killed struct{}
type left struct{}

// start starts a goroutine, which runs until its first operation. slot is its number among its siblings; its knowledge begins with the knowledge of by.
func (w *World) start(of *trace.Actor, slot int32, by *Goroutine, f func()) {
	g := &Goroutine{actor: &actor{Actor: of}, world: w, slot: slot % slots}
	g.actor.g = g
	if g.knows = mix(uint64(of.ID)+1, 0x9e3779b97f4a7c15); by != nil {
		g.knows = mix(g.knows, by.knows)
	}
	g.on = w.coroutine()
	g.on.g, g.on.f = g, f
	g.resume = g.goOn
	w.add(g.actor)
	g.goOn(nil)
}

// coroutine executes goroutines one after the other. To start a new one for each would cost as much as some events, above all as its stack
// grows again.
type coroutine struct {
	next   func() (struct{}, bool)
	finish func()
	yield  func(struct{}) bool
	g      *Goroutine // which it executes; nil if it is idle
	f      func()
}

// coroutine returns an idle coroutine.
func (w *World) coroutine() *coroutine {
	if last := len(w.idle) - 1; last >= 0 {
		c := w.idle[last]
		w.idle = w.idle[:last]
		return c
	}
	c := &coroutine{}
	c.next, c.finish = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		for more := true; more; more = yield(struct{}{}) {
			g := c.g
			g.run(c.f)
			g.on, c.g, c.f = nil, nil, nil
			w.idle = append(w.idle, c)
		}
	})
	return c
}

// goOn lets the goroutine run from an event to its next operation.
func (g *Goroutine) goOn(e *trace.Event) {
	if e != nil && e.Kind == kind.Exit {
		return
	}
	before := current
	current, g.event, g.found = g, e, 0
	g.on.next()
	current = before
	if fault := g.world.fault; fault != nil { // what cannot be explored ends the search
		g.world.fault = nil
		panic(fault)
	}
}

// run executes the function of the goroutine. Its next operation after that is its end.
func (g *Goroutine) run(f func()) {
	returned := false
	defer func() {
		if !returned {
			switch r := recover().(type) {
			case killed:
				return
			case left:
			case *guard.ModelError:
				g.world.fault = r
				return
			default:
				g.Fail(proc.NoCrash, "panics: "+firstLine(fmt.Sprint(r)))
				if g.world.recording {
					g.stack = Calls()
				}
			}
		}
		g.op = trace.Op{Kind: kind.Exit, Value: g.world.known.ending(g.failure)}
	}()
	f()
	returned = true
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// end ends the goroutine with its interleaving. Its deferred functions run, and cannot do any operation.
func (g *Goroutine) end() {
	if g.on == nil {
		return
	}
	before := current
	current = g
	g.on.next()
	current = before
}

// ask executes an operation.
func (g *Goroutine) ask(op trace.Op) *trace.Event {
	if g.world.now == nil || g.world.now.over {
		panic(killed{})
	}
	if g.over {
		panic(left{})
	}
	if g.world.recording {
		g.at = innermost()
	}
	g.op = op
	if !g.on.yield(struct{}{}) || g.world.now.over {
		panic(killed{})
	}
	return g.event
}

// learn updates what the goroutine knows by an event, which has not changed the cells yet.
func (g *Goroutine) learn(e *trace.Event) {
	h := mix(g.knows, uint64(e.Kind)<<32|uint64(uint32(e.Alternative)))
	if h = mix(h, uint64(uint32(e.Result))); !e.Ok {
		h = mix(h, 1)
	}
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Effect != trace.Write {
			h = mix(h, g.world.find(a.Cell).learnt)
		}
	}
	g.knows = h
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Effect == trace.Read {
			continue
		}
		was := g.world.find(a.Cell)
		if a.Effect == trace.Write && was.content == a.After { // the order of equal writes makes no difference
			g.world.set(a.Cell, cell{was.content, was.learnt + h})
		} else {
			g.world.set(a.Cell, cell{was.content, h})
		}
	}
}

// mix combines two hashes.
func mix(a, b uint64) uint64 {
	h := (a ^ b*0xbf58476d1ce4e5b9) * 0x94d049bb133111eb
	return h ^ h>>29
}

// Fail notes that the goroutine violates a property. The first failure is reported when it ends. The text is the same in each world.
func (g *Goroutine) Fail(property, text string) {
	text = strings.ReplaceAll(text, g.World(), "world")
	if g.failure.Property == "" {
		g.failure = trace.Reason{Property: property, Text: text, Process: g.actor.Name}
	}
}

// EndAll ends the goroutine at once, and with it the interleaving, as a violation of a property.
func (g *Goroutine) EndAll(property, text string) {
	g.world.ends = g.actor
	g.Fail(property, text)
	g.over = true
	panic(left{})
}

// Recover returns what a deferred function of the program has recovered, unless the goroutine must end.
func Recover(r any) any {
	switch r.(type) {
	case killed, left:
		panic(r)
	}
	return r
}
