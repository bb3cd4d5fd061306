package spark

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// worker is the state of a worker, with its executors.
type worker struct {
	ID         int
	Cluster    cluster
	Up         bool
	Registered bool
	Ticks      int
	Drivers    []int // that it runs
	Executors  []int // by their drivers
	Tasks      []launchTask

	Out outbox
}

// runWorker is the process of a worker. It waits until it is started.
func (s setting) runWorker(p *proc.P, id int) {
	proc.Loop(p, worker{ID: id, Cluster: proc.Receive[cluster](p)}, func(w *worker) bool {
		switch m := p.Receive().(type) {
		case start:
			if w.Up {
				return true
			}
			*w = worker{ID: id, Cluster: w.Cluster, Up: true, Ticks: s.ticks}
			w.Out.master(registerWorker{id})
			if w.Ticks > 0 {
				p.SendAfter(p.Self(), tick{})
			}
		case tick:
			if w.beat(); w.Up && w.Ticks > 0 {
				p.SendAfter(p.Self(), tick{})
			}
		case launchTask:
			if w.Up && slices.Contains(w.Executors, m.Driver) {
				w.Tasks = append(w.Tasks, m)
				p.SendAfter(p.Self(), taskEnds(m))
			}
		default:
			if w.Up {
				w.step(m)
			}
		}
		w.Cluster.send(p, w.Out)
		w.Out = nil
		return true
	})
}

// beat tells the master that the worker is there, or that it wants to be.
func (w *worker) beat() {
	if !w.Up || w.Ticks == 0 {
		return
	}
	w.Ticks--
	if w.Registered {
		w.Out.master(heartbeat{w.ID})
	} else {
		w.Out.master(registerWorker{w.ID})
	}
}

// step changes the state as a message demands.
func (w *worker) step(message any) {
	switch m := message.(type) {
	case kill:
		w.fail()
	case registeredWorker:
		w.Registered = true
	case reconnect:
		w.Out.master(registerWorker{w.ID})
	case launchDriver:
		if !slices.Contains(w.Drivers, m.Driver) {
			w.Drivers = append(w.Drivers, m.Driver)
			w.Out.driver(m.Driver, startedBy{w.ID})
		}
	case driverEnded:
		w.Drivers = slices.DeleteFunc(w.Drivers, func(d int) bool { return d == m.Driver })
		w.Out.master(m)
	case launchExecutor:
		if !slices.Contains(w.Executors, m.Driver) {
			w.Executors = append(w.Executors, m.Driver)
		}
		w.Out.driver(m.Driver, registerExecutor{w.ID})
	case killExecutor:
		w.Executors = slices.DeleteFunc(w.Executors, func(d int) bool { return d == m.Driver })
		w.Tasks = slices.DeleteFunc(w.Tasks, func(t launchTask) bool { return t.Driver == m.Driver })
	case masterChanged:
		w.Out.master(workerState{w.ID, w.Drivers, w.Executors})
	case taskEnds:
		if i := slices.Index(w.Tasks, launchTask(m)); i >= 0 {
			w.Tasks = slices.Delete(w.Tasks, i, i+1)
			w.Out.driver(m.Driver, finished{w.ID, m.Task})
		}
	}
}

// fail ends the worker and the executors and drivers on it. Its connections break, which tells the others.
func (w *worker) fail() {
	for _, d := range w.Drivers {
		w.Out.driver(d, kill{})
	}
	for _, d := range w.Executors {
		w.Out.driver(d, executorLost{w.ID})
	}
	w.Out.master(workerLost{w.ID})
	*w = worker{ID: w.ID, Cluster: w.Cluster, Out: w.Out}
}
