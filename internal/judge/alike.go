package judge

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// mostSteps is how many steps from two states are compared.
const mostSteps = 20

// checkAlike checks, if the strategy has just taken two states for one, the claim of the model that processes are alike: the states
// go on in the same way, up to the exchange of processes. It compares all next states, and goes on from one of them. Sends
// directly after a step are a part of the step: if they go into channels, no process can tell their order.
func (j *Judge) checkAlike() error {
	if j.System == nil || j.Trust || j.Replays {
		return nil
	}
	x := j.System.Alike(j.Player.Judged)
	if x == nil {
		return nil
	}
	pair := x.Pair()
	if pair == nil {
		return nil
	}
	j.walks++
	return j.aside(pair[0], func(here *walk) error {
		return j.aside(pair[1], func(there *walk) error {
			for step := range mostSteps {
				k := j.walks + step
				if err := here.next(); err != nil {
					return err
				}
				if err := there.next(); err != nil {
					return err
				}
				if differs := cmp.Or(here.misses(there), there.misses(here)); differs != nil {
					return unlike(differs, pair)
				}
				if here.blocked != there.blocked {
					return unlike(nil, pair)
				}
				if len(here.all) == 0 {
					return nil
				}
				if err := here.take(k); err != nil {
					return err
				}
				if err := there.take(k); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// unlike returns the error that processes are not alike: what the request does has no counterpart. With nil, a state is a deadlock, and
// its counterpart is none.
func unlike(r *trace.Request, p *world.Pair) error {
	e := &guard.ModelError{Problem: "only one of them is a deadlock, as some of the processes are daemons and others are not"}
	if r != nil {
		e.Process, e.Source = r.Process, r.Source
		e.Problem = fmt.Sprintf("from one of them, process %s can %s, and no step from the other one leads to the same", r.Process, r.Operation)
	}
	e.Problem = fmt.Sprintf("the processes of Model.Symmetric are not alike: two states, after %d and after %d steps, are the same if %s; but further on, %s. "+
		"Leave processes out of Symmetric that differ; a rule, and data that the processes use, must have no order of them either", len(p[0].Steps), len(p[1].Steps), p.Words(), e.Problem)
	return e
}

// walk is a way from a state that an exchange makes the same as another one.
type walk struct {
	*Judge
	from    world.Exchanged
	all     []following // sorted
	blocked bool
}

// following is a state that follows another one.
type following struct {
	print   trace.Fingerprint // of the state and of the path to it, after the exchange
	request trace.Request     // in the first step
	steps   trace.Schedule    // that lead to it
}

// aside calls the function with a way from a state in a partner of the world.
func (j *Judge) aside(from world.Exchanged, f func(*walk) error) error {
	return j.Loop.Recovered(func() error {
		w := j.World.Copy(stage.Partner)
		defer w.Close()
		p := stage.New(w)
		other := New(j.Config, p)
		p.Back = other.Back
		p.State().MergeBags()
		here := &walk{Judge: other, from: from}
		if err := here.do(from.Steps); err != nil {
			return err
		}
		return f(here)
	})
}

// do executes steps.
func (w *walk) do(steps trace.Schedule) error {
	for _, st := range steps {
		e, err := w.Player.Step(st)
		if err != nil {
			return err
		}
		w.Observe(len(w.Player.Events())-1, e)
	}
	return nil
}

// next finds the states that follow the present one.
func (w *walk) next() error {
	w.all, w.blocked = w.all[:0], false
	for _, can := range w.World.Enabled(nil) {
		for alternative := range max(1, can.Op.Alternatives) {
			if can.Barred.Has(alternative) {
				continue
			}
			if err := w.follow(trace.Step{Actor: can.Actor, Alternative: alternative}); err != nil {
				return err
			}
		}
	}
	if len(w.all) == 0 {
		w.blocked = w.World.Blocked()
	}
	slices.SortFunc(w.all, func(a, b following) int { return slices.Compare(a.print[:], b.print[:]) })
	return nil
}

// follow adds the state after a step, and after the sends that follow at once.
func (w *walk) follow(st trace.Step) error {
	depth := len(w.Player.Events())
	x := w.System.Alike(w.Player.Judged)
	next := following{steps: trace.Schedule{st}}
	var done trace.Fingerprint
	for i := 0; i == 0 || w.sends(st.Actor); i++ {
		if i > 0 {
			next.steps = append(next.steps, trace.Step{Actor: st.Actor})
		}
		if err := w.do(next.steps[i:]); err != nil {
			return err
		}
		e := &w.Player.Events()[depth+i]
		if i == 0 {
			next.request = w.World.Request(depth+1, e)
		}
		if i == 0 || e.Flags&kind.Delayed == 0 {
			of := x.Operation(e.Op, w.from.By)
			done = done.With(of[0]).With(of[1])
		}
	}
	of := x.Fingerprint(w.from.By)
	next.print = done.With(of[0]).With(of[1])
	w.all = append(w.all, next)
	return w.Player.StepBack(depth)
}

// sends reports whether an actor is about to send a message.
func (w *walk) sends(a trace.ActorID) bool {
	return slices.ContainsFunc(w.World.Enabled(nil), func(p trace.Pending) bool { return p.Actor == a && p.Op.Kind == kind.Send })
}

// misses returns the request that leads to the first of the states that the other way does not have; nil if it has all.
func (w *walk) misses(other *walk) *trace.Request {
	for i := range w.all {
		if i >= len(other.all) || w.all[i].print != other.all[i].print {
			return &w.all[i].request
		}
	}
	return nil
}

// take takes one of the states as the present one.
func (w *walk) take(k int) error { return w.do(w.all[k%len(w.all)].steps) }
