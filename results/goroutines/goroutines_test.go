package main

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/results/machine"
)

// TestWritten: the page is made from the records beside it.
func TestWritten(t *testing.T) {
	all, err := read("..")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := os.ReadFile("../goroutines.md"); err != nil || string(p) != page(all) {
		t.Errorf("goroutines.md is not what the records say (%v); write it by 'go -C results run ./goroutines -run ^$'", err)
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
	all, err := read("..")
	if err != nil {
		t.Fatal(err)
	}
	again, err := measure(machine.Results(), nil, regexp.MustCompile(""))
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
