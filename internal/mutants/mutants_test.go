package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestMutants: each change can still be made, at exactly one place.
func TestMutants(t *testing.T) {
	s, err := readSources("../..")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range mutants {
		if p, becomes, err := s.plant(m); err != nil {
			t.Errorf("%s: %v", m.name, err)
		} else if bytes.Equal(becomes, s.text[p.at.Filename]) {
			t.Errorf("%s changes nothing", m.name)
		}
		if seen[m.name] || m.name == "" || m.broken == "" || strings.ContainsAny(m.name+m.broken+m.nothing, "|\n") {
			t.Errorf("%s needs a name of its own and words that fit into a table", m.name)
		}
		seen[m.name] = true
	}
}

// TestWritten: the table is that of the list and of what was found.
func TestWritten(t *testing.T) {
	b, err := os.ReadFile("../../results/mutants.md")
	if err != nil {
		t.Fatal(err)
	}
	known, err := load("../../results")
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSources("../..")
	if err != nil {
		t.Fatal(err)
	}
	_, when, _ := strings.Cut(string(b), "\nWritten on ")
	when, _, _ = strings.Cut(when, ". A mutant is tried")
	want, err := page(known, s, "Written on "+when)
	if err != nil {
		t.Fatal(err)
	}
	if want != string(b) {
		t.Error("results/mutants.md has other mutants than the list, other functions than the code, or another outcome than mutants.json; write it again with go run ./internal/mutants -run '^$'")
	}
}

// TestAllCaught: no mutant is left that neither a test has caught nor the list says
// something about.
func TestAllCaught(t *testing.T) {
	known, err := load("../../results")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		switch r, ok := known[m.name]; {
		case !ok:
			t.Errorf("%s has not been tried since it was written; go run ./internal/mutants -run '^%s$'", m.name, m.name)
		case r.Caught == survived && m.nothing == "":
			t.Errorf("%s is not caught: %s", m.name, m.broken)
		case r.Caught != survived && m.nothing != "":
			t.Errorf("%s is said to change nothing, and %s catches it", m.name, r.Caught)
		}
	}
}

func TestFailed(t *testing.T) {
	for out, want := range map[string]string{
		`{"Action":"run","Test":"TestA"}
{"Action":"fail","Test":"TestA/sub"}
{"Action":"fail","Test":"TestA"}
{"Action":"fail"}`: "TestA/sub",
		"it does not compile\n{\"Action\":\"fail\"}\n": "as a whole",
	} {
		if got := failed([]byte(out)); got != want {
			t.Errorf("%s: %q, want %q", out, got, want)
		}
	}
}
