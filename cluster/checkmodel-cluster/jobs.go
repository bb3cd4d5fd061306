package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
	"github.com/checkmodel/checkmodel/cluster/internal/submission"
)

// result waits for the end of a job, and writes its report as run does.
func result(ctx context.Context, c *command, args []string) (int, error) {
	c.connecting()
	if err := c.parse(args, 1, "a job"); err != nil {
		return unusable, err
	}
	b, err := c.connect(credentials.Watch, credentials.Submit)
	if err != nil {
		return unusable, err
	}
	defer b.Close()
	e, err := b.Entry(ctx, c.Arg(0))
	if err != nil {
		return unusable, err
	}
	keys, all := c.trusted()
	j, err := credentials.Read(e.Signed, keys, all || c.credentials == nil) // its files are written here
	if err != nil {
		return unusable, fmt.Errorf("job %s: %w", c.Arg(0), err)
	}
	r, err := submission.Await(ctx, b, j, c.err)
	switch {
	case ctx.Err() != nil:
		return 130, fmt.Errorf("job %s goes on", j.ID)
	case err != nil:
		return unusable, err
	}
	c.out.Write(r.Out)
	if err := submission.WriteFiles(j, r); err != nil {
		return unusable, err
	}
	return r.Status, nil
}

// stop ends a job.
func stop(ctx context.Context, c *command, args []string) (int, error) {
	c.connecting()
	purge := c.Bool("purge", false, "delete all that the server has of the job, also its report")
	if err := c.parse(args, 1, "a job"); err != nil {
		return unusable, err
	}
	b, err := c.connect(credentials.Submit)
	if err != nil {
		return unusable, err
	}
	defer b.Close()
	id := c.Arg(0)
	if _, err = b.Entry(ctx, id); *purge && errors.Is(err, broker.ErrNoJob) {
		err = nil // something of it may be left
	}
	switch {
	case err != nil:
	case *purge:
		err = b.Purge(ctx, id)
	default:
		err = b.StopJob(ctx, id)
	}
	if err != nil {
		return unusable, err
	}
	return 0, nil
}

// overview is the output of status as JSON.
type overview struct {
	Jobs    []jobState       `json:"jobs"`
	Workers []broker.Workers `json:"workers"`
}

type jobState struct {
	ID        string       `json:"id"`
	Submitted time.Time    `json:"submitted"`
	Arguments string       `json:"arguments"`
	State     broker.State `json:"state"`
	Stopping  bool         `json:"stopping"`
}

// status lists jobs and workers.
func status(ctx context.Context, c *command, args []string) (int, error) {
	c.connecting()
	asJSON := c.Bool("json", false, "print JSON")
	if err := c.parse(args, 0, "no arguments"); err != nil {
		return unusable, err
	}
	b, err := c.connect(credentials.Watch, credentials.Submit, credentials.Work)
	if err != nil {
		return unusable, err
	}
	defer b.Close()
	o := overview{Jobs: []jobState{}}
	ids, err := b.Jobs(ctx)
	if err != nil {
		return unusable, fmt.Errorf("the server does not list the jobs: %w", err)
	}
	for _, id := range ids {
		if e, err := b.Entry(ctx, id); err == nil {
			var j broker.Job
			json.Unmarshal(e.Signed.Job, &j) // only shown
			o.Jobs = append(o.Jobs, jobState{id, j.Submitted, j.Arguments, e.State, e.Stop})
		}
	}
	if o.Workers, err = b.Workers(ctx, time.Second/2); err != nil {
		return unusable, err
	}
	if *asJSON {
		return 0, json.NewEncoder(c.out).Encode(o)
	}
	o.print(c)
	return 0, nil
}

// print prints jobs and workers for people.
func (o *overview) print(c *command) {
	for _, j := range o.Jobs {
		s := j.State
		var what string
		switch {
		case s.Ended:
			what = fmt.Sprintf("ended with status %d", s.Status)
		case s.Holder == "":
			what = "waits for a worker"
		default:
			what = fmt.Sprintf("searched by %s with %d more processes, %d units so far", s.Name, s.Workers, s.Units)
			if !s.Saved.IsZero() {
				what += ", saved " + s.Saved.Local().Format(time.DateTime)
			}
		}
		if j.Stopping && !s.Ended {
			what += ", is to end"
		}
		fmt.Fprintf(c.out, "job %s of %s: %s: %s\n", j.ID, j.Submitted.Local().Format(time.DateTime), what, j.Arguments)
	}
	for _, w := range o.Workers {
		other := ""
		if w.Protocol != broker.Protocol {
			other = ", of another release"
		}
		fmt.Fprintf(c.out, "worker %s: %d processes%s, for %s\n", w.Name, w.Processes, other, strings.Join(append(w.Jobs, "no other job"), ", "))
	}
	if len(o.Jobs)+len(o.Workers) == 0 {
		fmt.Fprintln(c.out, "There are no jobs and no workers.")
	}
}
