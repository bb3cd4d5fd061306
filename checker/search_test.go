package checker_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// overtaken is a model with a bug that needs a delayed message: the first message to main is
// overtaken by that of a process that was told later.
var overtaken = checker.Model{Name: "overtaken", Main: func(p *proc.P) {
	main := p.Self()
	relay := p.Spawn("relay", func(p *proc.P) { p.Send(main, proc.Receive[int](p)) })
	p.Spawn("sender", func(p *proc.P) {
		p.Send(main, 1)
		p.Send(relay, 2)
	})
	first := proc.Receive[int](p)
	p.Assert(first == 1, "in order", "%d came first", first)
	proc.Receive[int](p)
}}

// TestDeliveryOfTheModel: a model says how its messages travel, and options have precedence.
func TestDeliveryOfTheModel(t *testing.T) {
	in := func(d proc.Delivery) checker.Model {
		m := overtaken
		m.Delivery = d
		return m
	}
	for _, c := range []struct {
		model, option, goesBy proc.Delivery
		verdict               checker.Verdict
	}{
		{"", "", "", checker.Verified},
		{proc.Instant, "", proc.Instant, checker.Verified},
		{proc.Channel, "", proc.Channel, checker.Violated},
		{"", proc.Channel, proc.Channel, checker.Violated},
		{proc.Channel, proc.Instant, proc.Instant, checker.Verified},
		{proc.Instant, proc.Bag, proc.Bag, checker.Violated},
	} {
		r := check(t, in(c.model), checker.Options{Delivery: c.option})
		if r.Verdict != c.verdict || r.Options.Delivery != c.goesBy {
			t.Errorf("model %q, option %q: %s by delivery %q", c.model, c.option, r.Verdict, r.Options.Delivery)
		}
		if c.verdict != checker.Violated {
			continue
		}
		again := check(t, in(c.goesBy), checker.Options{Replay: r.Violations[0].Steps})
		if again.Verdict != checker.Violated {
			t.Errorf("model %q, option %q: the replay is %s", c.model, c.option, again.Verdict)
		}
	}
}

// TestSearchOfTheModel: a model says how it is searched, and options have precedence.
func TestSearchOfTheModel(t *testing.T) {
	tree := bounding.Tree(1)
	for name, c := range map[string]struct {
		search  checker.SearchDefaults
		options checker.Options
		want    checker.Options // of these fields
		explore int
	}{
		"nothing":                  {checker.SearchDefaults{}, checker.Options{}, checker.Options{MaxEvents: checker.DefaultMaxEvents}, 6},
		"bound":                    {checker.SearchDefaults{Bound: tree}, checker.Options{}, checker.Options{Bound: tree, MaxEvents: checker.DefaultMaxEvents}, 4},
		"another bound":            {checker.SearchDefaults{Bound: tree}, checker.Options{Bound: bounding.Tree(0)}, checker.Options{Bound: bounding.Tree(0), MaxEvents: checker.DefaultMaxEvents}, 1},
		"no bound":                 {checker.SearchDefaults{Bound: tree}, checker.Options{Bound: bounding.None()}, checker.Options{MaxEvents: checker.DefaultMaxEvents}, 6},
		"budget":                   {checker.SearchDefaults{MaxInterleavings: 3}, checker.Options{}, checker.Options{MaxInterleavings: 3, MaxEvents: checker.DefaultMaxEvents}, 3},
		"another budget":           {checker.SearchDefaults{MaxInterleavings: 3}, checker.Options{MaxInterleavings: 5}, checker.Options{MaxInterleavings: 5, MaxEvents: checker.DefaultMaxEvents}, 5},
		"depth":                    {checker.SearchDefaults{MaxEvents: 50}, checker.Options{}, checker.Options{MaxEvents: 50}, 6},
		"another depth":            {checker.SearchDefaults{MaxEvents: 1}, checker.Options{MaxEvents: 50}, checker.Options{MaxEvents: 50}, 6},
		"algorithm":                {checker.SearchDefaults{Algorithm: checker.Naive}, checker.Options{MaxInterleavings: 9}, checker.Options{Algorithm: checker.Naive, MaxInterleavings: 9, MaxEvents: checker.DefaultMaxEvents}, 9},
		"another algorithm":        {checker.SearchDefaults{Algorithm: checker.Naive}, checker.Options{Algorithm: checker.Optimal}, checker.Options{Algorithm: checker.Optimal, MaxEvents: checker.DefaultMaxEvents}, 6},
		"a replay is no search":    {checker.SearchDefaults{Bound: tree, MaxInterleavings: 3, Algorithm: checker.Source}, checker.Options{Replay: trace.NamedSchedule{}}, checker.Options{MaxEvents: checker.DefaultMaxEvents}, 1},
		"from bound to bound":      {checker.SearchDefaults{Bound: bounding.Tree(9).From(0)}, checker.Options{}, checker.Options{Bound: bounding.Tree(9).From(0), MaxEvents: checker.DefaultMaxEvents}, 6},
		"the model wants no bound": {checker.SearchDefaults{Bound: bounding.None()}, checker.Options{}, checker.Options{MaxEvents: checker.DefaultMaxEvents}, 6},
	} {
		m := race(3, nothing)
		m.Search = c.search
		r := check(t, m, c.options)
		got := checker.Options{Algorithm: r.Options.Algorithm, Bound: r.Options.Bound, MaxInterleavings: r.Options.MaxInterleavings, MaxEvents: r.Options.MaxEvents}
		if c.options.Replay == nil {
			c.want.Algorithm = cmp.Or(c.want.Algorithm, checker.Optimal)
		}
		if got.Algorithm != c.want.Algorithm || got.Bound != c.want.Bound || got.MaxInterleavings != c.want.MaxInterleavings || got.MaxEvents != c.want.MaxEvents || r.Interleavings != c.explore {
			t.Errorf("%s: %d interleavings by %+v", name, r.Interleavings, got)
		}
	}
	for want, m := range map[string]checker.Model{
		`model m: checker.Model.Delivery is "mail"; it must be one of instant, channel, bag`: {Delivery: "mail"},
		`model m: checker.Model.Search.Algorithm is "best"`:                                  {Search: checker.SearchDefaults{Algorithm: "best"}},
		"model m: checker.Model.Search.MaxInterleavings is -1":                               {Search: checker.SearchDefaults{MaxInterleavings: -1}},
		"model m: checker.Model.Search.MaxEvents is -1":                                      {Search: checker.SearchDefaults{MaxEvents: -1}},
		"model m: checker.Model.Search.Seconds is -1":                                        {Search: checker.SearchDefaults{Seconds: -1}},
		"model m: checker.Model.Search.Bound is -1":                                          {Search: checker.SearchDefaults{Bound: bounding.Tree(-1)}},
	} {
		m.Name, m.Main = "m", func(*proc.P) {}
		if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// TestCheckpointOfTheModelsSearch: a checkpoint has the search that the model asks for.
func TestCheckpointOfTheModelsSearch(t *testing.T) {
	var saved *checker.Checkpoint
	saving := &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
	m := race(3, nothing)
	m.Delivery, m.Search = proc.Bag, checker.SearchDefaults{Bound: bounding.Tree(2), MaxInterleavings: 2}
	check(t, m, checker.Options{Saving: saving})
	if saved == nil {
		t.Fatal("nothing is saved")
	}
	r := check(t, m, checker.Options{Saving: saving, Resume: saved, MaxInterleavings: 1000})
	if r.Stop != checker.NotStopped || r.Interleavings <= 2 {
		t.Errorf("%d interleavings, stopped by %q", r.Interleavings, r.Stop)
	}
	if _, err := checker.Check(t.Context(), m, checker.Options{Saving: saving, Resume: saved, Delivery: proc.Instant}); err == nil || !strings.Contains(err.Error(), "delivery is instant, and was bag") {
		t.Errorf("with another delivery the error is %v", err)
	}
}
