package command

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/report/situation"
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
	fit, err := conform.Check(ctx, r.requests[0].Model, log, r.options.Conform.Options)
	switch {
	case err != nil:
		return driving{r}.endStatus(ctx, err)
	case r.options.JSON:
		err = json.NewEncoder(r.env.Stdout).Encode(fit)
	default:
		err = situation.Fit(r.env.Stdout, r.text, r.requests[0].Model.Name, fit)
	}
	switch {
	case err != nil:
		return r.problem(broken(err))
	case ctx.Err() != nil:
		return Interrupted
	case fit.GivenUp:
		return r.env.unusable(errors.New("the log was not decided; give a larger -states, or -states 0 for no limit"))
	case !fit.Fits:
		return Unexpected
	}
	return AsDeclared
}
