package checker

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestRandomViews: a program that counts its turns, seen by a view that leaves out the counts, is for a stateful search as the
// program that does not count.
func TestRandomViews(t *testing.T) {
	for _, delivery := range proc.Deliveries() {
		t.Run(string(delivery), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				ts := randomprograms.DrawEndless(t)
				busy(ts)
				o := Options{TrustModel: !testsize.Long(),
					Delivery: delivery, Until: UntilEnd, MaxEvents: rapid.SampledFrom([]int{60, 60, 12, 24}).Draw(t, "limit"),
					ExactStates: rapid.Bool().Draw(t, "exact"), LateDelivery: rapid.Bool().Draw(t, "late"), Workers: rapid.IntRange(1, 2).Draw(t, "workers"),
				}
				m := Model{Name: "turners", Main: ts.Main, Rules: []Rule{ruleOf(ts)}}
				g := newLiveGraph(m, ts, delivery, o.MaxEvents, 400)
				defer g.sys.Close()
				if g.large {
					reject(t, "too many states")
				}
				want, err := Check(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				ts.Counts = true
				m.Main, m.View = ts.Main, uncounted
				got, err := Check(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				if got.Verdict != want.Verdict || got.Cycles.States != want.Cycles.States || got.Cycles.Transitions != want.Cycles.Transitions || got.Cycles.Cut != want.Cycles.Cut {
					t.Fatalf("%s of %+v; without counts %s of %+v", got.Verdict, got.Cycles, want.Verdict, want.Cycles)
				}
				if violationsIn(got) != violationsIn(want) {
					t.Fatalf("%s; without counts %s", violationsIn(got), violationsIn(want))
				}
				for _, v := range got.Violations {
					if v.LoopFrom > 0 {
						if !v.Viewed {
							t.Fatalf("%v repeats only by the view", v.Steps)
						}
						compareReplay(t, m, o, v)
					}
				}
				compared.Add(1)
			})
		})
	}
}

// uncounted is the view of turners that leaves out what they count.
func uncounted(iter.Seq[any]) func(any) any {
	return func(v any) any {
		switch v := v.(type) {
		case randomprograms.EndlessState:
			v.Turns = 0
			return v
		case int:
			return v % 2
		}
		return v
	}
}

// violationsIn describes which violations there are, and from where each repeats.
func violationsIn(r *Result) string {
	var all []string
	for _, v := range r.Violations {
		kind := v.Property + " " + v.Process
		if v.LoopFrom > 0 {
			kind += " for ever"
		}
		all = append(all, kind)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}

// candidate is a state of a process that stands for election again and again.
type candidate struct{ Term int }

// lateTerm is exposed by a candidate.
type lateTerm struct{ Term int }

func standing(p *proc.P) {
	disk := proc.Durable[candidate]("term")
	p.Spawn("node", func(p *proc.P) {
		rows := proc.NewTable[int, candidate](p, "terms")
		proc.Loop(p, candidate{}, func(c *candidate) bool {
			c.Term++
			p.Send(p.Self(), *c)
			proc.Receive[candidate](p)
			rows.Insert(p, 0, *c)
			disk.Set(p, *c)
			proc.Expose(p, lateTerm{c.Term})
			return true
		})
	}, proc.Node)
}

// relative is a view in which the least term is 0.
func relative(values iter.Seq[any]) func(any) any {
	least, any := 0, false
	for v := range values {
		if c, ok := v.(candidate); ok && (!any || c.Term < least) {
			least, any = c.Term, true
		}
	}
	return func(v interface{}) interface{} {
		switch v := v.(type) {
		case candidate:
			return candidate{v.Term - least}
		case lateTerm:
			return lateTerm{v.Term - least}
		}
		return v
	}
}

// TestView: terms in all places where there are values are compared by the view.
func TestView(t *testing.T) {
	rule := Eventually(Property{Name: "ends"}, func([]Exposed[lateTerm]) error { return errors.New("it goes on") })
	for _, exact := range []bool{false, true} {
		m := Model{Name: "elections", Main: standing, Rules: []Rule{rule}}
		o := Options{MaxEvents: 100, ExactStates: exact}
		r, err := Check(t.Context(), m, o)
		if err != nil || r.Verdict != Bounded {
			t.Fatalf("without a view: %v %v", r.Verdict, err)
		}
		m.View = relative
		r, err = Check(t.Context(), m, o)
		if err != nil || r.Verdict != Violated || !r.Violations[0].Viewed || r.Violations[0].LoopFrom == 0 {
			t.Fatalf("with a view: %v %v", r.Verdict, err)
		}
		m.Rules = nil
		o.Algorithm, o.MaxEvents = States, 0
		if r, err = Check(t.Context(), m, o); err != nil || r.Verdict != Verified || !r.Viewed {
			t.Fatalf("without a rule: %v %v", r.Verdict, err)
		}
		o = Options{Algorithm: Optimal, MaxEvents: 100}
		if r, err = Check(t.Context(), m, o); err != nil || r.Verdict != Bounded || r.Viewed {
			t.Fatalf("another search: %v %v", r, err)
		}
	}
}

// TestWithin: states in which it does not hold are judged, and not left.
func TestWithin(t *testing.T) {
	few := func(values iter.Seq[any]) bool {
		for v := range values {
			if c, ok := v.(candidate); ok && c.Term > 3 {
				return false
			}
		}
		return true
	}
	for term, want := range map[int]Verdict{3: Violated, 4: Bounded} {
		m := Model{Name: "elections", Main: standing, Within: few, Rules: []Rule{
			Always(Property{Name: "few"}, func(all []Exposed[lateTerm]) error {
				for _, e := range all {
					if e.State.Term >= term {
						return errors.New("too many")
					}
				}
				return nil
			})}}
		r, err := Check(t.Context(), m, Options{Algorithm: States})
		if err != nil || r.Verdict != want || want == Bounded && (r.Beyond == 0 || r.DepthCut > 0 || r.Complete()) {
			t.Errorf("term %d: %s, %d cut, %v", term, r.Verdict, r.Beyond, err)
		}
	}
	m := Model{Name: "elections", Main: standing, Within: few, Rules: []Rule{Eventually(Property{Name: "ends"}, func([]Exposed[lateTerm]) error { return errors.New("it goes on") })}}
	if r, err := Check(t.Context(), m, Options{}); err != nil || r.Verdict != Bounded || r.Cycles.Beyond == 0 || r.Cycles.Cut > 0 {
		t.Errorf("%s of %+v, %v", r.Verdict, r.Cycles, err)
	}
}

// TestBadViews: functions that panic, return nothing useful, or take different states for one are errors of the model.
func TestBadViews(t *testing.T) {
	for want, change := range map[string]func(*Model){
		"the View of the model panicked: oh":   func(m *Model) { m.View = func(iter.Seq[any]) func(any) any { panic("oh") } },
		"the Within of the model panicked: oh": func(m *Model) { m.Within = func(iter.Seq[any]) bool { panic("oh") } },
		"the View returns no function":         func(m *Model) { m.View = func(iter.Seq[any]) func(any) any { return nil } },
		"what the View returns for a value": func(m *Model) {
			m.View = func(iter.Seq[any]) func(any) any { return func(any) any { return func() {} } }
		},
		"go on in different ways": func(m *Model) {
			m.Main = func(p *proc.P) {
				proc.Loop(p, 0, func(n *int) bool { *n++; p.Choose(2); return *n < 2 })
			}
			m.View = func(iter.Seq[any]) func(any) any { return func(any) any { return 0 } }
		},
	} {
		m := Model{Name: "elections", Main: standing, Rules: []Rule{Eventually(Property{Name: "ends"}, func([]Exposed[lateTerm]) error { return errors.New("it goes on") })}}
		change(&m)
		if _, err := Check(t.Context(), m, Options{MaxEvents: 50}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// busy makes each turn change something, or have another operation than the read of a row. A turn that changes nothing is left out
// only if processes do not count their turns.
func busy(ts randomprograms.Endless) {
	for _, pr := range ts.All {
		for i := range pr.Acts {
			a, n := &pr.Acts[i], len(pr.Acts)
			if (a.Do == "lookup" || a.Do == "expose") && (a.Then%n == i || a.Else%n == i) {
				a.Do = "insert"
			}
		}
	}
}
