package report_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

type increment struct{}

// polling has a server that polls for ever, so interleavings need not end.
var polling = checker.Model{Name: "polling", Main: func(p *proc.P) {
	server := p.Spawn("server", func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool {
			if _, ok := proc.ReceiveTimeout[increment](p); ok {
				*n++
			}
			return true
		})
	}, proc.Daemon)
	for range 2 {
		p.Spawn("client", func(p *proc.P) { p.Send(server, increment{}) })
	}
}}

// explodes has more interleavings than a number of JSON can be, in few states.
var explodes = checker.Model{Name: "explodes", Main: func(p *proc.P) {
	for range 6 {
		p.Spawn("counter", func(p *proc.P) {
			proc.Loop(p, 0, func(n *int) bool {
				p.Choose(20)
				*n++
				return *n < 4
			})
		})
	}
}}

// searchedByStates returns the results of stateful searches: an ordinary one, one with many interleavings, one
// that has forgotten states, and one without end.
func searchedByStates(t *testing.T) []document.Item {
	o := checker.Options{Algorithm: checker.States, Until: checker.UntilEnd}
	items := []document.Item{
		searched(t, counter.Models(), "lost-update", o),
		searched(t, []checker.Model{explodes}, "explodes", o),
		searched(t, counter.Models(), "lost-update", o),
		searched(t, []checker.Model{polling}, "polling", o),
	}
	items[2].Name = "forgetful"
	items[2].Result.Merged.Forgotten = 9
	items[2].Result.Options.Memory = 1 << 30
	return items
}

// The golden file has the texts about stateful searches.
func TestStates(t *testing.T) {
	items := searchedByStates(t)
	var b bytes.Buffer
	for _, it := range items {
		if err := console.Model((prose.Text{}), &b, it); err != nil {
			t.Fatal(err)
		}
	}
	for _, some := range [][]document.Item{items[:3], items[3:], items} {
		if err := console.Summary((prose.Text{}), &b, some); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	golden(t, "states.txt", b.String())
}

// What scripts read of a stateful search is at the top level.
func TestStatesForScripts(t *testing.T) {
	items := searchedByStates(t)
	for _, it := range items[:2] {
		var b bytes.Buffer
		if err := document.JSON(&b, it); err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		m := it.Result.Merged
		if got["states"] != float64(m.States) || got["transitions"] != float64(m.Transitions) || got["collision_odds"] != m.CollisionOdds() {
			t.Errorf("%v states, %v transitions, odds %v; want %+v", got["states"], got["transitions"], got["collision_odds"], m)
		}
		if b, ok := got["bytes_per_state"].(float64); !ok || b < 40 {
			t.Errorf("%v bytes for each state", got["bytes_per_state"])
		}
		var want any = m.Interleavings.String()
		if n, ok := m.Interleavings.Uint64(); ok && n <= 1<<53 {
			want = float64(n)
		}
		if got["interleavings"] != want {
			t.Errorf("%v interleavings, want %v", got["interleavings"], want)
		}
	}
	if n, ok := items[1].Result.Merged.Interleavings.Uint64(); ok && n <= 1<<53 {
		t.Errorf("%d interleavings fit into a number", n)
	}
}

// A count survives JSON, as a number up to 2^53.
func TestCount(t *testing.T) {
	limit := trace.CountOf(1 << 53)
	for _, c := range []struct {
		count document.Count
		want  string
	}{
		{"0", "0"}, {"17", "17"},
		{document.Count(limit.String()), "9007199254740992"},
		{document.Count(limit.Plus(trace.One).String()), `"9007199254740993"`},
		{"340282366920938463463374607431768211454", `"340282366920938463463374607431768211454"`},
		{document.Count(trace.CountOfHalves(math.MaxUint64, math.MaxUint64).String()), `"2^128-1 or more"`},
	} {
		text, err := json.Marshal(c.count)
		if err != nil || string(text) != c.want {
			t.Errorf("%s is %s, %v; want %s", c.count, text, err, c.want)
		}
		again := document.Count("1")
		if err := json.Unmarshal(text, &again); err != nil || again != c.count {
			t.Errorf("%s is read as %s, %v", text, again, err)
		}
	}
	for _, bad := range []string{`-1`, `1.5`, `""`, `"x"`, `{}`, `"1234567890123456789012345678901234567890"`} {
		if err := json.Unmarshal([]byte(bad), new(document.Count)); err == nil {
			t.Errorf("%s is read as a count", bad)
		}
	}
}

// traced returns what the result has a trace of.
func traced(r *checker.Result) []*checker.Violation {
	if r.Loop == nil {
		return r.Violations
	}
	return append(slices.Clone(r.Violations), r.Loop)
}
