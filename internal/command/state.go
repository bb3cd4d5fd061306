package command

import (
	"errors"
	"time"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// problem reports an error, unless it is nil, and returns the exit status that follows from it.
func (r *run) problem(err error) Status {
	if err == nil {
		return AsDeclared
	}
	return r.env.unusable(err)
}

// run is the state of a run.
type run struct {
	env      Environment
	options  Options
	requests []document.Request // the selected ones
	items    []document.Item    // their results, in the same order
	text     prose.Text
	table    *console.Table // of the items; nil before the first row
	deadline time.Time      // of the searches, if the options have a time limit
	reporter Status         // Unusable if the report of a model could not be made
	saved    string         // the model of the first stopped search that is saved; "" if there is none
	claims   files.Claims   // the files in which searches are saved
}

// errTimeout is the cause of a context that is done because the time of the run is up.
var errTimeout = errors.New("timeout")

// path returns the path of a file of the options.
func (r *run) path(file string) string { return files.Within(r.env.Dir, file) }
