package spark

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// master is the state of the master.
type master struct {
	Cluster    cluster
	Up         bool
	Recovering bool
	Second     int // the time, by its own clock
	Ticks      int
	Crashes    int // in succession, of a master that is started again
	Workers    []workerInfo
	Apps       []appInfo
	Drivers    []driverInfo

	Ask []query // the step's queries to the database
	Out outbox  // the messages that it sends then
}

// workerInfo is the master's knowledge of a worker.
type workerInfo struct {
	ID      int
	Unknown bool // after a recovery, until the worker answers
}

// appInfo is the master's knowledge of an application. It has the ID of its driver.
type appInfo struct {
	ID        int
	Second    int   // when it registered
	Unknown   bool  // as for workers
	Executors []int // the workers that have one
}

// driverInfo is the master's knowledge of a driver that it launches. Worker is nil in a record that has just been
// read from the database, as in Spark, which does not store it.
type driverInfo struct {
	ID        int
	Supervise bool
	Worker    *place
}

// place is where a driver runs. If it waits, the worker is none.
type place struct{ Worker int }

// runMaster is the process of the master. It is up from the beginning, unless the environment starts it.
func (s setting) runMaster(p *proc.P) {
	m := master{Cluster: proc.Receive[cluster](p), Up: true, Ticks: s.ticks}
	if m.Ticks > 0 {
		p.SendAfter(p.Self(), tick{})
	}
	proc.Loop(p, m, func(m *master) bool {
		s.turn(p, m.Cluster, m, p.Receive())
		return true
	})
}

// turn handles a message. What changes in the database is durable before others learn of it.
func (s setting) turn(p *proc.P, c cluster, m *master, message any) {
	var stored []entry
	switch message.(type) {
	case start:
		if m.Up {
			return
		}
		stored = proc.Call[result](p, c.Database, query{Do: load}).Entries
		p.SendAfter(p.Self(), recoveryTimeout{max(1, s.patience) - 1})
		if s.ticks > 0 {
			p.SendAfter(p.Self(), tick{})
		}
		*m = master{Cluster: m.Cluster, Up: true, Recovering: true, Ticks: s.ticks, Crashes: m.Crashes}
		m.recover(stored)
	case kill:
		*m = master{Cluster: m.Cluster}
		return
	default:
		if !m.Up {
			return
		}
		if s.restarts == 0 {
			m.step(message, s.bug)
		} else if s.crashes(p, m, message) {
			return
		}
	}
	for _, q := range m.Ask {
		if proc.Call[result](p, c.Database, q).Exists {
			panic(fmt.Sprintf("the database has an %s %d of second %d already", q.Entry.Kind, q.Entry.ID, q.Entry.Second))
		}
	}
	c.send(p, m.Out)
	m.Ask, m.Out = nil, nil
	switch r := message.(type) {
	case tick:
		if m.Ticks > 0 {
			p.SendAfter(p.Self(), tick{})
		}
	case recoveryTimeout:
		if m.Recovering && r.Left > 0 {
			p.SendAfter(p.Self(), recoveryTimeout{r.Left - 1})
		}
	}
}

// crashes executes a step of a master that is started again when it crashes, and reports whether it does.
func (s setting) crashes(p *proc.P, m *master, message any) (crashed bool) {
	reason := m.attempt(message, s.bug)
	if reason == nil {
		if !m.Recovering {
			m.Crashes = 0
		}
		return false
	}
	p.Assert(m.Crashes < s.restarts, recovers, "the master has been started again %d times, and crashes each time: %v", m.Crashes, reason)
	*m = master{Cluster: m.Cluster, Crashes: m.Crashes + 1}
	p.Send(p.Self(), start{})
	return true
}

// attempt executes a step and returns why it has crashed, or nil.
func (m *master) attempt(message any, bug bug) (reason any) {
	defer func() { reason = recover() }()
	m.step(message, bug)
	return nil
}

// step changes the state as a message demands.
func (m *master) step(message any, bug bug) {
	switch r := message.(type) {
	case tick:
		m.Second++
		m.Ticks--
	case registerWorker:
		m.registerWorker(r.Worker)
	case heartbeat:
		if !slices.ContainsFunc(m.Workers, func(w workerInfo) bool { return w.ID == r.Worker }) {
			m.Out.worker(r.Worker, reconnect{})
		}
	case workerLost:
		m.removeWorker(r.Worker)
	case submit:
		m.submitted(r)
	case driverEnded:
		m.relaunch(func(d *driverInfo) bool { return d.ID == r.Driver })
	case registerApplication:
		m.registerApplication(r.Driver, bug)
	case driverLost:
		m.removeApp(r.Driver)
	case workerState:
		m.workerAnswers(r, bug)
	case masterChangeNoticed:
		m.appAnswers(r.Driver, bug)
	case recoveryTimeout:
		if m.Recovering && r.Left == 0 {
			m.completeRecovery(bug)
		}
	}
	m.schedule()
}

func (m *master) ask(do action, e entry) { m.Ask = append(m.Ask, query{do, e}) }

// registerWorker adds a worker, unless it is there.
func (m *master) registerWorker(id int) {
	if !slices.ContainsFunc(m.Workers, func(w workerInfo) bool { return w.ID == id }) {
		m.Workers = append(m.Workers, workerInfo{ID: id})
		m.ask(create, entry{Kind: aWorker, ID: id})
	}
	m.Out.worker(id, registeredWorker{})
}

// removeWorker forgets a worker, and with it its executors and drivers.
func (m *master) removeWorker(id int) {
	if !slices.ContainsFunc(m.Workers, func(w workerInfo) bool { return w.ID == id }) {
		return
	}
	m.Workers = slices.DeleteFunc(m.Workers, func(w workerInfo) bool { return w.ID == id })
	m.ask(remove, entry{Kind: aWorker, ID: id})
	for i := range m.Apps {
		a := &m.Apps[i]
		a.Executors = slices.DeleteFunc(a.Executors, func(w int) bool { return w == id })
	}
	m.relaunch(func(d *driverInfo) bool { return d.Worker != nil && d.Worker.Worker == id })
}

// submitted adds a driver, which waits for a worker.
func (m *master) submitted(s submit) {
	if m.Recovering || slices.ContainsFunc(m.Drivers, func(d driverInfo) bool { return d.ID == s.Driver }) {
		return
	}
	m.Drivers = append(m.Drivers, driverInfo{s.Driver, s.Supervise, &place{none}})
	m.ask(create, entry{Kind: aDriver, ID: s.Driver, Supervise: s.Supervise})
}

// relaunch lets drivers that have ended wait for a worker again, or forgets them if nobody supervises them.
func (m *master) relaunch(ended func(*driverInfo) bool) {
	var left []driverInfo
	for _, d := range m.Drivers {
		switch {
		case !ended(&d):
			left = append(left, d)
		case d.Supervise:
			left = append(left, driverInfo{d.ID, true, &place{none}})
		default:
			m.ask(remove, entry{Kind: aDriver, ID: d.ID})
		}
	}
	m.Drivers = left
}

// registerApplication adds the application of a driver.
func (m *master) registerApplication(id int, bug bug) {
	if m.Recovering {
		return // the driver asks again
	}
	known := slices.ContainsFunc(m.Apps, func(a appInfo) bool { return a.ID == id })
	if !known {
		m.Apps = append(m.Apps, appInfo{ID: id, Second: m.Second})
	}
	if !known || bug == spark9256 { // the mistake: it also stores an application that it knows, whose key differs only if the second does
		m.ask(create, entry{Kind: anApplication, ID: id, Second: m.Second})
	}
	m.Out.driver(id, registeredApplication{})
}

// removeApp forgets an application, and ends its executors.
func (m *master) removeApp(id int) {
	m.Apps = slices.DeleteFunc(m.Apps, func(a appInfo) bool {
		if a.ID != id {
			return false
		}
		m.ask(remove, entry{Kind: anApplication, ID: id, Second: a.Second})
		for _, w := range a.Executors {
			m.Out.worker(w, killExecutor{id})
		}
		return true
	})
}

// schedule launches the drivers that wait, and executors of each application on all workers.
func (m *master) schedule() {
	if m.Recovering {
		return
	}
	for i := range m.Drivers {
		d := &m.Drivers[i]
		if len(m.Workers) > 0 && d.Worker.Worker == none {
			d.Worker = &place{m.Workers[d.ID%len(m.Workers)].ID}
			m.Out.worker(d.Worker.Worker, launchDriver{d.ID})
		}
	}
	for i := range m.Apps {
		a := &m.Apps[i]
		for _, w := range m.Workers {
			if !slices.Contains(a.Executors, w.ID) {
				a.Executors = append(a.Executors, w.ID)
				m.Out.worker(w.ID, launchExecutor{a.ID})
			}
		}
	}
}
