package checker

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// programFamilies are random programs of all families, for stateful searches.
var programFamilies = map[string]func(*rapid.T) func(*proc.P){
	"programs": func(t *rapid.T) func(*proc.P) {
		return randomprograms.Programs(randomprograms.AllOps, 4, 7).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
	},
	"collecting": func(t *rapid.T) func(*proc.P) {
		ops := rapid.SampledFrom([][]string{randomprograms.CollectOps, slices.Concat(randomprograms.CollectOps, collectAndEnd, []string{"announce last", "expose", "expose"})}).Draw(t, "operations")
		return randomprograms.Programs(ops, 4, 7).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
	},
	"agents": func(t *rapid.T) func(*proc.P) {
		return randomprograms.DrawAgents(t, rapid.SampledFrom(randomprograms.AgentOps).Draw(t, "operations"), 1).Main
	},
	"callers": func(t *rapid.T) func(*proc.P) { return drawCallers(t).main },
	"all agents": func(t *rapid.T) func(*proc.P) {
		ops := rapid.SliceOfNDistinct(rapid.SampledFrom(randomprograms.AllAgentOps), 5, 10, rapid.ID).Draw(t, "operations")
		return randomprograms.DrawAgents(t, append(ops, "tell", "tell"), 4).Main
	},
	"correspondents": func(t *rapid.T) func(*proc.P) {
		return randomprograms.DrawCorrespondents(t, rapid.Bool().Draw(t, "others")).Main
	},
	"loops":  func(t *rapid.T) func(*proc.P) { return randomprograms.DrawLoops(t).Main(randomprograms.DeclaredLoop) },
	"served": drawServed,
	"time": func(t *rapid.T) func(*proc.P) {
		return randomprograms.Programs(rapid.SampledFrom(randomprograms.TimeOps).Draw(t, "operations"), 3, 5).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
	},
	"await": func(t *rapid.T) func(*proc.P) {
		ops := slices.Concat([]string{"kill", "expose", "named await", "named insert", "named", "drop", "rename"}, randomprograms.AwaitOps)
		return randomprograms.DrawParent(t, randomprograms.OneRow(randomprograms.Programs(ops, 3, 7).Draw(t, "program"))).Main
	},
	"polls": func(t *rapid.T) func(*proc.P) { return drawPolls(t) },
	"posts": func(t *rapid.T) func(*proc.P) { return randomprograms.DrawEqualMessages(t).Main },
}

// sameFindings compares the kinds of violations, and the goals that are reached.
func sameFindings(t *rapid.T, got, want *Result) {
	if g, w := kindsIn(got), kindsIn(want); !maps.Equal(g, w) {
		t.Errorf("the violations are\n%v, want\n%v", g, w)
	}
	reached := func(r *Result) (names []string) {
		for _, g := range r.Goals {
			if g.Hits > 0 {
				names = append(names, g.Name)
			}
		}
		return names
	}
	if g, w := reached(got), reached(want); !slices.Equal(g, w) {
		t.Errorf("the goals %v are reached, want %v", g, w)
	}
}
