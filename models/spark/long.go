package spark

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Long returns models with runs as long as in the paper, with as many external events. There is one model for each bug. They
// are there to be minimized: most events have nothing to do with the bug.
func Long() []checker.Model { return models(long) }

var long = []variant{
	{name: "spark-2294-long", doc: "Jobs with preferences of all kinds, of two drivers; a worker joins late, and another one is started again.",
		setting:  setting{workers: 4, drivers: 2, slots: 2, ticks: 52, scripts: manyJobs(), bug: spark2294},
		violates: []string{locality}, atRandom: true},
	{name: "spark-3150-long", doc: "The master fails and recovers three times. Drivers are submitted, have jobs, and fail.",
		setting:  setting{workers: 3, drivers: 4, slots: 2, ticks: 30, patience: 4, scripts: manyFailures(), bug: spark3150},
		violates: []string{proc.NoCrash}, atRandom: true},
	{name: "spark-9256-long", doc: "Drivers start one after the other, and have jobs.",
		setting:  setting{workers: 3, drivers: 6, slots: 2, ticks: 24, patience: 3, scripts: manyDrivers(), bug: spark9256},
		violates: []string{proc.NoCrash}, atRandom: true},
}

// manyJobs has 36 events. Jobs 0 to 17 have tasks of one kind, the others of two.
func manyJobs() [][]event {
	operator := []event{startWorker(0, 0), startWorker(1, 1), startWorker(2, 1), startDriver(0, 1), startDriver(1, 1)}
	late := []event{
		named("kill worker 1", event{to: address{toWorker, 1}, after: 20, what: kill{}}),
		named("start worker 1 again", startWorker(1, 4)),
		startWorker(3, 34),
	}
	var user []event
	for id := range 28 {
		var tasks []task
		switch {
		case id >= 18:
			tasks = append(slices.Repeat([]task{anyHost}, 5), at(3))
		case id%3 == 0:
			tasks = slices.Repeat([]task{at(id % 2)}, 5)
		case id%3 == 1:
			tasks = slices.Repeat([]task{anyHost}, 6)
		default:
			tasks = slices.Repeat([]task{{Host: 2, Cached: true}}, 5)
		}
		user = append(user, submitJob(id, id%2, 3, tasks...))
	}
	return [][]event{operator, late, user}
}

// manyFailures has 21 events.
func manyFailures() [][]event {
	operator := []event{startWorker(0, 0), startWorker(1, 0), startWorker(2, 0)}
	for i := range 3 {
		operator = append(operator,
			named(killMaster.name+[]string{"", " again", " once more"}[i], event{to: killMaster.to, after: 18, what: kill{}}),
			named(startMaster.name+[]string{"", " again", " once more"}[i], event{to: startMaster.to, after: 1, what: start{}}))
	}
	user := []event{submitDriver(0, 2, true), submitDriver(1, 2, true), submitDriver(2, 2, false), submitDriver(3, 2, true)}
	for id := range 5 {
		user = append(user, submitJob(id, id%4, 2, slices.Repeat([]task{anyHost}, 6)...))
	}
	failures := []event{
		named("kill driver 0", event{to: address{toDriver, 0}, after: 34, what: kill{}}),
		named("kill driver 1", event{to: address{toDriver, 1}, after: 8, what: kill{}}),
		named("kill worker 1", event{to: address{toWorker, 1}, after: 8, what: kill{}}),
	}
	return [][]event{operator, user, failures}
}

// manyDrivers has 20 events.
func manyDrivers() [][]event {
	var operator, user []event
	for id := range 3 {
		operator = append(operator, startWorker(id, 1))
	}
	for id := range 6 {
		operator = append(operator, startDriver(id, 5))
	}
	for id := range 11 {
		user = append(user, submitJob(id, id/6, 1, slices.Repeat([]task{anyHost}, 4)...))
	}
	return [][]event{operator, user}
}

func named(name string, e event) event {
	e.name = name
	return e
}
