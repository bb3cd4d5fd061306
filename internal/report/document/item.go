package document

import (
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// ItemOf returns an item of which only the model is known.
func ItemOf(m checker.Model) *Item { return &Item{Name: m.Name, Result: &checker.Result{Model: m}} }

// Problem returns why the model failed, without its name.
func (it *Item) Problem() string {
	each := problems.Each(it.Err)
	if len(each) == 0 {
		return ""
	}
	if of, is := each[0].(*checker.Failure); is {
		each = append([]error{of.Cause}, each[1:]...)
	}
	return problems.Text(each, "; ")
}

// Request is a model to search, and how.
type Request struct {
	// Name is the name of the model among all requests; see [Names].
	Name string
	// Package is the import path of the package that holds the model.
	Package string
	// Command holds the words that start the command, in commands that the report shows; if it is
	// "", they are checkmodel.
	Command string
	Model   checker.Model
	Options checker.Options
}

// Item is the input of a report about one model.
type Item struct {
	// Name, Package and Command are as in a [Request].
	Name, Package, Command string
	// Result is the result of the search. It must not be nil: for a search that failed before it
	// began it holds the model, the options and the verdict Failed.
	Result *checker.Result
	// Err says why the verdict is Failed; it is nil with any other verdict.
	Err error
	// Canceled is the cause that canceled the search, as a constant below. It is empty if nothing did,
	// or if the cause is not known.
	Canceled string
	// Kept is the fate of the failure that was kept with a replayed schedule, in the words of [Fate].
	Kept string
	// Files names the file in which each violation of the result is kept; nil if there are none. The command to execute a
	// violation again names it instead of the schedule.
	Files []string
	// Elapsed is the time that the search took. For a resumed search it includes the time before.
	Elapsed time.Duration
}

// Values of Item.Canceled.
const (
	Interrupted = "interrupted"
	TimedOut    = "timeout"
	// NoMemory: a previous search used up the memory, and it has not become free.
	NoMemory = "no memory left"
)

// Request returns the request for the search of an item, with the options in force.
func (it *Item) Request() Request {
	return Request{it.Name, it.Package, it.Command, it.Result.Model, it.Result.Options}
}

// Names returns a name for each request, which is unique unless a package has two models of the same
// name: the name of the model and, if the requests come from several packages, before it the last
// element of the import path, or all of it if that is ambiguous.
func Names(requests []Request) []string {
	packages := map[string]string{} // last element -> import path, "" if several have it
	several := false
	for _, q := range requests {
		last := path.Base(q.Package)
		if p, ok := packages[last]; ok && p != q.Package {
			packages[last] = ""
		} else {
			packages[last] = q.Package
		}
		several = several || q.Package != requests[0].Package
	}
	names := make([]string, len(requests))
	for i, q := range requests {
		names[i] = q.Model.Name
		switch last := path.Base(q.Package); {
		case !several:
		case packages[last] == "":
			names[i] = q.Package + "/" + names[i]
		default:
			names[i] = last + "/" + names[i]
		}
	}
	return names
}

// WithGoal returns the requests whose model has the goal, or an error with the goals if there are none. With "" it returns all.
func WithGoal(requests []Request, goal string) ([]Request, error) {
	if goal == "" {
		return requests, nil
	}
	var goals []string
	with := slices.DeleteFunc(slices.Clone(requests), func(q Request) bool {
		of := q.Model.GoalNames()
		goals = append(goals, of...)
		return !slices.Contains(of, goal)
	})
	if slices.Sort(goals); len(with) == 0 {
		return nil, fmt.Errorf("-show is %q; it must be a whole number, or a goal of a model, and %s", goal, nearest.Among(goal, "goal", slices.Compact(goals)))
	}
	return with, nil
}

// Stop says why the search ended early; "" if it did not, or ended at the violation that it was looking for.
func (it *Item) Stop() string {
	switch stop := it.Result.Stop; {
	case stop == checker.AtViolation:
		return ""
	case stop == checker.AtGoals && it.Result.Options.Witness != "":
		return "goal reached"
	case stop == checker.SampleDrawn && it.Result.Sample != nil:
		return ""
	case stop == checker.Canceled && it.Canceled != "":
		return it.Canceled
	case stop == checker.OutOfMemory:
		return string(stop) + " of " + memory.Size(it.Result.Options.Memory) + " reached"
	default:
		return string(stop)
	}
}
