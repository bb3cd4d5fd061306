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
// bad.go has some. In the directory of modelcode, comments that allow nothing or have no reason are findings of any analyzer.
func TestAnalyzers(t *testing.T) {
	var patterns []string
	for _, a := range vet.Analyzers() {
		testdata := filepath.Join(a.Name, "testdata")
		if !strings.Contains(read(t, filepath.Join(testdata, "bad.go")), "// want `") {
			t.Errorf("%s/bad.go marks no finding", testdata)
		}
		if strings.Contains(read(t, filepath.Join(testdata, "good.go")), "// want ") {
			t.Errorf("%s/good.go marks a finding", testdata)
		}
		patterns = append(patterns, "./vet/"+a.Name+"/testdata")
	}
	patterns = append(patterns, "./vet/modelcode/testdata")
	analysistest.Run(t, moduleDir(t), eachInItsDirectory(vet.Analyzers()), patterns...)
}

// eachInItsDirectory returns an analyzer that is each of some in its directory, and wallclock in that of modelcode; in imported packages it is each that exports facts.
// So all packages are loaded once.
func eachInItsDirectory(analyzers []*analysis.Analyzer) *analysis.Analyzer {
	all := &analysis.Analyzer{Name: "all", Doc: "all analyzers"}
	for _, a := range analyzers {
		all.Requires, all.FactTypes = append(all.Requires, a.Requires...), append(all.FactTypes, a.FactTypes...)
	}
	all.Run = func(pass *analysis.Pass) (any, error) {
		in, inTestdata := strings.CutSuffix(pass.Pkg.Path(), "/testdata")
		for _, a := range analyzers {
			directory := filepath.Base(in)
			if directory == "modelcode" {
				directory = wallclock.Analyzer.Name
			}
			if inTestdata && directory != a.Name || !inTestdata && len(a.FactTypes) == 0 {
				continue
			}
			own := *pass
			own.Analyzer = a
			if _, err := a.Run(&own); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return all
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
