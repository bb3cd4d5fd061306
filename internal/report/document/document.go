package document

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Document is the report about one model. All forms of a report, such as text, page or diagram, are
// made from it, so a document that was saved as JSON can be shown later. Its schema is [Schema].
type Document struct {
	Schema   int             `json:"schema"`        // the version of the schema; see schemaVersion
	Package  string          `json:"package"`       // the import path of the package that holds the model
	Model    string          `json:"model"`         // its name
	Doc      string          `json:"doc,omitempty"` // its description
	Verdict  checker.Verdict `json:"verdict"`
	Expected bool            `json:"expected"` // whether it behaved as it declares
	Declared []string        `json:"declared"` // the names of the properties that it declares to violate
	// Asked says that the model asks for more than the absence of crashes and deadlocks, or that
	// this is not known because the search was stopped.
	Asked bool `json:"asked"`
	// Unasked are the rules that had nothing to judge in any explored interleaving.
	Unasked []string `json:"unasked,omitempty"`
	// Asserted are the properties that some process asserted, once the search is complete.
	Asserted []string `json:"asserted,omitempty"`
	// Judged says in how many interleavings these properties were asserted, and rules had something to judge, by name. It is
	// absent for a stateful search.
	Judged []RuleCoverage `json:"judged,omitempty"`
	// Unasserted are the listed properties that no process asserted in any explored interleaving.
	Unasserted []string `json:"unasserted,omitempty"`
	// Gaps lists what could have happened, and did not in any explored interleaving; nil if the search did not end by itself.
	Gaps []trace.Visit `json:"gaps,omitempty"`
	// Stop is why the search ended early: "first violation" (which of them, Until says), "interleaving budget", "memory limit",
	// "sample", "replay", "interrupted", "timeout" or "no memory left"; "" if it did not.
	Stop string `json:"stop"`
	// MemoryLimit is the memory limit of the search in bytes, if it was reached.
	MemoryLimit int64  `json:"memory_limit,omitempty"`
	Error       string `json:"error,omitempty"`   // why the verdict is failed
	Problem     string `json:"problem,omitempty"` // the same, without the name of the model

	Violations     Count `json:"violations"`      // the number of interleavings with a violation
	FirstViolation int   `json:"first_violation"` // the number of the first of them, from 1; 0 if there is none

	Interleavings Count `json:"interleavings"` // explored; for a stateful search, how many the states stand for
	*States
	*Sample
	checker.Figures

	Strategy         checker.Algorithm `json:"strategy"`
	Chosen           string            `json:"chosen,omitempty"` // why the strategy was chosen, if that was automatic
	ReceivePatterns  bool              `json:"receive_patterns"`
	Bound            *int              `json:"bound"` // the last of several bounds, to which these results belong; null without a bound
	BoundKind        *string           `json:"bound_kind"`
	BoundFrom        *int              `json:"bound_from,omitempty"` // the first of several successive bounds
	Seed             uint64            `json:"seed"`                 // of the order in which processes continue, or of the runs that are drawn
	MaxInterleavings int               `json:"max_interleavings"`    // 0 without a budget
	Depth            int               `json:"depth"`
	Until            checker.Until     `json:"until"` // which violation ends the search
	// LookedOn is how many events were executed after a declared violation to look for others, if the search ended then.
	LookedOn int `json:"looked_on,omitempty"`
	// Shortest is the number of events after which the violation shows, if none shows after fewer.
	Shortest int           `json:"shortest,omitempty"`
	Delivery proc.Delivery `json:"delivery"`
	// Faults is the budget of faults, and the part that the first violation uses; nil if there is none.
	Faults *Faults `json:"faults,omitempty"`
	// Without holds the names of the external events that are left out.
	Without []string `json:"without,omitempty"`
	// Parameters are the parameters on which the model depends, if there are any.
	Parameters []Parameter `json:"parameters,omitempty"`
	// Overridden names the fields above in which the search differs from the model's requests, because of flags or options.
	Overridden []string `json:"overridden,omitempty"`

	Elapsed float64 `json:"elapsed_seconds"`
	Rate    float64 `json:"interleavings_per_second"`

	// Around is how many steps the schedule has that the search began with; 0 if none was given.
	Around int `json:"around,omitempty"`
	// Kept is the fate of the kept failure that was replayed: "again", "another" or "gone"; "" if there was none.
	Kept string `json:"kept,omitempty"`
	// Matched says how the steps of that schedule, or of a replayed one, were found in the model. Similar are those for
	// which an operation with a similar message was executed.
	Matched *StepMatches      `json:"matched,omitempty"`
	Similar []checker.Similar `json:"similar,omitempty"`
	// Skipped has the steps of that schedule, or of a replayed one, that did not happen; Unplanned is the number of
	// executed operations, before its end, that it does not have.
	Skipped   []checker.SkippedStep `json:"skipped,omitempty"`
	Unplanned int                   `json:"unplanned,omitempty"`

	// Cycles counts the states explored for properties that must hold some time or stay possible, if the model has any.
	Cycles *checker.Cycles `json:"cycles,omitempty"`
	Levels []checker.Level `json:"levels,omitempty"` // the searches with each of several bounds
	// Repeated holds the operations that the first interleaving cut because of its length repeats. If
	// there is none and the search was cut, they are from the first interleaving of 1000 events.
	Repeated []checker.Repetition `json:"repeated,omitempty"`
	// Growth lists the things that grow in that interleaving up to its end, if it was cut in a stateful search.
	Growth []checker.Growth `json:"growth,omitempty"`
	Goals  []checker.Goal   `json:"goals,omitempty"` // of the model
	// Claims are the claims of the model that messages commute, and how often they were checked.
	Claims []checker.Claim `json:"claims,omitempty"`
	// Distinct holds one violation for each property and explanation, not counting names and numbers in
	// that, for the first 100 such pairs, and one for each further property.
	Distinct []Violation `json:"distinct_violations"`
	// Unlisted is the number of interleavings with a violation that Distinct does not hold for that
	// reason.
	Unlisted int `json:"unlisted_violations,omitempty"`
	// Causes says which pairs of operations caused how many interleavings, if requested.
	Causes []checker.Cause `json:"causes,omitempty"`
	// Remedies are changes that leave fewer interleavings, if requested.
	Remedies []checker.Remedy `json:"remedies,omitempty"`
	// Examples holds the requested interleavings, whatever their outcome, and the witness of a goal, followed by the one in which
	// the model failed, if one is known.
	Examples []Violation `json:"examples,omitempty"`
}

// Witness returns the witness of a goal, or nil.
func (d *Document) Witness() *Violation {
	for i := range d.Examples {
		if v := &d.Examples[i]; v.Reaches != "" {
			return v
		}
	}
	return nil
}

// Shown returns the violations and examples to show: the violations, or if there are none the
// examples, or the loop of an infinite interleaving; violations and examples if the search failed. If there is a witness it is
// the first, before the violations.
func (d *Document) Shown() []Violation {
	switch {
	case len(d.Distinct)+len(d.Examples) == 0 && d.States != nil && d.Loop != nil:
		return []Violation{*d.Loop}
	case len(d.Distinct) == 0:
		return d.Examples
	case d.Witness() != nil:
		return append([]Violation{*d.Witness()}, d.Distinct...)
	case d.Verdict == checker.Failed:
		return slices.Concat(d.Distinct, d.Examples)
	}
	return d.Distinct
}
