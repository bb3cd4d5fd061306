package advice

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Unfound reports whether a search has found no violation that the model declares. It is false for
// a replay, and for a search that has not begun.
func Unfound(r *checker.Result) bool {
	return len(r.Model.Violates) > 0 && r.Violating == 0 && r.Explored() &&
		r.Stop != checker.Replayed && r.Verdict != checker.Failed
}

// unbegun reports whether a search was cancelled before it had explored anything.
func unbegun(r *checker.Result) bool {
	return r.Verdict == checker.Incomplete && (r.Stop == checker.Canceled || r.Stop == checker.OutOfMemory) && !r.Explored()
}

// comesAgain is the remedy for a search in which something grows for ever.
const comesAgain = "a limit on the growing values, or a View that compares them, so that states recur"

// Declaring returns the names of the properties that the model declares to violate.
func Declaring(r *checker.Result) []string { return prose.Each(r.Model.Violates, prose.Clean) }

// Limits returns the limit that has cut a search, and a remedy.
func Limits(r *checker.Result) (where, help string) {
	o := &r.Options
	switch {
	case r.Sample != nil:
		return "in " + prose.Plural(r.Interleavings, "run"), fmt.Sprintf("more -runs than %d", r.Interleavings)
	case r.Stop == checker.OutOfBudget:
		return "in " + prose.Plural(o.MaxInterleavings, "interleaving"), fmt.Sprintf("a larger -max-interleavings than %d", o.MaxInterleavings)
	case r.Stop == checker.OutOfMemory:
		return "until the memory limit was reached", "more memory"
	case r.Stop != checker.NotStopped && len(r.Growth) > 0:
		return "until the search was stopped", comesAgain
	case r.Stop != checker.NotStopped:
		return "until the search was stopped", "more time"
	case r.BoundCut == 0 && len(r.Growth) > 0:
		return fmt.Sprintf("within %s of an interleaving", prose.Plural(o.MaxEvents, "event")), comesAgain
	case cutByWithin(r) && r.DepthCut == 0:
		return "in the states that Within of the model allows", "a Within that allows more"
	case r.BoundCut == 0:
		return fmt.Sprintf("within %s of an interleaving", prose.Plural(o.MaxEvents, "event")), "a larger -depth"
	}
	limit := o.Bound.Last()
	if o.Bound.Several() {
		return fmt.Sprintf("up to the bound %d", limit), fmt.Sprintf("a last bound above %d", limit)
	}
	return fmt.Sprintf("within the bound %d", limit), fmt.Sprintf("-bound %d or more", limit+1)
}
