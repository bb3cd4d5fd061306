package spark

import "slices"

// recover begins a recovery with the entries of the database: all workers and applications are asked whether they are there.
func (m *master) recover(stored []entry) {
	for _, e := range stored {
		switch e.Kind {
		case aWorker:
			m.Workers = append(m.Workers, workerInfo{ID: e.ID, Unknown: true})
			m.Out.worker(e.ID, masterChanged{})
		case aDriver:
			m.Drivers = append(m.Drivers, driverInfo{ID: e.ID, Supervise: e.Supervise})
		case anApplication:
			if slices.ContainsFunc(m.Apps, func(a appInfo) bool { return a.ID == e.ID }) {
				continue // spark-9256 leaves several entries
			}
			m.Apps = append(m.Apps, appInfo{ID: e.ID, Second: e.Second, Unknown: true})
			m.Out.driver(e.ID, masterChanged{})
			m.Second = max(m.Second, e.Second)
		}
	}
}

// workerAnswers notes which drivers and executors a worker has.
func (m *master) workerAnswers(s workerState, bug bug) {
	for i := range m.Workers {
		if w := &m.Workers[i]; w.ID == s.Worker && w.Unknown {
			w.Unknown = false
			for j := range m.Drivers {
				if d := &m.Drivers[j]; slices.Contains(s.Drivers, d.ID) {
					d.Worker = &place{s.Worker}
				}
			}
			for j := range m.Apps {
				if a := &m.Apps[j]; slices.Contains(s.Executors, a.ID) && !slices.Contains(a.Executors, s.Worker) {
					a.Executors = append(a.Executors, s.Worker)
				}
			}
		}
	}
	m.completeIfAnswered(bug)
}

// appAnswers notes that the driver of an application is there.
func (m *master) appAnswers(id int, bug bug) {
	for i := range m.Apps {
		if m.Apps[i].ID == id {
			m.Apps[i].Unknown = false
		}
	}
	m.completeIfAnswered(bug)
}

// completeIfAnswered ends the recovery if all workers and applications have answered.
func (m *master) completeIfAnswered(bug bug) {
	waits := slices.ContainsFunc(m.Workers, func(w workerInfo) bool { return w.Unknown }) ||
		slices.ContainsFunc(m.Apps, func(a appInfo) bool { return a.Unknown })
	if m.Recovering && !waits {
		m.completeRecovery(bug)
	}
}

// completeRecovery forgets the silent workers and applications, and has drivers that no worker has claimed launched again.
func (m *master) completeRecovery(bug bug) {
	m.Recovering = false
	if bug != spark3150 {
		for i := range m.Drivers {
			if d := &m.Drivers[i]; d.Worker == nil {
				d.Worker = &place{none}
			}
		}
	}
	for _, w := range slices.Clone(m.Workers) {
		if w.Unknown {
			m.removeWorker(w.ID)
		}
	}
	for _, a := range slices.Clone(m.Apps) {
		if a.Unknown {
			m.removeApp(a.ID)
			m.Out.driver(a.ID, kill{})
		}
	}
	m.relaunch(func(d *driverInfo) bool { return d.Worker.Worker == none }) // the mistake: no worker has ever been set
}
