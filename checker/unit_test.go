package checker

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// others executes units in this process: some at once, some late, some twice, some never.
type others struct {
	t             rapid.TB
	model         Model
	given         Options // of the search without units
	most          int     // open units
	budget        []int   // of units
	swift         bool    // all outcomes come before the search goes on
	least, memory int     // see Saving

	mu       sync.Mutex
	worker   Saving // of the units
	random   *rand.Rand
	open     []handed
	handed   int  // units
	executed int  // units
	explored int  // interleavings in these
	sufficed bool // one of them has a violation that ends the search
	bytes    [2]int
}

type handed struct {
	number int
	unit   []byte
	wanted func() bool
	done   func(func() (*Checkpoint, error))
}

func (p *others) saving() *Saving {
	return &Saving{Identity: "this", Save: func(*Checkpoint) error { return nil }, Room: p.room, Idle: p.idle, Hand: p.hand, least: p.least, memory: p.memory}
}

func (p *others) room() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.work()
	if len(p.open) >= p.most {
		return 0
	}
	return p.budget[p.random.IntN(len(p.budget))]
}

func (p *others) idle() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(3) / 2
}

func (p *others) hand(unit *Checkpoint, wanted func() bool, done func(func() (*Checkpoint, error))) (recall func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := encoded(unit)
	if err != nil {
		panic(err)
	}
	p.handed++
	number := p.handed
	p.open = append(p.open, handed{number, b, wanted, done})
	time.AfterFunc(time.Duration(p.random.IntN(2_000))*time.Microsecond, func() { // the search may wait for it
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.open) > 0 {
			p.one()
		}
	})
	return func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		before := len(p.open)
		p.open = slices.DeleteFunc(p.open, func(h handed) bool { return h.number == number })
		return len(p.open) < before
	}
}

// end drops all units. The others execute none from now on.
func (p *others) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = nil
}

// work executes some of the units.
func (p *others) work() {
	for n := p.random.IntN(4); len(p.open) > 0 && (n > 0 || p.swift); n-- {
		p.one()
	}
}

// one executes a unit, or loses it.
func (p *others) one() {
	i := p.random.IntN(len(p.open))
	h := p.open[i]
	p.open = slices.Delete(p.open, i, i+1)
	switch p.random.IntN(12) {
	case 0:
		h.done(nil)
		return
	case 1:
		h.done(p.execute(h.unit))
	}
	h.done(p.execute(h.unit))
}

// execute executes a unit, as another process would, and returns a function that reads the result; nil if there is none.
func (p *others) execute(unit []byte) (read func() (*Checkpoint, error)) {
	u, err := decoded(unit)
	if err != nil {
		panic(err)
	}
	o := p.given
	var result *Checkpoint
	p.worker.Identity, p.worker.Save = "this", func(c *Checkpoint) error {
		result = c
		return nil
	}
	o.Resume, o.Saving = u, &p.worker
	if _, err := Check(context.Background(), p.model, o); err != nil {
		return nil
	}
	b, err := encoded(result)
	if err != nil {
		panic(err)
	}
	p.sufficed = p.sufficed || result.Stop == AtViolation
	p.executed++
	p.explored += result.Interleavings
	p.bytes[0] += len(unit)
	p.bytes[1] += len(b)
	return func() (*Checkpoint, error) { return decoded(b) }
}

// inFull returns the result as text, without what may depend on who has found it.
func inFull(r *Result) string {
	c := r.Record
	c.Findings = c.Findings.Copy()
	c.Findings.Claims = nil
	for _, v := range c.Violations {
		v.Schedule = nil
	}
	b, err := json.MarshalIndent(c, "", "\t")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestUnits compares searches that others execute in part with searches by one worker.
func TestUnits(t *testing.T) {
	var all unitCounts
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{
			Algorithm:         Optimal,
			Until:             rapid.SampledFrom(endings).Draw(t, "until"),
			MaxInterleavings:  rapid.SampledFrom([]int{500, 500, 7}).Draw(t, "budget"),
			MaxEvents:         rapid.SampledFrom([]int{0, 0, 12, 16}).Draw(t, "events"),
			AnyDeliveriesRace: rapid.Bool().Draw(t, "any deliveries race"),
			TrustModel:        !testsize.Long(),
			Workers:           1,
		}
		m.Violates = rapid.SampledFrom([][]string{nil, {proc.NoDeadlock}, {proc.NoCrash, neverAlike.Name}}).Draw(t, "declared")
		switch rapid.IntRange(0, 4).Draw(t, "bound") {
		case 0:
			o.Bound = bounding.Tree(2)
		case 1:
			o.Bound = bounding.Delay(3)
		case 2:
			o.Bound = bounding.Delay(4).From(0)
		}
		o.Delivery = rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
		testUnits(t, m, o, [][]int{{1}, {2, 3}, {1, 10, 1000}, {1000}}, &all)
	})
	t.Logf("others have executed %d units, with %d of %d interleavings", all.units, all.explored, all.interleavings)
}

// TestUnitsDrawn does the same for searches that draw interleavings.
func TestUnitsDrawn(t *testing.T) {
	var all unitCounts
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{
			Algorithm:  rapid.SampledFrom([]Algorithm{RandomWalk, POS, PCT, TaPCT, Visited, Portfolio}).Draw(t, "algorithm"),
			Until:      rapid.SampledFrom(endings).Draw(t, "until"),
			Seed:       rapid.Uint64Range(0, 9).Draw(t, "seed"),
			BugDepth:   rapid.IntRange(0, 3).Draw(t, "bug depth"),
			Runs:       rapid.SampledFrom([]int{90, 140, 300, 300}).Draw(t, "runs"),
			MaxEvents:  rapid.SampledFrom([]int{0, 0, 12}).Draw(t, "events"),
			TrustModel: !testsize.Long(),
			Workers:    1,
		}
		if rapid.IntRange(0, 3).Draw(t, "budget") == 0 {
			o.MaxInterleavings = 170
		}
		m.Violates = rapid.SampledFrom([][]string{nil, {proc.NoDeadlock}, {proc.NoCrash, neverAlike.Name}}).Draw(t, "declared")
		testUnits(t, m, o, [][]int{{1}, {20, 3}, {5, 10, 1000}}, &all)
	})
	t.Logf("others have executed %d units, with %d of %d interleavings", all.units, all.explored, all.interleavings)
}

// unitCounts counts what others have executed.
type unitCounts struct{ units, explored, interleavings int }

// testUnits compares a search of which others execute units with a search by one worker. The budgets are those of units.
func testUnits(t *rapid.T, m Model, o Options, budgets [][]int, all *unitCounts) {
	one, err := Check(context.Background(), m, o)
	if err == nil && one.Stop != OutOfBudget && rapid.Bool().Draw(t, "no budget") {
		o.MaxInterleavings = 0
		one, err = Check(context.Background(), m, o)
	}
	if err != nil {
		t.Skip(err)
	}
	for range 3 {
		p := drawOthers(t, m, o, budgets)
		part := o
		part.Workers = rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "workers")
		if one.Interleavings > 1 && rapid.IntRange(0, 2).Draw(t, "interrupted") == 0 {
			part.Resume = savedUnits(t, m, part, drawOthers(t, m, o, budgets), rapid.IntRange(1, one.Interleavings-1).Draw(t, "after"))
		}
		part.Saving = p.saving()
		r, err := Check(context.Background(), m, part)
		if err != nil {
			t.Fatal(err)
		}
		p.end()
		if p.sufficed && o.Algorithm == Optimal {
			if r.Verdict != one.Verdict || r.Expected != one.Expected {
				t.Fatalf("%s, expected: %v, want %s, %v", r.Verdict, r.Expected, one.Verdict, one.Expected)
			}
			continue // it has ended with another violation
		}
		if diff := cmp.Diff(inFull(one), inFull(r)); diff != "" {
			t.Fatalf("result (-one worker +others, who have executed %d units with %d interleavings):\n%s", p.executed, p.explored, diff)
		}
		all.units, all.explored, all.interleavings = all.units+p.executed, all.explored+p.explored, all.interleavings+r.Interleavings
	}
}

// drawOthers returns others for a search with these options.
func drawOthers(t *rapid.T, m Model, o Options, budgets [][]int) *others {
	return &others{
		t: t, model: m, given: o, most: rapid.IntRange(1, 9).Draw(t, "most"), swift: rapid.Bool().Draw(t, "swift"),
		memory: rapid.SampledFrom([]int{-1, 0, 2_000}).Draw(t, "memory"), least: rapid.SampledFrom([]int{1, 1, 2, 5}).Draw(t, "least"), budget: rapid.SampledFrom(budgets).Draw(t, "budgets"),
		random: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)),
	}
}

// savedUnits returns the search as it is saved when it is stopped after so many interleavings; nil if it has ended.
func savedUnits(t *rapid.T, m Model, o Options, p *others, interleavings int) (saved *Checkpoint) {
	o.MaxInterleavings, o.Saving = interleavings, p.saving()
	o.Saving.Save = func(c *Checkpoint) error { saved = throughFile(t, c); return nil }
	if _, err := Check(context.Background(), m, o); err != nil {
		t.Fatal(err)
	}
	p.end()
	return saved
}

// TestOutcomes: the violation of a unit ends the search before its turn only if no earlier end is possible; an impossible result is none.
func TestOutcomes(t *testing.T) {
	m := Model{Name: "m", Main: fiveWriters, Violates: []string{"declared"}}
	for what, c := range map[string]struct {
		o       setup
		change  func(*Checkpoint)
		outcome bool
		ends    bool
	}{
		"a violation":                        {outcome: true, ends: true},
		"with a limit":                       {o: setup{Options: Options{MaxInterleavings: 9}}, outcome: true},
		"with a budget of events":            {o: setup{work: 9}, outcome: true},
		"a search that looks on for a while": {o: setup{brief: true}, outcome: true},
		"until the end":                      {o: setup{Options: Options{Until: UntilEnd}}, outcome: true},
		"a declared violation":               {change: func(c *Checkpoint) { c.Violations[0].Property = "declared" }, outcome: true},
		"a stop without a violation":         {change: func(c *Checkpoint) { c.Violations = nil }, outcome: true},
		"no interleavings":                   {change: func(c *Checkpoint) { c.Interleavings = 0 }},
		"more interleavings than asked for":  {change: func(c *Checkpoint) { c.Interleavings = 6 }},
		"a violation that is none":           {change: func(c *Checkpoint) { c.Violations[0] = nil }},
		"an interrupted unit":                {change: func(c *Checkpoint) { c.Stop = Canceled }},
		"a result of another model":          {change: func(c *Checkpoint) { c.Model = "n" }},
		"a result that is of no unit at all": {change: func(c *Checkpoint) { c.Unit = nil }},
	} {
		if c.o.Algorithm = Optimal; c.o.Until == "" {
			c.o.Until = UntilUndeclared
		}
		s := setupWith(t.Context(), m, c.o, nil)
		r := &Checkpoint{Model: "m", Search: s.setup.settings(), Stop: AtViolation, open: open{Unit: &driver.Unit{}}}
		r.Interleavings, r.Violations = 5, []*Violation{{Property: "undeclared"}}
		if c.change != nil {
			c.change(r)
		}
		x := s.outcome(func() (*Checkpoint, error) { return r, nil }, 5)
		if got := x != nil; got != c.outcome {
			t.Errorf("%s: an outcome: %v, want %v", what, got, c.outcome)
		} else if got && (x.End != nil) != c.ends {
			t.Errorf("%s: the outcome ends the search: %v, want %v", what, !c.ends, c.ends)
		}
	}
}
