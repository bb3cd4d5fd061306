package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Document is what a report says of one model, with all that any form of it
// needs: each one, text, page or diagram, is made from this, so a document that
// was saved as JSON can be shown later. Its schema is [Schema].
type Document struct {
	Package  string          `json:"package"`       // the import path of the package that holds the model
	Model    string          `json:"model"`         // its name
	Doc      string          `json:"doc,omitempty"` // what it shows
	Verdict  checker.Verdict `json:"verdict"`
	Expected bool            `json:"expected"` // it behaved as it declares
	Declared []string        `json:"declared"` // the names of the properties that it declares to violate
	// Asked: the model asks for more than that no process crashes or waits for ever, or
	// it is not known, as the search was stopped.
	Asked bool `json:"asked"`
	// Unasked are the rules that had nothing to judge, once the search is complete.
	Unasked []string `json:"unasked,omitempty"`
	// Unasserted are the listed properties that no process asserted, once the search is
	// complete.
	Unasserted []string `json:"unasserted,omitempty"`
	// Stop is why the search ended before it was through: "first violation" (with StopAtFirst
	// the first of all, otherwise the first that the model does not declare),
	// "interleaving budget", "memory limit", "sample", "replay", "interrupted", "timeout" or "no memory left"; "" if it did not.
	Stop string `json:"stop"`
	// MemoryLimit is that of the search in bytes, if it was reached.
	MemoryLimit int64  `json:"memory_limit,omitempty"`
	Error       string `json:"error,omitempty"` // why the verdict is failed

	Violations     int `json:"violations"`      // how many interleavings have one
	FirstViolation int `json:"first_violation"` // the number of the first of them, 0 if there is none

	Interleavings   int `json:"interleavings"`     // explored
	SleepSetBlocked int `json:"sleep_set_blocked"` // of these, ended early
	BoundCut        int `json:"bound_cut"`         // branches that were not explored because of the bound
	DepthCut        int `json:"depth_cut"`         // interleavings that ended early because of their length
	Events          int `json:"events"`            // executed in total

	Strategy         checker.Algorithm `json:"strategy"`
	ReceivePatterns  bool              `json:"receive_patterns"`
	Bound            *int              `json:"bound"` // null without a bound
	BoundKind        *string           `json:"bound_kind"`
	BoundFrom        *int              `json:"bound_from,omitempty"` // the first of several bounds, one after the other
	Seed             uint64            `json:"seed,omitempty"`       // of the order in which processes go on
	MaxInterleavings int               `json:"max_interleavings"`    // 0 without a budget
	Depth            int               `json:"depth"`
	KeepGoing        bool              `json:"keep_going"`
	StopAtFirst      bool              `json:"stop_at_first"` // also if the model declares it
	Delivery         proc.Delivery     `json:"delivery"`
	// Overridden names the fields of these in which the search was not as the model asks
	// for: flags or options have precedence.
	Overridden []string `json:"overridden,omitempty"`

	Elapsed float64 `json:"elapsed_seconds"`
	Rate    float64 `json:"interleavings_per_second"`

	// Skipped are the steps of a replayed schedule that did not happen, Unplanned is how many
	// operations were executed before its end that it does not have.
	Skipped   []Skipped `json:"skipped,omitempty"`
	Unplanned int       `json:"unplanned,omitempty"`

	Levels []Level `json:"levels,omitempty"` // what was explored at each of several bounds
	// Repeated says what the first interleaving that was cut because of its length does
	// again and again; if none was, but the search, the first of 1000 events.
	Repeated []Repeated `json:"repeated,omitempty"`
	Goals    []Goal     `json:"goals,omitempty"` // of the model
	// Distinct holds one violation for each property and explanation: of the first 100 of
	// these, and one of each further property.
	Distinct []Violation `json:"distinct_violations"`
	// Unlisted is how many interleavings have a violation that is therefore missing.
	Unlisted int `json:"unlisted_violations,omitempty"`
	// Causes says which pairs of operations caused how many interleavings, if that
	// was asked for.
	Causes []Cause `json:"causes,omitempty"`
	// Examples holds interleavings that were asked for, whatever came of them, and behind
	// them the one in which the model failed, if one is known.
	Examples []Violation `json:"examples,omitempty"`
}

// Shown returns what there is to be shown: the violations, or if there are none the
// examples; of a search that failed both.
func (d *Document) Shown() []Violation {
	switch {
	case len(d.Distinct) == 0:
		return d.Examples
	case d.Verdict == checker.Failed:
		return slices.Concat(d.Distinct, d.Examples)
	}
	return d.Distinct
}

// NewDocument returns the document of an item.
func NewDocument(it Item) Document {
	r := it.Result
	d := Document{
		Package: it.Package, Model: r.Model.Name, Doc: r.Model.Doc,
		Verdict: r.Verdict, Expected: r.Expected && it.Err == nil, Declared: append([]string{}, r.Model.Violates...), Asked: r.Asked(), Unasked: unasked(r), Unasserted: unasserted(r),
		Stop: it.stop(), Violations: r.Violating, FirstViolation: r.FirstViolation,
		Interleavings: r.Interleavings, SleepSetBlocked: r.SleepSetBlocked,
		BoundCut: r.BoundCut, DepthCut: r.DepthCut, Events: r.Events,
		Strategy: r.Options.Algorithm, ReceivePatterns: r.Options.Relation().ReceivePatterns,
		Seed: r.Options.Seed, MaxInterleavings: r.Options.MaxInterleavings, Depth: r.Options.MaxEvents, KeepGoing: r.Options.KeepGoing, StopAtFirst: r.Options.StopAtFirst,
		Elapsed: it.Elapsed.Seconds(), Skipped: newSkipped(r), Unplanned: r.Unplanned, Levels: newLevels(r), Goals: newGoals(r), Distinct: []Violation{}, Unlisted: r.Unlisted,
	}
	switch r.Stop {
	case checker.OutOfMemory:
		d.Stop, d.MemoryLimit = string(r.Stop), r.Options.Memory
	case checker.AtViolation:
		d.Stop = string(r.Stop)
	}
	if d.Strategy == "" {
		d.Strategy = checker.Optimal
	}
	d.Delivery = cmp.Or(r.Options.Delivery, proc.Instant)
	d.Depth = cmp.Or(d.Depth, checker.DefaultMaxEvents)
	d.Overridden = overridden(r)
	if b := r.Options.Bound; b.Limits() {
		limit, kind := b.Last(), string(b.Kind())
		d.Bound, d.BoundKind = &limit, &kind
		if b.Several() {
			first := b.First()
			d.BoundFrom = &first
		}
	}
	if it.Err != nil {
		d.Error = it.problem()
	}
	if d.Elapsed > 0 {
		d.Rate = float64(explored(r)) / d.Elapsed
	}
	for _, v := range r.Violations {
		d.Distinct = append(d.Distinct, newViolation(&it, v))
	}
	for _, p := range r.Repeated {
		d.Repeated = append(d.Repeated, Repeated(p))
	}
	for _, c := range r.Causes {
		d.Causes = append(d.Causes, newCause(&c))
	}
	for _, v := range r.Examples {
		d.Examples = append(d.Examples, newViolation(&it, v))
	}
	return d
}

// Read reads documents, as [JSON] writes them one after the other. It is an error if there are none, or
// if one cannot be shown, as it has been damaged.
func Read(r io.Reader) ([]Document, error) {
	var all []Document
	for d := json.NewDecoder(r); ; {
		var doc Document
		switch err := d.Decode(&doc); {
		case errors.Is(err, io.EOF) && len(all) > 0:
			return all, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("there is no report in it; 'checkmodel -json' writes one")
		case err != nil:
			return nil, fmt.Errorf("it is no report as 'checkmodel -json' writes it: %w", err)
		case doc.Model == "" || doc.Verdict == "":
			return nil, errors.New("it is no report as 'checkmodel -json' writes it: an object has no model and verdict")
		}
		if err := doc.check(); err != nil {
			return nil, fmt.Errorf("it is no report as 'checkmodel -json' writes it: model %q: %w", doc.Model, err)
		}
		all = append(all, doc)
	}
}
