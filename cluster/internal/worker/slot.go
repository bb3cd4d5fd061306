package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/program"
)

// slot executes units, one at a time. Its program stays for the next unit of the same job.
type slot struct {
	host    *Host
	dir     string
	program *program.Worker // nil for none
	of      string          // its job
}

// end ends the program.
func (s *slot) end() {
	if s.program != nil {
		s.program.End()
		s.program = nil
	}
	os.RemoveAll(s.dir)
}

// take executes the next unit of a job, if there is one soon.
func (s *slot) take(ctx context.Context, j *job, wait time.Duration) {
	t, err := s.host.Broker.Take(ctx, j.ID, wait)
	if t == nil {
		if err != nil { // the coordinator creates a queue that is not there
			pause(ctx, min(wait, look))
		}
		return
	}
	if t.Again {
		if r, err := s.host.Broker.StoredResult(ctx, j.ID, t.ID); err == nil && r != nil {
			t.Done()
			return
		}
	}
	live, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for pause(live, j.Heartbeat) {
			t.Working()
		}
	}()
	r, err := s.execute(ctx, j, t.Unit)
	if err == nil {
		err = s.store(ctx, j, r)
	}
	if err != nil {
		if ctx.Err() == nil {
			s.host.Complain(err)
			pause(ctx, min(wait, look)) // another process may do better
		}
		t.Return()
		return
	}
	t.Done()
}

// tries is how often a unit is executed after the program has died of it.
const tries = 3

// execute returns the result of a unit. If the program always dies of it, that is its result: then the coordinator executes it.
// The error says why this host cannot execute programs of this job now.
func (s *slot) execute(ctx context.Context, j *job, u broker.Unit) (r broker.Result, err error) {
	r.ID = u.ID
	for range tries {
		if err := s.start(ctx, j); err != nil {
			return r, err
		}
		r.Body, r.Failed, err = s.program.Execute(ctx, program.Unit{ID: u.ID, Body: u.Body}, limit(j, u.Seconds))
		if err == nil {
			return r, nil
		}
		s.end()
		if ctx.Err() != nil {
			return r, err
		}
		s.host.Complain(fmt.Errorf("unit %.8s of job %s: %w", u.ID, j.ID, err))
	}
	r.Failed = err.Error()
	return r, nil
}

// limit is how long a unit may take that is expected to take that many seconds: so much more that only a program that hangs
// takes longer.
func limit(j *job, seconds float64) time.Duration {
	return 12*j.Heartbeat + time.Duration(20*seconds*float64(time.Second))
}

// start starts the program of a job, unless it runs.
func (s *slot) start(ctx context.Context, j *job) error {
	if s.program != nil && s.of == j.ID {
		return nil
	}
	s.end()
	file, err := s.host.fetch(ctx, j)
	if err == nil {
		err = os.MkdirAll(s.dir, 0o700)
	}
	if err == nil {
		s.program, err = program.Work(file, s.dir, bare(j.Options))
		s.of = j.ID
	}
	return err
}

// store stores a result. If the server cannot store it, because its disk is full, the coordinator has got it all the same, or
// will execute the unit itself.
func (s *slot) store(ctx context.Context, j *job, r broker.Result) (err error) {
	for i := range tries {
		if err = s.host.Broker.PutResult(ctx, j.ID, r); err == nil || ctx.Err() != nil {
			return err
		}
		pause(ctx, time.Duration(i)*j.Heartbeat)
	}
	why := fmt.Errorf("the result of unit %.8s of job %s cannot be stored: %w", r.ID, j.ID, err)
	if len(r.Body) > 0 {
		err = s.host.Broker.PutResult(ctx, j.ID, broker.Result{ID: r.ID, Failed: why.Error()})
	}
	return errors.Join(why, err)
}

// options are the options of a program, by their names.
type options map[string]json.RawMessage

func (o options) set(name string, value any) {
	if content, err := json.Marshal(value); err == nil {
		o[name] = content
	}
}

// bare returns the options without the files that only a coordinator writes.
func bare(content json.RawMessage) json.RawMessage {
	o := options{}
	if json.Unmarshal(content, &o) != nil {
		return content // the program says what is wrong
	}
	delete(o, "outputs")
	delete(o, "keep")
	without, _ := json.Marshal(o)
	return without
}
