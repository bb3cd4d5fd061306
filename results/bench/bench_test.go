package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/results/bench/classic"
)

const output = `measured on: 1970-01-01
measured by: a command
goos: linux
goarch: amd64
cpu: A Processor
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  20000 cpu-ns/interleaving  900 events/s  30 interleavings/s
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  40000 cpu-ns/interleaving  900 events/s  20 interleavings/s
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  25000 cpu-ns/interleaving  900 events/s  25 interleavings/s
BenchmarkFloor/tail-2   1  5 ns/op  10000 cpu-ns/interleaving  40.0 %happens-before  44.0 events/interleaving
BenchmarkWorkers/tail/1-2   1  5 ns/op  20 interleavings/s
BenchmarkWorkers/tail/2-2   1  5 ns/op  30 interleavings/s
BenchmarkGrowth/late/500-2   1  5 ns/op  100000 cpu-ns/interleaving
BenchmarkDrawn/pos-2   1  5 ns/op  20000 cpu-ns/interleaving  50.0 events/interleaving  40000 interleavings/s  77 classes
BenchmarkDrawn/optimal-2   1  5 ns/op  30000 cpu-ns/interleaving  20.0 events/interleaving  30000 interleavings/s
BenchmarkDrawnGrowth/new/pos/60-2   1  5 ns/op  30000 cpu-ns/interleaving  60.0 events/interleaving  500 B/interleaving
BenchmarkDrawnMemory/1000-2   1  5 ns/op  70 classes  2097152 B-in-use
PASS
`

func TestSpeedPage(t *testing.T) {
	page := speedPage([]byte(output))
	for _, want := range []string{
		"`a command`", "on 1970-01-01, linux/amd64, A Processor.",
		"| tail | 40000 | 25 | 900 | 7 | 1.5 | 50 % | 30 % | 20 % |\n", // medians
		"| tail | 2 | 30 | 1.50 |\n",
		"| late | 500 | 100 | 0.20 |\n",
		"| tail | 44.0 | 25.0 | 6.0 | 4.0 | 15.0 | 100000 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
}

func TestRunsPart(t *testing.T) {
	page := runsPart([]byte(output))
	for _, want := range []string{
		"`a command`", "on 1970-01-01, linux/amd64, A Processor.",
		"| pos | 50000 | 40000 | 0.40 | 1.50 | 77 |\n",
		"| optimal | 33333 | 30000 | 1.50 | 1.00 | 0 |\n",
		"| new | pos | 60 | 33333 | 30 | 0.50 | 500 |\n",
		"| 1000 | 70 | 2.0 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
}

// TestWritten: the pages are made from the measurements beside them.
func TestWritten(t *testing.T) {
	texts, err := pages("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range texts {
		if page, err := os.ReadFile("../" + name); err != nil || string(page) != want {
			t.Errorf("results/%s is not that of the records (%v); write it with go -C results run ./bench pages", name, err)
		}
	}
}

func TestLoopPart(t *testing.T) {
	part, err := loopPart([]byte(`{"date": "2026-01-02", "go": "go1.26", "cold": [50], "edit": [3, 1, 2], "again": [1.5], "list": [0.1], "build": [0.25]}`))
	if err != nil || !strings.Contains(part, "medians of 3 ") || !strings.Contains(part, "| after an edit | 2.00 |\n") || !strings.Contains(part, "| `go list` | 0.10 |\n") {
		t.Errorf("%v:\n%s", err, part)
	}
}

func TestGrowthPage(t *testing.T) {
	page, err := growthPage([]byte(`{"date": "2026-01-02", "go": "go1.26", "budget": 100, "programs": [
		{"program": "senders", "size": 5, "interleavings": 50, "complete": true, "events": 1000, "seconds": 0.001, "live": 2048},
		{"program": "paxos", "size": 3, "interleavings": 100, "complete": false, "events": 4000, "seconds": 0.004, "live": 4096}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"on 2026-01-02 with go1.26 (", "after 100\n",
		"| senders | 5 | 50 | 20 | 1.00 | 2 |\n",
		"| paxos | 3 | 100+ | 40 | 1.00 | 4 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
	if _, err := growthPage([]byte("[]")); err == nil {
		t.Error("a list is taken for a record")
	}
}

// TestMeasuredProgram: what is measured is a search of the program, or the beginning of one.
func TestMeasuredProgram(t *testing.T) {
	m := checker.Model{Name: "senders", Main: classic.Families()[0].Main(4)}
	for budget, complete := range map[int]bool{20: false, 100: true} {
		g, err := measuredProgram(m, budget, time.Nanosecond)
		if err != nil || g.Interleavings != min(budget, 24) || g.Complete != complete || g.Events < 10*g.Interleavings || g.Live < 1 {
			t.Errorf("within %d interleavings: %+v, %v", budget, g, err)
		}
	}
}
