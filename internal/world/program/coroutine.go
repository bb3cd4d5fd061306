package program

import (
	"iter"
	"runtime/pprof"
	"slices"
)

// Coroutine executes a process from one operation to the next. It has requested at.op and waits for
// the result.
type Coroutine struct {
	x    *Execution
	next func() (struct{}, bool)
	stop func()
	at   *History
}

// Route returns the points after one, or after the root if it is nil, that lead to h.
func Route(after, h *History) (route []*History) {
	for ; h.Parent != nil && h != after; h = h.Parent {
		route = append(route, h)
	}
	slices.Reverse(route)
	return route
}

// resume executes the process along the route up to its next operation.
func (co *Coroutine) resume(route []*History) {
	x, watch := co.x, co.x.sys.Watch
	x.route, x.walked, x.departed = route, 0, false
	watch.Enter(&x.code)
	co.next()
	if !x.departed {
		watch.Back()
	}
	watch.Check()
}

// Close ends the coroutine, unless it is nil; deferred functions of the model run. It is ended by
// runtime.Goexit, which no recover in the model can prevent. Package iter propagates that to the
// caller of stop, which is therefore another goroutine, unless the function has ended by itself.
func (co *Coroutine) Close() {
	if co == nil {
		return
	}
	watch := co.x.sys.Watch
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

func newCoroutine(s *Runner, pr *Program, origin *History) *Coroutine {
	x, call := pr.Body.New()
	x.init(s, pr)
	x.origin = origin
	labels := s.LabelsOf(pr.Actor)
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pprof.SetGoroutineLabels(labels)
		x.yield = yield
		x.execute(call)
	})
	s.Watch.Expect(1) // not before it exists: it would hide a leak
	return &Coroutine{x: x, next: next, stop: stop}
}

// Along executes the program of a process, which began at that point, with the results of a route, and
// returns its requests.
func Along(s *Runner, pr *Program, root *History, route []*History, t *Trial) []Operation {
	co := newCoroutine(s, pr, root)
	defer co.Close()
	co.x.trial = t
	co.resume(route)
	return t.asked
}
