// Package queue is a work queue: workers ask it for tasks, do them, and report that. A worker may
// crash at any time, and then another one gets its task. So a task may be begun twice, but must
// take effect exactly once.
package queue

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "queue",
			Doc:  "A task is done when its worker says so, and takes effect only where it has not before.",
			Main: variant{}.run, Properties: properties, Goals: goals,
		},
		{
			Name: "queue-early-acknowledgement",
			Doc:  "A task counts as done as soon as a worker has it.",
			Main: variant{early: true}.run, Properties: properties, Goals: goals,
			Violates: []string{exactlyOnce},
		},
		{
			Name: "queue-not-idempotent",
			Doc:  "A worker does not look whether the task has taken effect before.",
			Main: variant{blind: true}.run, Properties: properties, Goals: goals,
			Violates: []string{exactlyOnce},
		},
	}
}

const (
	exactlyOnce   = "exactly once"
	crashedBefore = "crashed before"
	crashedAfter  = "crashed after"
)

var properties = []checker.Property{{Name: exactlyOnce, Doc: "In the end each task has taken effect once."}}

// goals lists what must be possible; otherwise no crash would matter.
var goals = []checker.Property{
	{Name: crashedBefore, Doc: "A worker crashes before its task takes effect."},
	{Name: crashedAfter, Doc: "A worker crashes after its task has taken effect, before it reports that."},
}

// variant is the difference between the models.
type variant struct {
	early, blind bool
}

const tasks, workers = 2, 2

type (
	ready struct{ From proc.PID } // to the queue: a worker wants something to do
	done  struct{ From proc.PID } // to the queue: a worker has done its task
	task  struct{ Number int }    // to a worker
	stop  struct{}                // to a worker: all tasks are done
)

// effects counts how often each task has taken effect.
type effects = proc.Table[int, int]

// run is the first process, the queue: it assigns tasks until all are done, stops the workers, and
// judges the effects.
func (v variant) run(p *proc.P) {
	e := proc.NewTable[int, int](p, "effects")
	for n := range tasks {
		e.Insert(p, n, 0)
	}
	staff := v.giveOut(p, e)
	for _, worker := range staff {
		p.Send(worker, stop{})
		proc.Receive(p, func(d proc.Down) bool { return d.From == worker })
	}
	for n := range tasks {
		times, _ := e.Lookup(p, n)
		p.Assert(times == 1, exactlyOnce, "task %d has taken effect %d times", n, times)
	}
}

// giveOut assigns each task to a worker that is ready, and to another one if that crashes before
// the task is done. It returns the remaining workers.
func (v variant) giveOut(p *proc.P, e effects) (staff []proc.PID) {
	for range workers {
		staff = append(staff, v.hire(p, e, true))
	}
	var waiting []int
	for n := range tasks {
		waiting = append(waiting, n)
	}
	has := map[proc.PID]int{} // the task of each worker
	for len(waiting)+len(has) > 0 {
		wanted := []proc.Pattern{proc.Type[done](), proc.Type[proc.Down]()}
		if len(waiting) > 0 {
			wanted = append(wanted, proc.Type[ready]())
		}
		switch m := p.Receive(wanted...).(type) {
		case ready:
			has[m.From] = waiting[0]
			p.Send(m.From, task{waiting[0]})
			waiting = waiting[1:]
		case done:
			delete(has, m.From)
		case proc.Down:
			if n, ok := has[m.From]; ok {
				delete(has, m.From)
				waiting = append(waiting, n)
			}
			staff = slices.DeleteFunc(staff, func(pid proc.PID) bool { return pid == m.From })
			staff = append(staff, v.hire(p, e, false))
		}
	}
	return staff
}

// hire starts a worker and monitors it. Only the first workers are fragile, so that the number of
// crashes is finite.
func (v variant) hire(p *proc.P, e effects, fragile bool) proc.PID {
	queue := p.Self()
	worker, _ := p.SpawnMonitor("worker", func(p *proc.P) {
		proc.Loop(p, struct{}{}, func(*struct{}) bool {
			p.Send(queue, ready{p.Self()})
			t, more := p.Receive(proc.Type[task](), proc.Type[stop]()).(task)
			if more {
				v.work(p, queue, e, t.Number, fragile)
			}
			return more
		})
	})
	return worker
}

// work does a task and reports that.
func (v variant) work(p *proc.P, queue proc.PID, e effects, number int, fragile bool) {
	if v.early {
		p.Send(queue, done{p.Self()})
	}
	crash(p, fragile, crashedBefore)
	if v.blind {
		proc.UpdateCounter(p, e, number, 1)
	} else {
		e.CompareAndSwap(p, number, 0, 1)
	}
	crash(p, fragile, crashedAfter)
	if !v.early {
		p.Send(queue, done{p.Self()})
	}
}

// crash may end a fragile worker.
func crash(p *proc.P, fragile bool, goal string) {
	if fragile && p.Choose(2) == 1 {
		p.Reach(goal)
		p.Exit("crash")
	}
}
