package document

import (
	"cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// NewDocument returns the document of an item.
func NewDocument(it Item) Document {
	r := it.Result
	d := Document{
		Schema:  schemaVersion,
		Package: it.Package, Model: r.Model.Name, Doc: r.Model.Doc,
		Verdict: r.Verdict, Expected: r.Expected && it.Err == nil, Declared: append([]string{}, r.Model.Violates...), Asked: r.Asked(), Unasked: Unasked(r), Asserted: r.Asserted, Judged: judgedOf(r), Unasserted: Unasserted(r), Gaps: r.Gaps,
		Stop: it.Stop(), Violations: countOf(violating(r)), FirstViolation: r.FirstViolation,
		Interleavings: countOf(Interleavings(r)), States: it.statesOf(), Sample: sampleOf(r), Figures: r.Figures,
		Strategy: r.Options.Algorithm.Traits().Name, Chosen: r.Chosen, ReceivePatterns: r.Options.Relation().ReceivePatterns,
		Seed: r.Options.Seed, MaxInterleavings: r.Options.MaxInterleavings, Depth: r.Options.MaxEvents, Until: cmp.Or(r.Options.Until, checker.UntilUndeclared), Shortest: r.Shortest,
		Elapsed: it.Elapsed.Seconds(), Around: len(r.Options.Around), Unplanned: r.Unplanned, Unlisted: r.Unlisted,
		Kept:    it.Kept,
		Matched: MatchedOf(r),
		Similar: r.Similar, Skipped: r.Skipped, Cycles: r.Cycles, Levels: r.Levels, Repeated: r.Repeated, Growth: r.Growth,
		Parameters: prose.Each(r.Model.Parameters, NewParameter),
		Goals:      r.Goals, Claims: r.Claims, Causes: r.Causes, Remedies: r.Remedies,
		Distinct: append([]Violation{}, prose.Each(r.Violations, it.Violation)...), Examples: prose.Each(r.Examples, it.Violation),
	}
	switch r.Stop {
	case checker.OutOfMemory:
		d.Stop, d.MemoryLimit = string(r.Stop), r.Options.Memory
	case checker.AtViolation:
		d.Stop = string(r.Stop)
		d.LookedOn, _ = r.LookedOn()
	}
	d.Delivery = cmp.Or(r.Options.Delivery, proc.Instant)
	d.Depth = cmp.Or(d.Depth, checker.DefaultMaxEvents)
	d.Faults = faultsOf(&d, r)
	d.Without = r.Options.Without
	d.Overridden = overridden(r)
	if b := r.Options.Bound; b.Limits() {
		limit, kind := b.Last(), string(b.Kind())
		if n := len(r.Levels); n > 0 {
			limit = r.Levels[n-1].Bound
		}
		d.Bound, d.BoundKind = &limit, &kind
		if b.Several() {
			first := b.First()
			d.BoundFrom = &first
		}
	}
	if it.Err != nil {
		d.Error, d.Problem = problems.Text(problems.Each(it.Err), "; "), it.Problem()
	}
	if d.Elapsed > 0 {
		d.Rate = float64(Explored(r).Int()) / d.Elapsed
	}
	return d
}
