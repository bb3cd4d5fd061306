package vet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/checkmodel/checkmodel/vet"
	"github.com/checkmodel/checkmodel/vet/wallclock"
)

// TestAnalyzers compares the findings of each analyzer in its directory with the marks there. Only
// bad.go has some.
func TestAnalyzers(t *testing.T) {
	for _, a := range vet.Analyzers() {
		t.Run(a.Name, func(t *testing.T) {
			testdata := filepath.Join(a.Name, "testdata")
			if !strings.Contains(read(t, filepath.Join(testdata, "bad.go")), "// want `") {
				t.Errorf("%s/bad.go marks no finding", testdata)
			}
			if strings.Contains(read(t, filepath.Join(testdata, "good.go")), "// want ") {
				t.Errorf("%s/good.go marks a finding", testdata)
			}
			analysistest.Run(t, moduleDir(t), a, "./vet/"+a.Name+"/testdata")
		})
	}
}

// TestDirectories: every analyzer is in the list.
func TestDirectories(t *testing.T) {
	listed := map[string]bool{"modelcode": true}
	for _, a := range vet.Analyzers() {
		listed[a.Name] = true
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !listed[e.Name()] {
			t.Errorf("the analyzer in %s is not in the list", e.Name())
		}
	}
	if err := analysis.Validate(vet.Analyzers()); err != nil {
		t.Error(err)
	}
}

// Comments that allow nothing, or have no reason, are findings.
func TestUselessComments(t *testing.T) {
	analysistest.Run(t, moduleDir(t), wallclock.Analyzer, "./vet/modelcode/testdata")
}

func moduleDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
