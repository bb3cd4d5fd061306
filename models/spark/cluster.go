package spark

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

const none = -1 // no worker

// setting is the size of a model, and the events in it.
type setting struct {
	workers, drivers int
	slots            int       // tasks that an executor runs at once
	ticks            int       // how often each process may be told that time has passed, each time it is started
	patience         int       // after how many of these a driver registers again, and after how many timers a recovery ends; 0 is one
	scripts          [][]event // of the environment: each is a process
	restarts         int       // how often a master that has crashed is started again; then that it crashes is a violation of its own
	bug              bug
}

// event is an external event: a message to a process, after some time.
type event struct {
	name  string
	after int // timers of the environment, on average
	to    address
	what  any
}

// bug is a mistake of a model, or empty. Where the code has it, a comment describes the consequence.
type bug string

const (
	spark2294 bug = "spark-2294"
	spark3150 bug = "spark-3150"
	spark9256 bug = "spark-9256"
)

// cluster has the processes of a model.
type cluster struct {
	Master, Database proc.PID
	Workers, Drivers []proc.PID
}

func (c cluster) find(a address) proc.PID {
	switch a.Role {
	case toWorker:
		return c.Workers[a.ID]
	case toDriver:
		return c.Drivers[a.ID]
	}
	return c.Master
}

func (c cluster) send(p *proc.P, out outbox) {
	for _, s := range out {
		p.Send(c.find(s.To), s.Message)
	}
}

// run is the first process. It starts all others and tells them of each other.
func (s setting) run(p *proc.P) {
	var c cluster
	c.Database = p.Spawn("database", serve, proc.Daemon)
	c.Master = p.Spawn("master", s.runMaster, proc.Daemon)
	for id := range s.workers {
		c.Workers = append(c.Workers, p.Spawn(fmt.Sprint("worker", id), func(p *proc.P) { s.runWorker(p, id) }, proc.Daemon))
	}
	for id := range s.drivers {
		c.Drivers = append(c.Drivers, p.Spawn(fmt.Sprint("driver", id), func(p *proc.P) { s.runDriver(p, id) }, proc.Daemon))
	}
	p.Send(c.Master, c)
	for _, pid := range c.Workers {
		p.Send(pid, c)
	}
	for _, pid := range c.Drivers {
		p.Send(pid, c)
	}
	for i, script := range s.scripts {
		p.Spawn(fmt.Sprint("environment", i), func(p *proc.P) { play(p, c, script) })
	}
}

// play lets the events of a script happen, in sequence. How long it waits for each is a choice, so a run that is minimized
// waits for none.
func play(p *proc.P, c cluster, script []event) {
	for _, e := range script {
		wait := 0
		if e.after > 0 {
			wait = p.Choose(2*e.after + 1)
		}
		for range wait {
			p.SendAfter(p.Self(), next{})
			proc.Receive[next](p)
		}
		proc.External(p, e.name, e.what, func(message any) { p.Send(c.find(e.to), message) })
	}
}

// next lets a script go on.
type next struct{}
