package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/program"
)

// coordinator executes the program of a job as its coordinator.
type coordinator struct {
	host    *Host
	job     *job
	ctx     context.Context // is done when this is not the coordinator any more, or the host ends
	cancel  context.CancelCauseFunc
	leasing sync.Mutex // guards lease
	lease   *broker.Lease
	epoch   int
	saved   string // the object that had the search at the beginning
	stderr  program.Tail
	files   *files
	program *program.Coordinator
	units   units
	forget  uint64 // the results up to this number are older than the search that was saved last
}

// mostErr is how much of standard error a report has.
const mostErr = 1 << 20

// coordinate is the coordinator of a job until the job has ended, another coordinator takes over, or ctx is done.
func (h *Host) coordinate(ctx context.Context, j *job, lease *broker.Lease) {
	h.coordinating.Add(1)
	defer h.coordinating.Add(-1)
	c := &coordinator{host: h, job: j, lease: lease, epoch: lease.State.Epoch, saved: lease.State.Checkpoint, stderr: program.Tail{Limit: mostErr}}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	c.stderr.Each = func(offset int, content []byte) {
		h.Broker.Tell(j.ID, broker.News{Epoch: c.epoch, Offset: offset, Text: string(content)})
	}
	c.units.init(c)
	var all sync.WaitGroup
	all.Go(c.live)
	report, err := c.run()
	if err != nil && c.ctx.Err() == nil {
		h.Complain(fmt.Errorf("job %s: %w", j.ID, err))
		report, err = c.died(err)
	}
	switch {
	case err == nil:
		c.finish(report)
	case ctx.Err() != nil: // the host ends
		c.update(context.WithoutCancel(ctx), func(s *broker.State) { s.Holder = "" })
	}
	c.cancel(nil)
	all.Wait()
}

// run executes the program, and returns its report.
func (c *coordinator) run() (r broker.Report, err error) {
	dir, err := os.MkdirTemp(c.host.Dir, "c")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	executable, err := c.host.fetch(c.ctx, c.job)
	if err != nil {
		return r, err
	}
	if c.files, err = newFiles(dir, c.job.Options); err != nil {
		return r, err
	}
	if err := c.resume(); err != nil {
		return r, err
	}
	if err := c.host.Broker.Queue(c.ctx, c.job.ID, c.job.Dead()); err != nil {
		return r, err
	}
	stop, err := c.host.Broker.Results(c.ctx, c.job.ID, c.units.result)
	if err != nil {
		return r, err
	}
	defer stop()
	c.program, err = program.Coordinate(executable, dir, c.files.here, c.job.Command, c.files.options(c.job), program.Without(c.files.checkpoint, &c.stderr))
	if err != nil {
		return r, err
	}
	return c.follow()
}

// follow follows the program until it has ended.
func (c *coordinator) follow() (r broker.Report, err error) {
	leaving := context.AfterFunc(c.ctx, c.leave)
	defer leaving()
	var all sync.WaitGroup
	all.Go(c.pool)
	all.Go(c.save)
	for m := range c.program.Messages {
		switch {
		case m.Unit != nil:
			c.units.add(*m.Unit)
		case len(m.Withdraw) > 0:
			c.units.withdraw(m.Withdraw)
		}
	}
	all.Wait()
	c.units.end()
	if err := c.ctx.Err(); err != nil {
		return r, err
	}
	status, err := c.program.Ended()
	if err != nil {
		return r, err
	}
	r = broker.Report{Epoch: c.epoch, Status: status, Out: c.program.Out.Bytes()}
	r.Err, r.ErrBegins = c.stderr.End()
	r.Files, err = c.files.collect()
	return r, err
}

// leave ends the program, and gives it some time to save the search if the host ends.
func (c *coordinator) leave() {
	c.program.Interrupt()
	if errors.Is(context.Cause(c.ctx), broker.ErrSuperseded) {
		c.program.Kill()
	}
	time.AfterFunc(10*time.Second, c.program.Kill)
}

// update changes the state of the job. If another coordinator has taken over, it ends this one.
func (c *coordinator) update(ctx context.Context, change func(*broker.State)) error {
	c.leasing.Lock()
	defer c.leasing.Unlock()
	err := c.lease.Update(ctx, change)
	if errors.Is(err, broker.ErrSuperseded) {
		c.cancel(err)
	}
	return err
}

// live says that the coordinator lives, until ctx is done.
func (c *coordinator) live() {
	for pause(c.ctx, c.job.Heartbeat) {
		units, workers := c.units.figures()
		c.update(c.ctx, func(s *broker.State) { s.Units, s.Workers = units, workers })
	}
}

// mostDeaths is how often the system may kill the program of a coordinator in a row before the job fails.
const mostDeaths = 10

// died returns the report of a job that fails because its program dies again and again. Otherwise it returns the cause, and a
// coordinator can try again.
func (c *coordinator) died(cause error) (r broker.Report, err error) {
	deaths := 0
	switch {
	case errors.Is(cause, program.ErrKilled):
		deaths = 1
	case errors.Is(cause, program.ErrDied), errors.Is(cause, broker.ErrNoObject):
		deaths = (mostDeaths + tries - 1) / tries
	}
	c.update(c.ctx, func(s *broker.State) { s.Deaths += deaths; deaths = s.Deaths })
	if deaths < mostDeaths {
		c.update(c.ctx, func(s *broker.State) { s.Holder = "" })
		pause(c.ctx, c.job.Heartbeat)
		return r, cause
	}
	fmt.Fprintf(&c.stderr, "checkmodel-cluster: %v; this has happened several times\n", cause)
	r = broker.Report{Epoch: c.epoch, Status: 2}
	r.Err, r.ErrBegins = c.stderr.End()
	return r, nil
}

// finish stores the report, and deletes what is not needed any more.
func (c *coordinator) finish(r broker.Report) {
	b, id := c.host.Broker, c.job.ID
	for first := true; c.ctx.Err() == nil; first = false {
		err := b.PutReport(c.ctx, c.job.Job, r)
		if err == nil {
			err = c.update(c.ctx, func(s *broker.State) { s.Ended, s.Status = true, r.Status })
		}
		if err == nil {
			break
		}
		if first {
			c.host.Complain(fmt.Errorf("the report of job %s cannot be stored, and is stored later: %w", id, err))
		}
		b.Clean(c.ctx, id) // if the disk is full, there is room now
		pause(c.ctx, c.job.Heartbeat)
	}
	if c.ctx.Err() == nil {
		if err := b.Clean(c.ctx, id); err != nil {
			c.host.Complain(fmt.Errorf("what job %s has stored is not deleted: %w; 'checkmodel-cluster stop -purge %s' does so", id, err, id))
		}
	}
}

// resume fetches the saved search, if there is one.
func (c *coordinator) resume() error {
	if c.saved == "" {
		return nil
	}
	content, err := c.host.Broker.Object(c.ctx, c.saved)
	if errors.Is(err, broker.ErrNoObject) { // it was deleted: the search begins again
		return c.update(c.ctx, func(s *broker.State) { s.Checkpoint = "" })
	}
	if err != nil {
		return err
	}
	c.files.resumed = filepath.Join(c.files.private, "resumed")
	return os.WriteFile(c.files.resumed, content, 0o600)
}

// save stores the search whenever the program has saved it.
func (c *coordinator) save() {
	for n := 0; ; n++ {
		_, ok := <-c.program.Saved
		if !ok {
			return
		}
		if err := c.store(n); err != nil && c.ctx.Err() == nil {
			c.host.Complain(fmt.Errorf("the saved search of job %s cannot be stored, and goes on: %w", c.job.ID, err))
		}
	}
}

// store stores the search that the program has saved. Then the results that were there when it was stored the time before are
// deleted: those that the search still needs would be computed again.
func (c *coordinator) store(n int) error {
	ctx := context.WithoutCancel(c.ctx) // also when the host ends
	last, err := c.host.Broker.LastResult(ctx)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s/search-%d-%d", c.job.ID, c.epoch, n%2) // the other one is the one that counts
	if err := c.host.Broker.PutFile(ctx, name, c.files.checkpoint); err != nil {
		return err
	}
	err = c.update(ctx, func(s *broker.State) { s.Checkpoint, s.Saved, s.Deaths = name, time.Now().UTC(), 0 })
	if err != nil {
		return err
	}
	forget := c.forget
	c.forget = last
	return c.host.Broker.ForgetResults(ctx, c.job.ID, forget)
}
