package checker

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// programFamilies are random programs of all families, for searches of states.
var programFamilies = map[string]func(*rapid.T) func(*proc.P){
	"programs": func(t *rapid.T) func(*proc.P) {
		return programs(allOps, 4, 7).Draw(t, "program").main(rapid.Bool().Draw(t, "wait"))
	},
	"agents": func(t *rapid.T) func(*proc.P) {
		return drawAgents(t, rapid.SampledFrom(agentOps).Draw(t, "operations"), 1).main
	},
	"callers": func(t *rapid.T) func(*proc.P) { return drawCallers(t).main },
	"all agents": func(t *rapid.T) func(*proc.P) {
		ops := rapid.SliceOfNDistinct(rapid.SampledFrom(allAgentOps), 5, 10, rapid.ID).Draw(t, "operations")
		return drawAgents(t, append(ops, "tell", "tell"), 4).main
	},
	"correspondents": func(t *rapid.T) func(*proc.P) { return drawCorrespondents(t, rapid.Bool().Draw(t, "others")).main },
	"loops":          func(t *rapid.T) func(*proc.P) { return drawLoops(t).main(declaredLoop) },
	"served":         drawServed,
	"time": func(t *rapid.T) func(*proc.P) {
		return programs(rapid.SampledFrom(timeOps).Draw(t, "operations"), 3, 5).Draw(t, "program").main(rapid.Bool().Draw(t, "wait"))
	},
	"posts": func(t *rapid.T) func(*proc.P) { return drawPosts(t).main },
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
