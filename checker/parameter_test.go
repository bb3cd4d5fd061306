package checker_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
)

// setParameters gives parameters values for the duration of the test.
func setParameters(t *testing.T, values map[string]int) {
	t.Helper()
	parameter.Set(values)
	t.Cleanup(func() { parameter.Set(nil) })
}

func TestParameter(t *testing.T) {
	p := checker.Parameter{Name: "clients", Default: 2, Min: 1, Max: 4}
	for given, want := range map[int]int{1: 1, 3: 3, 4: 4, 0: 2, 5: 2, -1: 2} {
		setParameters(t, map[string]int{"clients": given, "servers": 7})
		if got := p.Value(); got != want {
			t.Errorf("given %d, it is %d, want %d", given, got, want)
		}
		if fits := p.Fits(given) == nil; fits != (given == want) {
			t.Errorf("given %d, the error is %v", given, p.Fits(given))
		}
	}
	parameter.Set(nil)
	if got := p.Value(); got != 2 {
		t.Errorf("given nothing, it is %d", got)
	}
	if err := (checker.Parameter{Name: "n", Min: 2}).Fits(1); err == nil || !strings.Contains(err.Error(), "2 or more") {
		t.Errorf("the error is %v", err)
	}
	if err := (checker.Parameter{Name: "n", Min: 2}).Fits(1_000_000); err != nil {
		t.Errorf("without a maximum the error is %v", err)
	}
}

func TestBadParameters(t *testing.T) {
	setParameters(t, map[string]int{"given": 9})
	for want, parameters := range map[string][]checker.Parameter{
		`the name ""`:                               {{}},
		`the name "a=b"`:                            {{Name: "a=b"}},
		`the name "a b"`:                            {{Name: "a b"}},
		"lists the parameter a twice":               {{Name: "a"}, {Name: "a"}},
		"a parameter a from 3 to 2":                 {{Name: "a", Default: 3, Min: 3, Max: 2}},
		"wrong default: the parameter a is 0; it":   {{Name: "a", Min: 1, Max: 3}},
		"parameter given is 9; it must be 0 to 8":   {{Name: "given", Max: 8}},
		"parameter given is 9; it must be 10 or mo": {{Name: "given", Default: 10, Min: 10}},
	} {
		m := checker.Model{Name: "bad", Main: func(*proc.P) {}, Parameters: parameters}
		if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// A search is resumed with the same parameters only.
func TestParametersOfCheckpoint(t *testing.T) {
	choices := checker.Parameter{Name: "choices", Default: 3}
	m := checker.Model{Name: "chooses", Parameters: []checker.Parameter{choices}, Main: func(p *proc.P) { p.Choose(choices.Value()) }}
	setParameters(t, map[string]int{"choices": 5})
	var saved *checker.Checkpoint
	o := checker.Options{MaxInterleavings: 2, Saving: &checker.Saving{Save: func(c *checker.Checkpoint) error {
		saved = c
		return nil
	}}}
	if _, err := checker.Check(t.Context(), m, o); err != nil || saved == nil {
		t.Fatalf("%v, saved %v", err, saved)
	}
	o = checker.Options{Resume: saved}
	if r, err := checker.Check(t.Context(), m, o); err != nil || r.Interleavings != 5 {
		t.Errorf("with the same values: %v, %v", r, err)
	}
	parameter.Set(nil)
	stale := (*checker.StaleCheckpoint)(nil)
	if _, err := checker.Check(t.Context(), m, o); !errors.As(err, &stale) || !strings.Contains(err.Error(), "set is choices=3, and was choices=5") {
		t.Errorf("with other values the error is %v", err)
	}
}
