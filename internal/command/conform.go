package command

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/systemlog"
)

// Conform says how a log is compared with a model.
type Conform struct {
	Log string `json:"log"` // its file
	conform.Options
}

// conform compares the log with the one model.
func (r *run) conform(ctx context.Context) Status {
	log, err := systemlog.ReadFile(r.path(r.options.Conform.Log))
	if err != nil {
		return r.env.unusable(err)
	}
	asked := &r.requests[0]
	fit, err := conform.Check(ctx, asked.Model, log, r.options.Conform.Options)
	if err != nil {
		return driving{r}.endStatus(ctx, err)
	}
	r.items[0] = document.Item{Name: asked.Name, Package: asked.Package, Command: asked.Command, Result: fit.Result}
	if r.options.JSON {
		err = json.NewEncoder(r.env.Stdout).Encode(fit)
	} else {
		err = console.Fit(r.text, r.env.Stdout, asked.Model, fit)
	}
	status := r.problem(broken(err))
	if fit.Result != nil {
		status = graver(status, r.problem(r.write()))
	}
	switch {
	case ctx.Err() != nil:
		status = graver(status, Interrupted)
	case fit.GivenUp:
		status = r.env.unusable(errors.New("the log was not decided; give a larger -states, or -states 0 for no limit"))
	case !fit.Fits:
		status = graver(status, Unexpected)
	}
	return status
}
