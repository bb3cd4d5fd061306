package report_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/report"
)

// TestRuleThatPanics: the interleaving in which a rule of a model panics is shown in
// each form, behind what was violated before.
func TestRuleThatPanics(t *testing.T) {
	m := checker.Model{Name: "careless", Main: func(p *proc.P) { proc.Expose(p, p.Choose(2)) }, Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "small"}, func(all []checker.Exposed[int]) error {
			if all[0].State == 1 {
				panic("too large")
			}
			return errors.New("it is too small")
		}),
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{KeepGoing: true})
	if err == nil {
		t.Fatal("there is no error")
	}
	it := report.Item{Name: m.Name, Package: "example.com/p", Result: r, Err: err}
	var b strings.Builder
	if err := (report.Text{}).Model(&b, it); err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{
		"careless  failed: small, in interleaving 1: at ", `the property "small", asked about what process main has shown, panicked: too large`,
		"small is violated (not declared) in interleaving 1: it is too small", `interleaving 2: the property "small" panics`, "expose 1",
		"checkmodel -model '^careless$' -replay 'v1 0=1 0' example.com/p",
	} {
		i := strings.Index(b.String()[at:], want)
		if i < 0 {
			t.Fatalf("%q is not there, or too early:\n%s", want, &b)
		}
		at += i
	}
	d := report.NewDocument(it)
	if all := d.Shown(); len(all) != 2 || all[1].Explanation != `the property "small" panics` {
		t.Errorf("there is to be shown %+v", all)
	}
}
