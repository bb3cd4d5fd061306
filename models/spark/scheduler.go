package spark

import (
	"fmt"
	"slices"
)

// task is a task of a job, with its number and its preferences.
type task struct {
	Number int
	Host   int  // the worker that has its data; none if it has no preference
	Cached bool // even in an executor there
}

// taskSet has the tasks of a job that are not finished.
type taskSet struct {
	ID      int
	Pending []task
	Running []running
	Wait    int // how long it still insists on the preferences of its tasks
}

type running struct {
	Task   task
	Worker int
}

// taskID tells a task from all others of its driver.
type taskID struct{ Job, Number int }

// localityWait is how long a job insists on the preferences of its tasks.
const localityWait = 2

// level is how near a task is to its data.
type level int

const (
	processLocal level = iota
	nodeLocal
	noPreference
	anywhere
)

func (l level) String() string {
	return [...]string{"process-local", "node-local", "no preference", "anywhere"}[l]
}

// offer offers the executors that are free to the jobs, and launches at most one task. It reports whether there is one, and its
// fault: another task of the job would have been nearer to its data there.
func (d *driver) offer(bug bug) (launched bool, inverted string) {
	for i := range d.Executors {
		e := &d.Executors[i]
		if e.Free == 0 {
			continue
		}
		for j := range d.Jobs {
			s := &d.Jobs[j]
			k := s.next(e.Worker, bug)
			if k < 0 {
				continue
			}
			t := s.Pending[k]
			for _, other := range s.Pending {
				if other.at(e.Worker) < t.at(e.Worker) {
					inverted = fmt.Sprintf("task %d of job %d (%v) is launched at worker %d before task %d (%v)",
						t.Number, s.ID, t.at(e.Worker), e.Worker, other.Number, other.at(e.Worker))
				}
			}
			s.Pending = slices.Delete(s.Pending, k, k+1)
			s.Running = append(s.Running, running{t, e.Worker})
			e.Free--
			d.Out.worker(e.Worker, launchTask{d.ID, taskID{s.ID, t.Number}})
			return true, inverted
		}
	}
	return false, ""
}

// at returns how near to its data the task is at a worker.
func (t task) at(worker int) level {
	switch {
	case t.Host == none:
		return noPreference
	case t.Host != worker:
		return anywhere
	case t.Cached:
		return processLocal
	}
	return nodeLocal
}

// next returns the index of the task to be launched at a worker, or -1. It looks for tasks with one level after the other.
func (s *taskSet) next(worker int, bug bug) int {
	for most := processLocal; most <= anywhere; most++ {
		if most == anywhere && s.Wait > 0 {
			break
		}
		k := slices.IndexFunc(s.Pending, func(t task) bool { return t.at(worker) <= most })
		if k < 0 && bug == spark2294 { // the mistake: with each level, it also takes tasks without preference
			k = slices.IndexFunc(s.Pending, func(t task) bool { return t.at(worker) == noPreference })
		}
		if k >= 0 {
			return k
		}
	}
	return -1
}

// finished notes that a task is finished, and reports whether its job is done.
func (d *driver) finished(m finished) (done bool) {
	j := slices.IndexFunc(d.Jobs, func(s taskSet) bool { return s.ID == m.Task.Job })
	if j < 0 {
		return false
	}
	s := &d.Jobs[j]
	k := slices.IndexFunc(s.Running, func(r running) bool { return r.Task.Number == m.Task.Number && r.Worker == m.Worker })
	if k < 0 {
		return false
	}
	s.Running = slices.Delete(s.Running, k, k+1)
	for i := range d.Executors {
		if e := &d.Executors[i]; e.Worker == m.Worker {
			e.Free++
		}
	}
	if done = len(s.Pending)+len(s.Running) == 0; done {
		d.Jobs = slices.Delete(d.Jobs, j, j+1)
	}
	return done
}

// lose lets the tasks that run at a worker wait again.
func (s *taskSet) lose(worker int) {
	s.Running = slices.DeleteFunc(s.Running, func(r running) bool {
		if r.Worker == worker {
			s.Pending = append(s.Pending, r.Task)
		}
		return r.Worker == worker
	})
}
