package spark

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const (
	locality = "locality"
	recovers = "the master recovers"
	jobDone  = "job done"
)

// variant is a model: a setting, and its violations.
type variant struct {
	name, doc string
	setting   setting
	violates  []string
	atRandom  bool // too large to be explored: interleavings are drawn
}

// Some external events.
func startWorker(id, after int) event {
	return event{fmt.Sprint("start worker ", id), after, address{toWorker, id}, start{}}
}

func startDriver(id, after int) event {
	return event{fmt.Sprint("start driver ", id), after, address{toDriver, id}, start{}}
}

func submitDriver(id, after int, supervise bool) event {
	return event{fmt.Sprint("submit driver ", id), after, address{toMaster, 0}, submit{id, supervise}}
}

func submitJob(id, driver, after int, tasks ...task) event {
	for i := range tasks {
		tasks[i].Number = i
	}
	return event{fmt.Sprint("submit job ", id), after, address{toDriver, driver}, job{id, tasks}}
}

var (
	killMaster  = event{"kill master", 0, address{toMaster, 0}, kill{}}
	startMaster = event{"start master", 0, address{toMaster, 0}, start{}}
	killDriver  = event{"kill driver 0", 0, address{toDriver, 0}, kill{}}
	killWorker  = event{"kill worker 0", 0, address{toWorker, 0}, kill{}}

	anyHost = task{Host: none}
)

// at returns a task with data at a worker.
func at(worker int) task { return task{Host: worker} }

var (
	oneJob = [][]event{
		{startWorker(0, 0)}, {startDriver(0, 0), submitJob(0, 0, 0, anyHost, at(0))},
	}
	masterFails    = [][]event{{startWorker(0, 0)}, {submitDriver(0, 0, true)}, {killMaster, startMaster}}
	bothFail       = [][]event{{startWorker(0, 0), submitDriver(0, 0, true), killMaster, startMaster}, {killDriver}}
	workerFails    = [][]event{{startWorker(0, 0), submitDriver(0, 0, true), killMaster, startMaster}, {killWorker}}
	registersTwice = [][]event{{startDriver(0, 0)}, {startWorker(0, 0)}}
)

// right lists the models of the right protocol.
var right = []variant{
	{name: "spark", doc: "A worker, a driver, and a job of two tasks.",
		setting: setting{workers: 1, drivers: 1, slots: 1, scripts: oneJob}},
	{name: "spark-two-workers", doc: "Two workers, a driver, and a job with a task that has its data at one of them.",
		setting: setting{workers: 2, drivers: 1, slots: 1, scripts: [][]event{
			{startWorker(0, 0)}, {startWorker(1, 0)}, {startDriver(0, 0), submitJob(0, 0, 0, anyHost, at(1))}}}},
	{name: "spark-master-fails", doc: "The master fails and is started again, while a worker starts and a driver is submitted.",
		setting: setting{workers: 1, drivers: 1, slots: 1, scripts: masterFails}},
	{name: "spark-driver-fails", doc: "The master fails and is started again, and the driver that it has launched fails.",
		setting: setting{workers: 1, drivers: 1, slots: 1, scripts: bothFail}},
	{name: "spark-worker-fails", doc: "The master fails and is started again, and the worker fails with its driver.",
		setting: setting{workers: 1, drivers: 1, slots: 1, scripts: workerFails}},
	{name: "spark-retries", doc: "A driver registers again if it has no answer yet, and workers beat.",
		setting: setting{workers: 1, drivers: 1, slots: 1, ticks: 1, scripts: registersTwice}},
}

// wrong lists a model for each bug, with a setting that is hardly larger than it must be to show it.
var wrong = []variant{
	{name: "spark-2294", doc: "Tasks without preference are launched before those that have their data at the worker.",
		setting:  setting{workers: 1, drivers: 1, slots: 1, scripts: oneJob, bug: spark2294},
		violates: []string{locality}},
	{name: "spark-3150", doc: "The master that recovers launches a driver again, and crashes as it knows no worker of it.",
		setting:  setting{workers: 1, drivers: 1, slots: 1, scripts: bothFail, bug: spark3150},
		violates: []string{proc.NoCrash}},
	{name: "spark-3150-restarts", doc: "The same master is started again by itself, and crashes each time.",
		setting:  setting{workers: 1, drivers: 1, slots: 1, scripts: bothFail, restarts: 3, bug: spark3150},
		violates: []string{recovers}},
	{name: "spark-9256", doc: "A driver registers twice, and the master stores its application twice.",
		setting:  setting{workers: 1, drivers: 1, slots: 1, ticks: 1, scripts: registersTwice, bug: spark9256},
		violates: []string{proc.NoCrash}},
}

// Models returns the models: the models of the right protocol, and a model for each bug.
func Models() []checker.Model { return models(slices.Concat(right, wrong)) }

func models(variants []variant) (all []checker.Model) {
	for _, v := range variants {
		all = append(all, v.model())
	}
	return all
}

func (v variant) model() checker.Model {
	m := checker.Model{
		Name: v.name, Doc: v.doc, Main: v.setting.run, Violates: v.violates, Delivery: proc.Channel,
		Properties: []checker.Property{
			{Name: locality, Doc: "A task is launched only if no other of its job is nearer to its data there."},
		},
	}
	if v.setting.restarts > 0 {
		m.Properties = append(m.Properties, checker.Property{Name: recovers, Doc: "A master that is started again does not crash each time."})
	}
	if v.atRandom {
		m.Search.Algorithm = checker.Portfolio
	}
	if v.setting.hasJobs() {
		m.Goals = []checker.Property{{Name: jobDone, Doc: "All tasks of a job are finished."}}
	}
	return m
}

// hasJobs reports whether a job is submitted.
func (s setting) hasJobs() bool {
	return slices.ContainsFunc(slices.Concat(s.scripts...), func(e event) bool {
		_, ok := e.what.(job)
		return ok
	})
}
