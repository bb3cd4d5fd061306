package command

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/remote"
)

// limit sets the limits of a search on memory and time. The search is to end when ctx is done.
func (r *run) limit(ctx context.Context, o *checker.Options) {
	o.Memory = r.memory()
	if p := r.env.Patience; p != nil {
		o.Patience = func() (context.Context, context.CancelFunc) { return p(ctx.Err() != nil) }
	}
}

// work executes units of searches of the models.
func (r *run) work(ctx context.Context) Status {
	saving := &checker.Saving{Identity: r.env.Identity}
	return r.problem(remote.Work(ctx, r.env.Stdin, r.env.Stdout, func(ctx context.Context, model string, unit *checker.Checkpoint, save func(*checker.Checkpoint) error) error {
		for _, q := range r.requests {
			if q.Name == model {
				r.limit(ctx, &q.Options)
				saving.Save, q.Options.Resume, q.Options.Saving = save, unit, saving
				_, err := checker.Check(ctx, q.Model, q.Options)
				return err
			}
		}
		return fmt.Errorf("the unit is of model %q, and the models here are %s", model, names(r.requests))
	}))
}

// takePart gives the program its part in a cluster. It returns false if it has ended.
func (env *Environment) takePart(ctx context.Context, o Options) (status Status, goesOn bool) {
	part, socket, err := remote.PartOf(os.Getenv)
	switch {
	case err != nil:
	case part == remote.Works:
		env.Works = true
	case part == remote.Coordinates:
		env.Units, err = remote.Join(socket)
	case part == remote.Submits:
		s, code := remote.Submission{Identity: env.Identity}, 0
		if s.Executable, err = os.Executable(); err == nil {
			s.Options, err = json.Marshal(o)
		}
		if err == nil {
			code, err = remote.Submit(ctx, socket, s, env.Stdout, env.Stderr)
		}
		status = Status(code)
	}
	if err != nil {
		return env.unusable(err), false
	}
	return status, part != remote.Submits
}
