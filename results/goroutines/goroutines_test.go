package main

import (
	"regexp"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/results/machine"
)

// TestWritten: the page is made of the records, and mistakes are found in wrong code only.
func TestWritten(t *testing.T) {
	all, err := tests.Check("..")
	if err != nil {
		t.Error(err)
	}
	for _, r := range all {
		if want := map[bool]string{true: "violated"}[r.Package != "right"]; want != "" && r.Verdict != want || want == "" && r.Verdict == "violated" {
			t.Errorf("%s is %s", r.Model, r.Verdict)
		}
	}
}

// TestCounts: the commands find again what the records say.
func TestCounts(t *testing.T) {
	testsize.LongOnly(t)
	all, err := tests.Read("..")
	if err != nil {
		t.Fatal(err)
	}
	var again []record
	err = measure(machine.Results(), regexp.MustCompile(""), func(_ string, found ...record) error {
		again = append(again, found...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if !slices.ContainsFunc(again, func(o record) bool {
			return o.Package == r.Package && o.Model == r.Model && o.Verdict == r.Verdict && o.Interleavings == r.Interleavings
		}) {
			t.Errorf("%+v is not found again", r)
		}
	}
}
