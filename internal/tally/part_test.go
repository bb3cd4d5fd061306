package tally

import (
	"reflect"
	"testing"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// unmerged are the fields of Findings that a part does not have, with the reason.
var unmerged = map[string]string{
	"BoundCut": "the tree counts it", "Viewed": "of a stateful search", "Unexplored": "of the model", "Loop": "of a stateful search",
	"Growth": "tested with Repeated", "Unlisted": "such a part is refused", "Before": "tested with FirstViolation",
}

// filled returns findings in which each field is set.
func filled(t *testing.T) result.Findings {
	var f result.Findings
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Int:
			v.SetInt(3)
		case reflect.String:
			v.SetString("a")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Slice:
			if v.Set(reflect.MakeSlice(v.Type(), 1, 1)); v.Index(0).Kind() != reflect.Pointer {
				fill(v.Index(0))
			}
		case reflect.Map:
			v.Set(reflect.ValueOf(map[string]int{"a": 3}))
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i))
			}
		case reflect.Pointer:
		default:
			if v.CanInt() || v.CanUint() {
				return
			}
			t.Fatalf("a field of the kind %s", v.Kind())
		}
	}
	fill(reflect.ValueOf(&f).Elem())
	f.Violations = []*result.Violation{{Property: "p", Kind: "k", Interleaving: 3, Count: 3, Shown: 3, Length: 3}}
	f.Unlisted = 0
	return f
}

// newPartTally returns a tally of a search with a goal and a claim.
func newPartTally() *Tally {
	r := &result.Record{}
	r.Goals, r.Claims = []result.Goal{{}}, []result.Claim{{}}
	return New(Config{Rules: rules.NewCommon(nil, nil), Budget: -1, Suffices: func([]*result.Violation) bool { return false }}, r)
}

// TestPart: each field of the findings of a part enters the result, and numbers of interleavings follow those before.
func TestPart(t *testing.T) {
	y := newPartTally()
	if !y.EnterPart(&Part{Findings: filled(t)}) {
		t.Fatal("a part is refused")
	}
	var empty func(name string, v reflect.Value)
	empty = func(name string, v reflect.Value) {
		switch _, is := unmerged[name]; {
		case is:
		case name == "Figures":
			for i := range v.NumField() {
				empty(v.Type().Field(i).Name, v.Field(i))
			}
		case v.IsZero():
			t.Errorf("the field %s of a part is lost", name)
		}
	}
	f := reflect.ValueOf(y.Record.Findings)
	for i := range f.NumField() {
		empty(f.Type().Field(i).Name, f.Field(i))
	}
	shorter := filled(t)
	shorter.Violations[0].Length = 2
	if !y.EnterPart(&Part{Findings: shorter}) {
		t.Fatal("a part is refused")
	}
	r := y.Record
	if v := r.Violations[0]; r.Interleavings != 6 || r.Violating != 6 || r.FirstViolation != 3 || v.Interleaving != 3 || v.Count != 6 || v.Shown != 6 || v.Length != 2 || len(r.Violations) != 1 {
		t.Errorf("%+v, %+v", r.Findings, v)
	}
	if g := r.Goals[0]; g.Hits != 6 || g.First != 3 || r.Claims[0].Exchanged != 6 || r.Judged["a"] != 6 || len(r.Asserted) != 1 || len(r.Visits) != 1 {
		t.Errorf("%+v", r.Findings)
	}
}

// TestRefusedPart: a part is refused if the search would end within it, or if its findings do not have all; and nothing changes.
func TestRefusedPart(t *testing.T) {
	for what, change := range map[string]func(*Tally, *Part){
		"the budget":     func(y *Tally, p *Part) { y.Budget = 2 },
		"the work":       func(y *Tally, p *Part) { y.Work = 3 },
		"a violation":    func(y *Tally, p *Part) { y.Suffices = func([]*result.Violation) bool { return true } },
		"a cut":          func(y *Tally, p *Part) { y.AtCut = true },
		"all goals":      func(y *Tally, p *Part) { y.UntilGoals = true },
		"unlisted ones":  func(y *Tally, p *Part) { p.Unlisted = 1 },
		"too many kinds": func(y *Tally, p *Part) { p.Partial = true },
		"no room for more": func(y *Tally, p *Part) {
			for range judge.ManyKinds {
				y.Record.Violations = append(y.Record.Violations, &result.Violation{Property: "p"})
			}
		},
		"looking on": func(y *Tally, p *Part) { y.LooksOn, p.Events, p.Before = true, 2*lookOn, 1 },
	} {
		y, p := newPartTally(), &Part{Findings: filled(t), Path: trace.Schedule{{Actor: 1}}}
		change(y, p)
		before := y.Record.Findings.Copy()
		if y.EnterPart(p) || !reflect.DeepEqual(before, y.Record.Findings) || y.Record.Stop != result.NotStopped || y.Record.Further != 0 {
			t.Errorf("%s: %+v", what, y.Record)
		}
	}
}
