package document

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Unasked returns the names of the rules that had nothing to judge.
func Unasked(r *checker.Result) []string { return prose.Each(r.Unasked, prose.NameOf) }

// RuleCoverage is the number of interleavings in which a property was asserted, or a rule had something to judge.
type RuleCoverage struct {
	Name          string `json:"name"`
	Rule          bool   `json:"rule,omitempty"`
	Interleavings int    `json:"interleavings"`
}

func judgedOf(r *checker.Result) []RuleCoverage {
	return prose.Each(slices.Sorted(maps.Keys(r.Judged)), func(name string) RuleCoverage {
		return RuleCoverage{name, r.Model.Rule(name) != nil, r.Judged[name]}
	})
}

// Unasserted returns the names of the properties that no process asserted.
func Unasserted(r *checker.Result) []string { return prose.Each(r.Unasserted, prose.NameOf) }
