package command

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// keptFailure returns the failure that is to be replayed, or that a search begins with; the zero Failure if there is none.
func (o *Options) keptFailure() corpus.Failure {
	switch {
	case o.Replay != nil:
		return *o.Replay
	case o.Around != nil:
		return *o.Around
	}
	return corpus.Failure{}
}

// replayArgument returns the flag for that failure.
func (o *Options) replayArgument() string {
	if o.Replay == nil && o.Around != nil {
		return aroundFlag
	}
	return replayFlag
}

// replayable returns the requests for the model that the file with a schedule names, or all requests if there
// are none.
func replayable(requests []document.Request, o *Options) []document.Request {
	f := o.keptFailure()
	of := slices.DeleteFunc(slices.Clone(requests), func(q document.Request) bool { return !f.Names(q.Model.Name) })
	if len(of) == 0 {
		return requests
	}
	return of
}

// foreign names the model of the file with a schedule, if no request is for it; otherwise it returns "".
func foreign(requests []document.Request, o *Options) string {
	f := o.keptFailure()
	if f.Model() == "" || slices.ContainsFunc(requests, func(q document.Request) bool { return f.Names(q.Model.Name) }) {
		return ""
	}
	return fmt.Sprintf(", and the file is of model %s, which is none of these", f.Model())
}

// differences reports how a replay differs from its schedule as it was kept: first the fate of the kept failure.
func (r *run) differences(it *document.Item) {
	var all []string
	for _, d := range []string{r.deviation(it.Result), r.misfit(it.Result)} {
		if d != "" {
			all = append(all, d)
		}
	}
	if fate := it.Fate(); len(all) > 0 && fate != "" {
		all = slices.Insert(all, 0, fate)
	}
	for _, d := range all {
		fmt.Fprintf(r.env.Stderr, "checkmodel: %s\n", d)
	}
}

// deviation says whether the given schedule is of another model, and from which step on the events of a replay differ from
// those when it was kept, if these are known.
func (r *run) deviation(result *checker.Result) string {
	f := r.options.keptFailure()
	deviation := ""
	if result.Replayed != nil && slices.ContainsFunc(f.Steps, func(s corpus.Step) bool { return s.Event != "" }) {
		deviation = f.Deviation(result.Replayed)
	}
	switch {
	case f.OfAnother(result.Model.Name):
		problem := fmt.Sprintf("the file for %s is of model %s, not of %s", r.options.replayArgument(), f.Model(), printable.OneLine(result.Model.Name))
		if deviation != "" {
			problem += ": " + deviation
		}
		return problem
	case deviation != "":
		return "the schedule was kept of another version of the model: " + deviation
	}
	return ""
}

// misfit says why a schedule could not be followed, unless the report tells the same reader.
func (r *run) misfit(result *checker.Result) string {
	misfit := advice.Misfit(result)
	if misfit == "" || !r.options.JSON && r.env.Together {
		return ""
	}
	return fmt.Sprintf("the schedule does not fit model %s: %s", printable.OneLine(result.Model.Name), misfit)
}
