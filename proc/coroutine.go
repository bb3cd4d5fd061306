package proc

import (
	"context"
	"iter"
	"runtime"
	"runtime/pprof"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// coroutine executes a process from one operation to the next. It stands at a
// point of the process's history: it has asked for at.op and waits for the
// result.
type coroutine struct {
	p    *P
	next func() (struct{}, bool)
	stop func()
	at   *history
}

// reach executes the process until it asks for its next operation at the new
// point h, and returns that operation. If the coroutine stands at a point
// before h, it goes on from there; otherwise a new one takes its place and is
// given its past: results it has had before come from the history, without a
// switch of coroutines and without touching the world.
func (s *System) reach(a *process, h *history) operation {
	route, from := a.co.route(h)
	if from == nil {
		s.bury(a.co)
		a.co = s.newCoroutine(h.root().program)
	}
	s.resume(a.co, route)
	a.co.at = h
	return a.co.p.next
}

// route returns the points behind the coroutine's own that lead to h, and the
// coroutine's own point; or all points behind the root and nil, if the
// coroutine does not stand before h.
func (co *coroutine) route(h *history) ([]*history, *history) {
	var route []*history
	for ; h.parent != nil; h = h.parent {
		if co != nil && co.at == h {
			break
		}
		route = append(route, h)
	}
	slices.Reverse(route)
	if co != nil && co.at == h {
		return route, h
	}
	return route, nil
}

func (s *System) newCoroutine(pr *program) *coroutine {
	p := &P{sys: s, actor: pr.actor}
	p.guest = guest{process: p}
	labels := s.labelsOf(pr.actor)
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pprof.SetGoroutineLabels(labels)
		p.yield = yield
		p.execute(pr.body)
	})
	s.watch.own.Add(1) // now that it exists: counted sooner, it would hide a stray
	return &coroutine{p: p, next: next, stop: stop}
}

// labelsOf returns a context with the labels for goroutines that come from a process.
func (d *directory) labelsOf(a *trace.Actor) context.Context {
	if known, ok := d.labels.Load(a); ok {
		return known.(context.Context)
	}
	labels := labelled(d.watch.search, a.Name)
	d.labels.Store(a, labels)
	return labels
}

// resume lets the process walk the route and go on to its next operation.
func (s *System) resume(co *coroutine, route []*history) {
	co.p.route, co.p.walked = route, 0
	co.p.departed = false
	s.watch.enter(&co.p.guest)
	co.next()
	if !co.p.departed {
		s.watch.back()
	}
	s.watch.check()
}

// depart lets others execute code of the model: what remains to be done until the
// coroutine is left is none.
func (p *P) depart() {
	p.settle()
	p.departed = true
	p.sys.watch.back()
}

// execute is all that a coroutine does. However the function of the process
// ends, the coroutine does not end, but asks for the end of the process, or goes
// back to the checker, and stands there until it is closed.
//
//go:noinline
func (p *P) execute(body func(*P)) {
	defer p.park()
	defer p.finish()
	body(p)
	p.returned = true
}

// park goes back to the checker, with nothing to ask for.
func (p *P) park() {
	if broken := recover(); broken != nil { // not the model, which finish has seen to
		panic(broken)
	}
	p.yield(struct{}{})
}

// bury ends a coroutine; deferred functions of the model run. What ends it is
// runtime.Goexit, because no recover in the model can prevent that, and package
// iter passes it on to the caller of stop. So that is a goroutine that has
// nothing else to do, unless the process has come to its end by itself.
func (s *System) bury(co *coroutine) {
	if co == nil {
		return
	}
	s.watch.enter(&co.p.guest)
	s.watch.own.Add(-1)
	if co.p.atRest {
		co.stop()
	} else {
		buried := make(chan struct{})
		go func() {
			defer close(buried)
			co.stop()
		}()
		<-buried
	}
	s.watch.back()
}

// perform asks for an operation and returns its result once it has been
// executed. It is called in the coroutine of the process.
func (p *P) perform(op operation) result {
	if !p.request(op) {
		runtime.Goexit()
	}
	h := p.route[p.walked]
	p.walked++
	return h.via
}

// request asks for an operation and waits until it has been executed; or until the
// coroutine is closed, and then it returns false.
func (p *P) request(op operation) bool {
	p.claim()
	if p.failed() && op.Kind != trace.Exit { // what a deferred function waits for would hide the failure
		runtime.Goexit()
	}
	p.idled = 0
	if p.trial != nil {
		p.trial.asked = append(p.trial.asked, op)
	}
	if p.walked < len(p.route) {
		p.compare(p.route[p.walked].parent, &op)
		p.logged() // when it was executed first
		return true
	}
	if p.trial != nil {
		p.compare(p.trial.at, &op)
	}
	p.depart()
	op.site = p.here()
	if p.sys.recording {
		noted := notes{source: p.callSite(), acted: p.acted, log: p.logged(), stack: p.panicked}
		if op.notes != nil {
			noted.picks = op.notes.picks
		}
		op.notes = &noted
		p.acted = ""
	}
	p.next = op
	p.stopped = !p.yield(struct{}{})
	return !p.stopped
}
