package report

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/proc"
)

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

// stop says why the search ended early; "" if it did not, or ended at the violation that it was looking for.
func (it *Item) stop() string {
	switch stop := it.Result.Stop; {
	case stop == checker.AtViolation:
		return ""
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

// verdict is the verdict in a few words, for tables.
func (it *Item) verdict() string {
	var notes []string
	r := it.Result
	declared, undeclared := it.violated()
	switch {
	case r.Verdict == checker.Failed:
		if len(undeclared) > 0 {
			notes = append(notes, "violated as well: "+strings.Join(undeclared, ", "))
		}
		if len(declared) > 0 {
			notes = append(notes, "violated as declared: "+strings.Join(declared, ", "))
		}
	case r.Verdict == checker.Violated && len(undeclared) > 0:
		notes = append(notes, "not declared")
	case r.Verdict == checker.Violated:
		notes = append(notes, "declared")
		if r.OthersUnsought() {
			notes = append(notes, "others not looked for")
		} else if n, ended := r.LookedOn(); ended {
			notes = append(notes, "no undeclared one in "+plural(n, "further event"))
		}
	case unbegun(r) && len(r.Model.Violates) > 0:
		notes = append(notes, "nothing explored", "declared violation not looked for: "+strings.Join(declaring(r), ", "))
	case unbegun(r):
		notes = append(notes, "nothing explored")
	case unfound(r):
		notes = append(notes, "declared violation not found: "+strings.Join(declaring(r), ", "))
	}
	switch {
	case r.Verdict != checker.Violated || r.Options.Until != checker.UntilShortest || r.Options.Replay != nil:
	case r.Shortest > 0:
		notes = append(notes, "none shows after fewer than "+plural(r.Shortest, "event"))
	default:
		notes = append(notes, "perhaps not the shortest")
	}
	if r.Viewed && (r.Verdict == checker.Verified || r.Verdict == checker.Bounded) {
		notes = append(notes, "up to the View of the model")
	}
	if missed := Missed(r); missed != "" {
		notes = append(notes, missed)
	}
	if names := hardlyReached(r); len(names) > 0 {
		notes = append(notes, "hardly ever reached: "+strings.Join(names, ", "))
	}
	if names := unasserted(r); len(names) > 0 && r.Verdict != checker.Failed {
		notes = append(notes, "never asserted"+soFar(r)+": "+strings.Join(names, ", "))
	}
	if unasked := unasked(r); len(unasked) > 0 && r.Verdict != checker.Failed {
		notes = append(notes, "nothing to judge"+soFar(r)+": "+strings.Join(unasked, ", "))
	}
	if stop := it.stop(); stop != "" {
		notes = append(notes, stop)
	}
	if len(notes) == 0 {
		return string(it.Result.Verdict)
	}
	return string(it.Result.Verdict) + " (" + strings.Join(notes, "; ") + ")"
}

// properties returns the names of the violated properties, to follow a verdict that says whether
// they are declared. If only some of them are, those come last and are marked.
func (it *Item) properties() string {
	declared, undeclared := it.violated()
	s := strings.Join(undeclared, ", ")
	if s != "" && len(declared) > 0 {
		s += "; declared: "
	}
	return s + strings.Join(declared, ", ")
}

// violated returns the names of the violated properties, separated into declared and undeclared
// ones.
func (it *Item) violated() (declared, undeclared []string) {
	for _, v := range it.Result.Violations {
		names := &undeclared
		if it.Result.Model.Declares(v) {
			names = &declared
		}
		if name := clean(v.Property); !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	return declared, undeclared
}

// onlyUsual names the properties of every model.
const onlyUsual = proc.NoDeadlock + " and " + proc.NoCrash

// statement returns the verdict with its meaning, for sentences.
func (it *Item) statement() string {
	switch r := it.Result; r.Verdict {
	case checker.Verified:
		if !r.Asked() {
			return it.verdict() + ", " + onlyUsual + " (nothing else was asked)"
		}
	case checker.Bounded:
		statement := it.verdict() + ", nothing found"
		if r.BoundCut > 0 {
			statement += " within the bound"
		}
		if r.DepthCut > 0 || r.Cycles != nil && r.Cycles.Cut > 0 {
			statement += " before the depth limit"
		}
		if cutByWithin(r) {
			statement += " in the states that Within allows"
		}
		return statement
	case checker.Sampled:
		return it.verdict() + ", nothing found in these runs"
	case checker.Incomplete:
		switch {
		case unbegun(r):
			return it.verdict()
		case r.Stop == checker.Replayed:
			return it.verdict() + ", nothing found in this interleaving"
		}
		return it.verdict() + ", nothing found until then"
	}
	return it.verdict()
}

// cutByWithin reports whether Within of the model has cut something.
func cutByWithin(r *checker.Result) bool {
	return r.Beyond > 0 || r.Cycles != nil && r.Cycles.Beyond > 0
}
