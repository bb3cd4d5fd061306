package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
)

func TestPage(t *testing.T) {
	r := &record{Seconds: 600, Workers: 2, Date: "2026-01-02", Go: "go1.26"}
	m := measurement{Name: "values"}
	for i := range int64(samples) {
		m.Samples = append(m.Samples, sample{float64(i+1) * 6, 1000 * (i + 1), (i + 1) * mebibyte, 3 * (i + 1) * mebibyte})
	}
	r.Searches = []measurement{m}
	text := page(r)
	for _, want := range []string{
		"go -C results run ./memory -for 10m0s\n", "on 2026-01-02 with go1.26 and 2 workers.",
		"| values | 1m0s | 10000 | 10 | 30 |\n| values | 2m0s | 20000 | 20 | 60 |\n| values | 5m0s | 50000 | 50 | 150 |\n| values | 10m0s | 100000 | 100 | 300 |\n",
		"- *kinds*: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q:\n%s", want, text)
		}
	}
	drawn := plot(r)
	for d := xml.NewDecoder(strings.NewReader(drawn)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the plot is not XML: %v", err)
		}
	}
	if !strings.Contains(drawn, ">400 MiB<") { // of 300
		t.Errorf("the plot is not as high as the samples:\n%s", drawn)
	}
}

// TestSearches: each search is as described.
func TestSearches(t *testing.T) {
	const interleavings = 500
	for _, s := range searches() {
		o := s.options
		o.MaxInterleavings = interleavings
		r, err := checker.Check(t.Context(), s.model, o)
		if err != nil || r.Stop != checker.OutOfBudget {
			t.Errorf("%s: the error is %v, the search stopped by %q", s.name, err, r.Stop)
			continue
		}
		if s.name == "kinds" && (r.Violating != interleavings || len(r.Violations) < 2) {
			t.Errorf("%s: %d interleavings violate a property, in %d ways", s.name, r.Violating, len(r.Violations))
		}
		if s.name == "bounds" && len(r.Levels) < 2 {
			t.Errorf("%s: there were %d bounds", s.name, len(r.Levels))
		}
	}
}

// TestHeld: a search is sampled until its time is up.
func TestHeld(t *testing.T) {
	s := searches()[0]
	m, err := held(&s, 100*time.Millisecond)
	if err != nil || len(m.Samples) != samples || m.Name != s.name {
		t.Fatalf("there are %d samples of %q, and the error %v", len(m.Samples), m.Name, err)
	}
	first, last := m.Samples[0], m.Samples[samples-1]
	if last.Seconds < first.Seconds || last.Interleavings < first.Interleavings {
		t.Errorf("the first sample is %+v, the last %+v", first, last)
	}
	s.options.MaxInterleavings = 1
	if _, err := held(&s, time.Minute); err == nil || !strings.Contains(err.Error(), "it ended after 1 interleavings, before") {
		t.Errorf("of a search that ends too soon, the error is %v", err)
	}
}

// TestWritten: memory.md and memory.svg are made from memory.json.
func TestWritten(t *testing.T) {
	data, err := os.ReadFile("../memory.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"memory.md": page(&r), "memory.svg": plot(&r)} {
		if text, err := os.ReadFile("../" + name); err != nil || string(text) != want {
			t.Errorf("results/%s is not that of memory.json (%v); write both with go -C results run ./memory", name, err)
		}
	}
	if len(r.Searches) != len(searches()) {
		t.Errorf("results/memory.json has %d searches, and there are %d", len(r.Searches), len(searches()))
	}
}
