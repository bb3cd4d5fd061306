package world

import (
	"iter"
	"runtime/pprof"
	"slices"
)

// coroutine executes a process from one operation to the next. It stands at a point of the
// process's history: it has asked for at.op and waits for the result.
type coroutine struct {
	x    *Execution
	next func() (struct{}, bool)
	stop func()
	at   *history
}

// reach executes the process until it asks for its next operation at the new point h, and returns
// that operation. If the coroutine stands at a point before h, it goes on from there; otherwise a
// new one takes its place and is given its past: results it has had before come from the history,
// without a switch of coroutines and without touching the world.
func (p *process) reach(s *System, h *history) Operation {
	route, from := p.co.route(h)
	if from == nil {
		p.co.close()
		p.co = newCoroutine(s, h.root().program)
	}
	p.co.resume(route)
	p.co.at = h
	return p.co.x.next
}

// route returns the points after the coroutine's own that lead to h, and the coroutine's own
// point; or all points after the root and nil, if the coroutine does not stand before h.
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

func newCoroutine(s *System, pr *Program) *coroutine {
	handle, x := pr.Body.New()
	x.init(s, pr.Actor)
	labels := s.labelsOf(pr.Actor)
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pprof.SetGoroutineLabels(labels)
		x.yield = yield
		x.execute(pr.Body, handle)
	})
	s.watch.Expect(1) // now that it exists: counted sooner, it would hide a stray
	return &coroutine{x: x, next: next, stop: stop}
}

// resume lets the process walk the route and go on to its next operation.
func (co *coroutine) resume(route []*history) {
	x, watch := co.x, co.x.sys.watch
	x.route, x.walked, x.departed = route, 0, false
	watch.Enter(&x.code)
	co.next()
	if !x.departed {
		watch.Back()
	}
	watch.Check()
}

// close ends the coroutine, unless it is nil; deferred functions of the model run. What
// ends it is runtime.Goexit, because no recover in the model can prevent that. Package
// iter passes it on to the caller of stop, which is therefore a goroutine of its own,
// unless the process has come to its end by itself.
func (co *coroutine) close() {
	if co == nil {
		return
	}
	watch := co.x.sys.watch
	watch.Enter(&co.x.code)
	watch.Expect(-1)
	if co.x.atRest {
		co.stop()
	} else {
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			co.stop()
		}()
		<-stopped
	}
	watch.Back()
}
