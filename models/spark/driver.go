package spark

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// driver is the state of a driver: its application, and its scheduler of tasks.
type driver struct {
	Cluster    cluster
	ID         int
	Up         bool
	Registered bool
	Ticks      int
	Worker     int // that runs it; none if it is started by the environment
	Executors  []executor
	Jobs       []taskSet

	Out outbox
}

// executor is where tasks can run.
type executor struct{ Worker, Free int }

// runDriver is the process of a driver. It waits until it is started.
func (s setting) runDriver(p *proc.P, id int) {
	proc.Loop(p, driver{ID: id, Cluster: proc.Receive[cluster](p)}, func(d *driver) bool {
		message := p.Receive()
		done := d.step(message, s)
		for d.Up {
			launched, inverted := d.offer(s.bug)
			p.Assert(inverted == "", locality, "%s", inverted)
			if !launched {
				break
			}
		}
		d.Cluster.send(p, d.Out)
		d.Out = nil
		if d.Up && d.Ticks > 0 && winds(message) {
			p.SendAfter(p.Self(), tick{})
		}
		if done {
			p.Reach(jobDone)
		}
		return true
	})
}

// winds reports whether the timer of a driver starts with that message.
func winds(message any) bool {
	switch message.(type) {
	case start, startedBy, tick:
		return true
	}
	return false
}

// step changes the state as a message demands, and reports whether a job is done.
func (d *driver) step(message any, s setting) (done bool) {
	switch m := message.(type) {
	case start:
		d.begin(none, s.ticks)
		return false
	case startedBy:
		d.begin(m.Worker, s.ticks)
		return false
	}
	if !d.Up {
		return false
	}
	switch m := message.(type) {
	case kill:
		d.fail()
	case tick:
		d.wait(max(1, s.patience))
	case registeredApplication:
		d.Registered = true
	case masterChanged:
		d.Out.master(masterChangeNoticed{d.ID})
	case registerExecutor:
		d.lose(m.Worker)
		d.Executors = append(d.Executors, executor{m.Worker, s.slots})
	case executorLost:
		d.lose(m.Worker)
	case job:
		d.Jobs = append(d.Jobs, taskSet{ID: m.ID, Pending: m.Tasks, Wait: localityWait})
	case finished:
		return d.finished(m)
	}
	return false
}

// begin starts the driver, which registers its application.
func (d *driver) begin(worker, ticks int) {
	if !d.Up {
		*d = driver{ID: d.ID, Cluster: d.Cluster, Up: true, Ticks: ticks, Worker: worker}
		d.Out.master(registerApplication{d.ID})
	}
}

// wait lets time pass. A driver that has no answer yet registers again.
func (d *driver) wait(patience int) {
	if d.Ticks == 0 {
		return
	}
	d.Ticks--
	if !d.Registered && d.Ticks%patience == 0 {
		d.Out.master(registerApplication{d.ID})
	}
	for i := range d.Jobs {
		d.Jobs[i].Wait = max(0, d.Jobs[i].Wait-1)
	}
}

// fail ends the driver. Its connections break, which tells the others.
func (d *driver) fail() {
	d.Out.master(driverLost{d.ID})
	if d.Worker != none {
		d.Out.worker(d.Worker, driverEnded{d.ID})
	}
	*d = driver{ID: d.ID, Cluster: d.Cluster, Out: d.Out}
}

// lose forgets an executor. Its tasks wait again.
func (d *driver) lose(worker int) {
	d.Executors = slices.DeleteFunc(d.Executors, func(e executor) bool { return e.Worker == worker })
	for i := range d.Jobs {
		d.Jobs[i].lose(worker)
	}
}
