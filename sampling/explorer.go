package sampling

import (
	"math/rand/v2"

	"github.com/checkmodel/checkmodel/internal/handling"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Explorer draws runs. It implements checker.Strategy. It must be used by one goroutine.
type Explorer struct {
	search *Dispatcher
	now    func() bool
	later  func() Batch

	draw     draw
	rules    map[*arm]rule
	run      int // the number of the run
	arm      *arm
	rule     rule
	order    causality.Order
	handlers handling.Order // if messages commute
	labels   []uint64       // then: of the events
	events   []trace.Event
	outcome  outcome
	change   change   // of a search that learns
	features features // likewise
}

// rule draws the steps of a run.
type rule interface {
	// begin begins a run.
	begin(*draw)
	// choose returns the position of an enabled actor.
	choose(*draw) int
	// ran is called after each event.
	ran(*draw, *trace.Event)
	// measure sets the chains and labels that a sample records, if the rule has any.
	measure(*draw, *outcome)
}

// Explorer returns a new explorer. now enters the findings of the current run into the result, and reports whether
// the search goes on. later returns them as a batch to enter later. The search calls both by End, one at a time.
// commute says which messages to a process commute, so that they do not race; nil if none do. The explorer calls it.
func (s *Dispatcher) Explorer(now func() bool, later func() Batch, commute trace.Commutation) *Explorer {
	x := &Explorer{search: s, now: now, later: later, rules: map[*arm]rule{}}
	x.order.Relation = s.config.Relation
	source := rand.NewPCG(0, 0)
	x.draw = draw{source: source, rand: rand.New(source), profile: &s.profile, occurred: map[uint64]uint64{}, commute: commute}
	x.features.known = map[uint64]bool{}
	x.handlers = handling.Order{Relation: s.config.Relation, Commute: commute}
	return x
}

// Begin begins the next run, if there is one. It waits for the end of the preliminary runs.
func (x *Explorer) Begin() (trace.Schedule, bool) {
	if x.run = x.search.take(); x.run == 0 {
		return nil, false
	}
	x.arm = x.search.arm(x.run)
	if x.rule = x.rules[x.arm]; x.rule == nil {
		x.rule = x.arm.rule()
		x.rules[x.arm] = x.rule
	}
	x.draw.begin(x.search.config.Seed, x.run, x.arm)
	x.rule.begin(&x.draw)
	if x.run > Preliminary && x.search.config.Pauses.Most > 0 {
		x.draw.pauses.begin(&x.draw, x.search.config.Pauses, x.search.profile.events)
	}
	x.events, x.labels = x.events[:0], x.labels[:0]
	x.outcome = outcome{arm: x.arm, names: x.outcome.names[:0], racing: x.outcome.racing[:0], families: x.outcome.families[:0], windows: x.outcome.windows[:0], history: x.outcome.history[:0]}
	x.features.begin()
	x.change.begin(nil)
	if x.search.corpus != nil && x.run > Preliminary {
		x.vary()
	}
	return nil, true
}

// Counts reports whether the current run counts. Otherwise it is only learned from.
func (x *Explorer) Counts() bool { return x.search.counts(x.run) }

// Choose draws a step.
func (x *Explorer) Choose(v trace.View) (trace.Step, bool) {
	d := &x.draw
	d.enabled, d.state = v.Enabled, v.State
	d.enabled = d.pauses.able(d)
	if s, ok := x.change.next(d); ok {
		return s, true
	}
	p := &d.enabled[x.rule.choose(d)]
	return trace.Step{Actor: p.Actor, Alternative: d.alternative(p)}, true
}

// Observe records an event.
func (x *Explorer) Observe(_ int, e *trace.Event) error {
	d := &x.draw
	x.events = append(x.events, *e)
	if x.arm.strategy == Visited || x.search.corpus != nil && d.state.Behavior().Hash != 0 {
		d.windows.ran(d, e)
	}
	x.rule.ran(d, e)
	if x.run <= Preliminary {
		x.outcome.names = append(x.outcome.names, d.name(e.Actor, &e.Op))
		x.outcome.families = append(x.outcome.families, d.names.actor(e.Actor, d.state).family)
	}
	if d.commute != nil {
		x.labels = append(x.labels, d.label(e))
	}
	if x.run <= Preliminary || x.arm.labels {
		if !d.names.actor(e.Actor, d.state).single {
			d.occurred[d.names.operation(e.Actor, &e.Op, d.state)]++
		}
	}
	if x.run <= Preliminary || x.arm.rough {
		x.crashing(e)
	}
	if x.search.corpus != nil {
		x.features.ran(d, e, len(x.events)-1)
	}
	*d.done.at(e.Actor)++
	d.pauses.events++
	return nil
}

// crashing records the effects of an event on crashes.
func (x *Explorer) crashing(e *trace.Event) {
	o, disk := &x.outcome, x.draw.disks.at(e.Actor)
	disk.ran(&e.Op)
	o.durable, o.replaced = max(o.durable, int(disk.durable)), max(o.replaced, int(disk.replaced))
	if e.Kind == kind.DecideFaults {
		o.nodes++
	}
}

// End ends the run.
func (x *Explorer) End(end trace.Ending) error {
	o := &x.outcome
	o.events, o.violating, o.choices = len(x.events), end.Violating, x.draw.choices
	if c := &x.search.config; !c.Unclassified || x.search.corpus != nil || x.run <= Preliminary && c.Strategy != RandomWalk {
		x.order.Compute(x.events)
		x.classify(end.State)
	}
	if x.change.parent == nil {
		x.rule.measure(&x.draw, o)
	}
	if x.search.corpus != nil {
		o.finding = x.finding()
	}
	x.search.enter(x.run, o, x.now, x.later)
	return nil
}

// classify sets the class of the run and, in a preliminary one, which events race.
func (x *Explorer) classify(state trace.State) {
	o := &x.outcome
	if x.run <= Preliminary {
		o.racing = append(o.racing, make([]bool, len(x.events))...)
	}
	if x.draw.commute == nil {
		o.class = x.order.Class(func(a trace.ActorID) uint64 { return x.draw.names.actor(a, state).exact })
		for _, r := range x.order.Races() {
			if len(o.racing) > 0 && reversible(&x.events[r.First], &x.events[r.Second]) {
				o.racing[r.First], o.racing[r.Second] = true, true
			}
		}
		return
	}
	x.handlers.Compute(x.events, x.labels, &x.order)
	o.class = x.handlers.Class()
	for _, r := range x.handlers.Races {
		if len(o.racing) > 0 && reversible(&x.events[r[0]], &x.events[r[1]]) {
			o.racing[r[0]], o.racing[r[1]] = true, true
		}
	}
}

// Class returns a hash of the equivalence class of the current run, once it has ended.
func (x *Explorer) Class() uint64 { return x.outcome.class }

// Coverage says that the search draws a sample.
func (x *Explorer) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

// Retained holds no events: the records of a run do not depend on numbers of values. No record of a range enters until f returns.
func (x *Explorer) Retained(f func(held []*trace.Event)) {
	x.search.mu.Lock()
	defer x.search.mu.Unlock()
	f(nil)
}
