package worker

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/program"
)

// units are the units that the program of a coordinator has handed out and waits for.
type units struct {
	c       *coordinator
	mu      sync.Mutex
	open    map[string]*unit
	failed  map[string]bool // workers cannot execute them
	done    int
	pool    program.Pool
	sending sync.WaitGroup
	room    chan struct{} // limits how many are sent at a time
}

// unit is an open unit.
type unit struct {
	program.Unit
	seconds float64
	first   time.Time // when it was handed out
	sent    time.Time // when it was put into the queue last
}

func (u *units) init(c *coordinator) {
	u.c, u.open, u.failed, u.room = c, map[string]*unit{}, map[string]bool{}, make(chan struct{}, 64)
}

// figures returns how many results there were, and how many workers there are.
func (u *units) figures() (done, workers int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.done, u.pool.Workers
}

// add puts a unit into the queue, unless its result is stored.
func (u *units) add(m program.Unit) {
	now := time.Now()
	u.mu.Lock()
	refused := u.failed[m.ID] || u.pool.Workers == 0
	if !refused {
		u.open[m.ID] = &unit{Unit: m, seconds: u.pool.Seconds, first: now, sent: now}
	}
	u.mu.Unlock()
	if refused {
		u.c.program.Send(program.Message{Lost: []string{m.ID}})
		return
	}
	u.send(m.ID)
}

// send puts an open unit into the queue, unless its result is stored, in the background. To do so again changes nothing.
func (u *units) send(id string) {
	u.room <- struct{}{}
	u.sending.Go(func() {
		defer func() { <-u.room }()
		ctx, b, job := u.c.ctx, u.c.host.Broker, u.c.job.ID
		r, err := b.StoredResult(ctx, job, id)
		if err == nil && r != nil {
			u.result(*r)
			return
		}
		u.mu.Lock()
		open := u.open[id]
		u.mu.Unlock()
		if open == nil {
			return
		}
		err = b.PutUnit(ctx, job, broker.Unit{ID: id, Body: open.Body, Seconds: open.seconds})
		if err != nil && ctx.Err() == nil {
			u.lose([]string{id})
		}
	})
}

// result gives a result to the program, if it waits for that.
func (u *units) result(r broker.Result) {
	u.mu.Lock()
	open := u.open[r.ID]
	delete(u.open, r.ID)
	if open != nil {
		u.done++
	}
	if r.Failed != "" {
		u.failed[r.ID] = true
	}
	u.mu.Unlock()
	switch {
	case open == nil:
	case r.Failed != "":
		u.c.host.Complain(fmt.Errorf("job %s: workers cannot execute unit %.8s, so the coordinator does: %s", u.c.job.ID, r.ID, r.Failed))
		u.c.program.Send(program.Message{Lost: []string{r.ID}})
	default:
		u.c.program.Send(program.Message{Result: &program.Unit{ID: r.ID, Body: r.Body}})
	}
}

// lose tells the program that units are lost.
func (u *units) lose(ids []string) {
	var lost []string
	u.mu.Lock()
	for _, id := range ids {
		if u.open[id] != nil {
			lost = append(lost, id)
			delete(u.open, id)
		}
	}
	u.mu.Unlock()
	if len(lost) > 0 {
		u.c.program.Send(program.Message{Lost: lost})
		u.drop(lost)
	}
}

// withdraw forgets units that the program does not need any more.
func (u *units) withdraw(ids []string) {
	u.mu.Lock()
	for _, id := range ids {
		delete(u.open, id)
	}
	u.mu.Unlock()
	u.drop(ids)
}

// drop takes units out of the queue, in the background.
func (u *units) drop(ids []string) {
	u.sending.Go(func() {
		for _, id := range ids {
			if u.c.host.Broker.Withdraw(u.c.ctx, u.c.job.ID, id) != nil {
				return // workers may execute them for nothing
			}
		}
	})
}

// again puts units into the queue again that have been open for long, in case something was lost. What is open for far too
// long is lost.
func (u *units) again() {
	var late, lost []string
	now, j := time.Now(), u.c.job
	u.mu.Lock()
	for id, open := range u.open {
		switch {
		case now.Sub(open.first) > 4*limit(j, open.seconds):
			lost = append(lost, id)
		case now.Sub(open.sent) > j.Dead()+time.Duration(2*open.seconds*float64(time.Second)):
			open.sent = now
			late = append(late, id)
		}
	}
	u.mu.Unlock()
	u.lose(lost)
	if len(late) > 0 {
		u.c.host.Broker.Queue(u.c.ctx, j.ID, j.Dead()) // it may have been deleted; if this fails, it is repeated
	}
	for _, id := range late {
		u.send(id)
	}
}

// end waits until nothing is being sent.
func (u *units) end() {
	u.mu.Lock()
	clear(u.open)
	u.mu.Unlock()
	u.sending.Wait()
}

// pool tells the program about the workers, and looks after its units, until the program has ended.
func (c *coordinator) pool() {
	u, pace := &c.units, pace{begin: time.Now()}
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	interrupted, seen := false, time.Time{}
	for range c.program.Ticks(ctx, c.job.Heartbeat/2) {
		if e, err := c.host.Broker.Entry(ctx, c.job.ID); err == nil && e.Stop && !interrupted {
			interrupted = true
			c.program.Interrupt()
		}
		p := program.Pool{Workers: c.workers(ctx)}
		if p.Workers > 0 {
			seen = time.Now()
		} else if time.Since(seen) < c.job.Dead() {
			_, p.Workers = u.figures() // their answers may be late
		}
		p.Seconds = max(pace.seconds(p.Workers, time.Now()), c.job.Heartbeat.Seconds()/10)
		u.mu.Lock()
		changed := p.Workers != u.pool.Workers || p.Seconds > 1.2*u.pool.Seconds || p.Seconds < u.pool.Seconds/1.2
		var open []string
		if p.Workers == 0 {
			for id := range u.open {
				open = append(open, id)
			}
		}
		if changed {
			u.pool = p
			c.program.Send(program.Message{Pool: &p})
		}
		u.mu.Unlock()
		u.lose(open)
		u.again()
	}
}

// workers returns how many processes work for the job.
func (c *coordinator) workers(ctx context.Context) (n int) {
	all, err := c.host.Broker.Workers(ctx, min(c.job.Heartbeat/2, time.Second/2))
	if err != nil {
		return 0
	}
	for _, w := range all {
		for _, id := range w.Jobs {
			if id == c.job.ID && w.Protocol == broker.Protocol {
				n += w.Processes
			}
		}
	}
	return n
}

// pace says how long units should take.
type pace struct {
	begin    time.Time
	workers  int
	failures int // of worker processes
}

// seconds returns a thirtieth of the time that the search has taken, at most a tenth of the mean time between the failures of
// a process, and 20 seconds. workers is how many processes there are now.
func (p *pace) seconds(workers int, now time.Time) float64 {
	p.failures += max(0, p.workers-workers)
	p.workers = workers
	age := now.Sub(p.begin).Seconds()
	s := min(age/30, 20)
	if p.failures > 0 {
		s = min(s, age*float64(max(workers, 1))/float64(p.failures)/10)
	}
	return s
}
