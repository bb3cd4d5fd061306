package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
)

// TestMisspelt: if a violated or declared property does not exist, and one with nearly the same name
// does, the report asks whether that was meant. It says nothing about names that
// exist.
func TestMisspelt(t *testing.T) {
	rule := func(name string) checker.Rule {
		return checker.Always(checker.Property{Name: name}, func([]checker.Exposed[int]) error { return nil })
	}
	goal := checker.Sometimes(checker.Property{Name: "gaol"}, func([]checker.Exposed[int]) bool { return true })
	declares := func(name, meant string) string {
		return `The model declares that it violates "` + name + `", which is not one of its properties; did you mean "` + meant + `"?`
	}
	violates := func(name, meant string) string {
		return `The property "` + name + `", which is violated, is not among the Properties of the model; did you mean "` + meant + `"?`
	}
	for _, c := range []struct {
		name       string
		properties []string
		rules      []checker.Rule
		declared   []string
		asserts    string // the violated property; "" for none
		want       []string
	}{
		{"declared", []string{"mutual exclusion"}, nil, []string{"mutal exclusion"}, "mutual exclusion", []string{declares("mutal exclusion", "mutual exclusion")}},
		{"declared and not found", []string{"mutual exclusion"}, nil, []string{"mutal exclusion"}, "", []string{declares("mutal exclusion", "mutual exclusion")}},
		{"not listed", nil, nil, []string{"mutal exclusion"}, "mutual exclusion", []string{declares("mutal exclusion", "mutual exclusion")}},
		{"asserted", []string{"mutual exclusion"}, nil, []string{"mutual exclusion"}, "mutal exclusion", []string{violates("mutal exclusion", "mutual exclusion")}},
		{"both", []string{"a property"}, nil, []string{"a propery"}, "a prroperty", []string{declares("a propery", "a property"), violates("a prroperty", "a property")}},
		{"rule", nil, []checker.Rule{rule("one leader")}, []string{"one leadr"}, "", []string{declares("one leadr", "one leader")}},
		{"of every model", nil, nil, []string{"deadlock", "no crsh"}, "", []string{declares("deadlock", "no deadlock"), declares("no crsh", "no crash")}},
		{"control", []string{"mutual\texclusion"}, nil, []string{"mutal\texclusion"}, "", []string{declares(`mutal\texclusion`, `mutual\texclusion`)}},

		{"assertion without an entry", []string{"mutual exclusion"}, nil, []string{"nothing lost"}, "", nil},
		{"rule as it is", nil, []checker.Rule{rule("one leader")}, []string{"one leader"}, "", nil},
		{"of every model as it is", nil, nil, []string{proc.NoDeadlock, proc.NoCrash}, "", nil},
		{"numbers", []string{"phase 1", "phase 2"}, nil, []string{"phase 3"}, "phase 4", nil},
		{"both are used", []string{"order", "odder"}, nil, []string{"order", "oder"}, "oder", nil},
		{"both are declared", nil, nil, []string{"later", "late"}, "later", nil},
		{"declared as asserted", []string{"order"}, nil, []string{"oder"}, "oder", nil},
		{"nothing listed", nil, nil, nil, "oder", nil},
		{"a goal", nil, []checker.Rule{goal}, []string{"goal"}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := checker.Model{Name: "m", Rules: c.rules, Violates: c.declared, Main: func(p *proc.P) {
				proc.Expose(p, 1)
				if c.asserts != "" {
					p.Assert(false, c.asserts, "")
				}
			}}
			for _, name := range c.properties {
				m.Properties = append(m.Properties, checker.Property{Name: name})
			}
			it := searched(t, []checker.Model{m}, "m", checker.Options{})
			got := advice.Misspelt(it.Result)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("what it says (-want +got)\n%s", diff)
			}
			var b strings.Builder
			if err := console.Model((prose.Text{}), &b, it); err != nil {
				t.Fatal(err)
			}
			for _, hint := range c.want {
				if !strings.Contains(b.String(), "\n\n  "+hint+"\n") {
					t.Errorf("the report does not say %q:\n%s", hint, b.String())
				}
			}
			if c.want == nil && strings.Contains(b.String(), "did you mean") {
				t.Errorf("the report suspects a name:\n%s", b.String())
			}
			if failed := advice.Misspelt(&checker.Result{Model: m, Record: result.Record{Verdict: checker.Failed}}); failed != nil {
				t.Errorf("of a search that failed it says %q", failed)
			}
		})
	}
}
