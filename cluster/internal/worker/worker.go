// Package worker executes the programs of jobs: as workers that execute units, and one of them as the coordinator of each job.
package worker

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
)

// Host executes programs on one machine, for all jobs that it accepts.
type Host struct {
	Broker    *broker.Broker
	Name      string // for people
	Processes int    // how many programs it executes at a time
	Dir       string // an empty directory; what is below it is deleted in the end
	// Accept returns the job, or why this host must not execute it.
	Accept func(broker.Signed) (*broker.Job, error)
	// Complain is called with problems that do not end the host. It may be called from several goroutines.
	Complain func(error)

	mu           sync.Mutex
	jobs         map[string]*job
	coordinating atomic.Int32
}

// job is a job as the host knows it.
type job struct {
	*broker.Job // nil if the host does not accept it
	entry       broker.Entry
	unchanged   time.Time // since when the state has its revision
	fetch       sync.Mutex
	program     string // the file of the program; "" if it is not here yet
}

// look is how often a host looks for jobs.
const look = time.Second

// Run executes programs until ctx is done.
func (h *Host) Run(ctx context.Context) error {
	h.jobs = map[string]*job{}
	stop, err := h.Broker.Present(h.describe)
	if err != nil {
		return err
	}
	defer stop()
	defer os.RemoveAll(h.Dir)
	var all sync.WaitGroup
	defer all.Wait()
	for i := range h.Processes {
		all.Go(func() { h.serve(ctx, filepath.Join(h.Dir, fmt.Sprint("process", i))) })
	}
	last := ""
	for every := time.Duration(0); pause(ctx, every); {
		err := h.refresh(ctx)
		if err != nil && ctx.Err() == nil && err.Error() != last {
			h.Complain(fmt.Errorf("the server cannot be asked for jobs, and is asked again: %w", err))
		}
		last = fmt.Sprint(err)
		every = look
		for _, j := range h.running() {
			every = min(every, j.Heartbeat)
		}
	}
	return nil
}

// pause waits, and reports whether ctx is not done.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// describe answers those who ask who is there.
func (h *Host) describe() broker.Workers {
	w := broker.Workers{Name: h.Name, Protocol: broker.Protocol, Processes: h.Processes - int(h.coordinating.Load())}
	for _, j := range h.running() {
		w.Jobs = append(w.Jobs, j.ID)
	}
	return w
}

// refresh asks the server for the jobs and their states.
func (h *Host) refresh(ctx context.Context) error {
	ids, err := h.Broker.Jobs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		h.mu.Lock()
		known := h.jobs[id]
		h.mu.Unlock()
		if known != nil && (known.Job == nil || known.entry.State.Ended) {
			continue
		}
		e, err := h.Broker.Entry(ctx, id)
		if err != nil {
			return err
		}
		h.note(id, e)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for id := range h.jobs {
		if !slices.Contains(ids, id) {
			delete(h.jobs, id)
		}
	}
	return nil
}

// note notes the state of a job.
func (h *Host) note(id string, e broker.Entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	j := h.jobs[id]
	if j == nil {
		j = &job{unchanged: time.Now()}
		h.jobs[id] = j
		accepted, err := h.Accept(e.Signed)
		if err == nil && accepted.ID != id {
			err = fmt.Errorf("it is a copy of job %q", accepted.ID)
		}
		if err != nil && !e.State.Ended {
			h.Complain(fmt.Errorf("job %s is not executed here: %w", id, err))
		}
		if err == nil {
			j.Job = accepted
		}
	}
	if e.Revision != j.entry.Revision {
		j.unchanged = time.Now()
	}
	j.entry = e
	if e.State.Ended && j.Job != nil {
		os.RemoveAll(filepath.Join(h.Dir, id))
	}
}

// running returns the jobs to work for, sorted by their ids.
func (h *Host) running() (all []*job) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, j := range h.jobs {
		if j.Job != nil && !j.entry.State.Ended {
			all = append(all, j)
		}
	}
	slices.SortFunc(all, func(a, b *job) int { return a.Submitted.Compare(b.Submitted) })
	return all
}

// vacant returns the state of the job if its coordinator seems to be dead, or there was none.
func (h *Host) vacant(j *job) (broker.Entry, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return j.entry, j.entry.State.Holder == "" || time.Since(j.unchanged) > j.Dead()
}

// fetch returns the file of the program of a job.
func (h *Host) fetch(ctx context.Context, j *job) (string, error) {
	j.fetch.Lock()
	defer j.fetch.Unlock()
	if j.program != "" {
		return j.program, nil
	}
	content, err := h.Broker.Object(ctx, j.ProgramObject())
	if err != nil {
		return "", fmt.Errorf("the program of job %s cannot be had: %w", j.ID, err)
	}
	if broker.Hash(content) != j.Job.Program {
		return "", fmt.Errorf("the program of job %s is not the one that was submitted: its hash is %s", j.ID, broker.Hash(content))
	}
	dir := filepath.Join(h.Dir, j.ID)
	file := filepath.Join(dir, "program")
	if err = os.MkdirAll(dir, 0o700); err == nil {
		err = os.WriteFile(file, content, 0o700)
	}
	if err != nil {
		return "", err
	}
	j.program = file
	return file, nil
}

// serve executes one program at a time.
func (h *Host) serve(ctx context.Context, dir string) {
	s := &slot{host: h, dir: dir}
	defer s.end()
	for ctx.Err() == nil {
		jobs := h.running()
		if len(jobs) == 0 {
			s.end()
			pause(ctx, look/10)
		}
		for _, j := range jobs {
			if e, ok := h.vacant(j); ok {
				if lease, err := h.Broker.Claim(ctx, j.ID, h.Name, e); err == nil {
					s.end()
					h.coordinate(ctx, j, lease)
					if e, err := h.Broker.Entry(ctx, j.ID); err == nil {
						h.note(j.ID, e)
					}
					continue
				}
			}
			s.take(ctx, j, min(2*time.Second/time.Duration(len(jobs)), j.Dead()))
		}
	}
}
