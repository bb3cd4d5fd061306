package advice

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// Verdict is the verdict in a few words, for tables.
func Verdict(it *document.Item) string {
	var notes []string
	r := it.Result
	declared, undeclared := Violated(it)
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
			notes = append(notes, "no undeclared one in "+prose.Plural(n, "further event"))
		}
	case unbegun(r) && len(r.Model.Violates) > 0:
		notes = append(notes, "nothing explored", "declared violation not looked for: "+strings.Join(Declaring(r), ", "))
	case unbegun(r):
		notes = append(notes, "nothing explored")
	case Unfound(r):
		notes = append(notes, "declared violation not found: "+strings.Join(Declaring(r), ", "))
	}
	if r.Options.Witness != "" && r.Shortest > 0 {
		notes = append(notes, "none reaches the goal after fewer than "+prose.Plural(r.Shortest, "event"))
	}
	switch {
	case r.Verdict != checker.Violated || r.Options.Until != checker.UntilShortest || r.Options.Replay != nil:
	case r.Shortest > 0:
		notes = append(notes, "none shows after fewer than "+prose.Plural(r.Shortest, "event"))
	default:
		notes = append(notes, "perhaps not the shortest")
	}
	if r.Viewed && (r.Verdict == checker.Verified || r.Verdict == checker.Bounded) {
		notes = append(notes, "up to the View of the model")
	}
	if r.Merged != nil && r.Merged.Symmetric && (r.Verdict == checker.Verified || r.Verdict == checker.Bounded) {
		notes = append(notes, "up to the symmetry of the model")
	}
	if missed := Missed(r); missed != "" {
		notes = append(notes, missed)
	}
	if names := hardlyReached(r); len(names) > 0 {
		notes = append(notes, "hardly ever reached: "+strings.Join(names, ", "))
	}
	if names := document.Unasserted(r); len(names) > 0 && r.Verdict != checker.Failed {
		notes = append(notes, "never asserted"+SoFar(r)+": "+strings.Join(names, ", "))
	}
	if unasked := document.Unasked(r); len(unasked) > 0 && r.Verdict != checker.Failed {
		notes = append(notes, "nothing to judge"+SoFar(r)+": "+strings.Join(unasked, ", "))
	}
	if stop := it.Stop(); stop != "" {
		notes = append(notes, stop)
	}
	if len(notes) == 0 {
		return string(it.Result.Verdict)
	}
	return string(it.Result.Verdict) + " (" + strings.Join(notes, "; ") + ")"
}

// Properties returns the names of the violated properties, to follow a verdict that says whether
// they are declared. If only some of them are, those come last and are marked.
func Properties(it *document.Item) string {
	declared, undeclared := Violated(it)
	s := strings.Join(undeclared, ", ")
	if s != "" && len(declared) > 0 {
		s += "; declared: "
	}
	return s + strings.Join(declared, ", ")
}

// Violated returns the names of the violated properties, separated into declared and undeclared
// ones.
func Violated(it *document.Item) (declared, undeclared []string) {
	for _, v := range it.Result.Violations {
		names := &undeclared
		if it.Result.Model.Declares(v) {
			names = &declared
		}
		if name := prose.Clean(v.Property); !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	return declared, undeclared
}

// onlyUsual names the properties of every model.
const onlyUsual = proc.NoDeadlock + " and " + proc.NoCrash

// statement returns the verdict with its meaning, for sentences.
func statement(it *document.Item) string {
	switch r := it.Result; r.Verdict {
	case checker.Verified:
		if !r.Asked() {
			return Verdict(it) + ", " + onlyUsual + " (nothing else was asked)"
		}
	case checker.Bounded:
		statement := Verdict(it) + ", nothing found"
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
		return Verdict(it) + ", nothing found in these runs"
	case checker.Incomplete:
		switch {
		case unbegun(r):
			return Verdict(it)
		case r.Stop == checker.Replayed:
			return Verdict(it) + ", nothing found in this interleaving"
		}
		return Verdict(it) + ", nothing found until then"
	}
	return Verdict(it)
}

// cutByWithin reports whether Within of the model has cut something.
func cutByWithin(r *checker.Result) bool {
	return r.Beyond > 0 || r.Cycles != nil && r.Cycles.Beyond > 0
}

// Brief is the verdict in a few words.
func Brief(it *document.Item) string {
	declared, undeclared := Violated(it)
	switch r := it.Result; {
	case r.Verdict == checker.Violated && len(undeclared) == 0 && len(declared) > 0:
		return "violated as declared"
	case Unfound(r) && r.Complete():
		return "not as declared"
	case r.Verdict == checker.Verified && !r.Asked():
		return string(r.Verdict) + ", " + onlyUsual
	}
	return string(it.Result.Verdict)
}

// Sentences returns the first sentence of the error of an item, and the others.
func Sentences(it *document.Item) (first, rest string) {
	lines := strings.Split(it.Problem(), "\n")
	first, rest = prose.FirstSentence(prose.Clean(lines[0]))
	others := prose.Each(lines[1:], prose.Clean)
	if rest != "" {
		others = slices.Insert(others, 0, rest)
	}
	return first, strings.Join(others, "\n")
}
