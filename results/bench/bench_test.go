package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/results/bench/classic"
)

const output = `goos: linux
goarch: amd64
cpu: A Processor
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  20000 cpu-ns/interleaving  900 events/s  30 interleavings/s
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  40000 cpu-ns/interleaving  900 events/s  20 interleavings/s
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  25000 cpu-ns/interleaving  900 events/s  25 interleavings/s
BenchmarkFloor/tail-2   1  5 ns/op  10000 cpu-ns/interleaving  40.0 %happens-before  44.0 events/interleaving
BenchmarkWorkers/tail/1-2   1  5 ns/op  20 interleavings/s
BenchmarkWorkers/tail/2-2   1  5 ns/op  30 interleavings/s
BenchmarkGrowth/late/500-2   1  5 ns/op  100000 cpu-ns/interleaving
BenchmarkDrawn/pos-2   1  5 ns/op  20000 cpu-ns/interleaving  50.0 events/interleaving  40000 interleavings/s
BenchmarkDrawn/optimal-2   1  5 ns/op  30000 cpu-ns/interleaving  20.0 events/interleaving  30000 interleavings/s
BenchmarkDrawnGrowth/new/pos/60-2   1  5 ns/op  30000 cpu-ns/interleaving  60.0 events/interleaving
PASS
`

func TestSpeedPage(t *testing.T) {
	page := speedPage([]byte(output), "a command", time.Unix(0, 0))
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

func TestRatesPart(t *testing.T) {
	page := ratesPart([]byte(output), "a command", time.Unix(0, 0))
	for _, want := range []string{
		"`a command`", "on 1970-01-01, linux/amd64, A Processor.",
		"| pos | 50000 | 40000 | 0.40 | 1.50 |\n",
		"| optimal | 33333 | 30000 | 1.50 | 1.00 |\n",
		"| new | pos | 60 | 30 | 0.50 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
}

// TestWritten: the page is made from the measurements beside it.
func TestWritten(t *testing.T) {
	page, err := os.ReadFile("../benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, flags string
		part        func([]byte, string, time.Time) string
	}{{"benchmarks", "", speedPage}, {"rates", " -runs", ratesPart}} {
		measured, err := os.ReadFile("../" + c.name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		_, tables, _ := strings.Cut(c.part(measured, "", time.Now()), "\n| ")
		if !strings.Contains(string(page), tables) {
			t.Errorf("results/benchmarks.md has other figures than %[1]s.txt; write both with go -C results run ./bench%[2]s", c.name, c.flags)
		}
	}
}

func TestGrowthPage(t *testing.T) {
	page := growthPage(&growths{Date: "2026-01-02", Go: "go1.26", Budget: 100, Programs: []growth{
		{"senders", 5, 50, true, 1000, 0.001, 2048},
		{"paxos", 3, 100, false, 4000, 0.004, 4096},
	}})
	for _, want := range []string{
		"on 2026-01-02 with go1.26.", "after 100 interleavings",
		"| senders | 5 | 50 | 20 | 1.00 | 2 |\n",
		"| paxos | 3 | 100+ | 40 | 1.00 | 4 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
}

// TestGrowthWritten: the page is made from the measurements beside it.
func TestGrowthWritten(t *testing.T) {
	data, err := os.ReadFile("../growth.json")
	if err != nil {
		t.Fatal(err)
	}
	var all growths
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if page, err := os.ReadFile("../growth.md"); err != nil || string(page) != growthPage(&all) {
		t.Errorf("results/growth.md is not that of growth.json (%v); write both with go -C results run ./bench -growth", err)
	}
}

// TestMeasuredProgram: what is measured is a search of the program, or the beginning of one.
func TestMeasuredProgram(t *testing.T) {
	m := checker.Model{Name: "senders", Main: classic.Senders(4)}
	for budget, complete := range map[int]bool{20: false, 100: true} {
		g, err := measuredProgram(m, budget, time.Nanosecond)
		if err != nil || g.Interleavings != min(budget, 24) || g.Complete != complete || g.Events < 10*g.Interleavings || g.Live < 1 {
			t.Errorf("within %d interleavings: %+v, %v", budget, g, err)
		}
	}
}
