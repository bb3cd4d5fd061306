package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

const output = `goos: linux
goarch: amd64
cpu: A Processor
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  20000 cpu-ns/interleaving  900 events/s  30 interleavings/s
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  40000 cpu-ns/interleaving  900 events/s  20 interleavings/s
BenchmarkSearch/tail-2   1  5 ns/op  50.0 %execution  30.0 %happens-before  20.0 %planning  7 B/interleaving  1.50 allocs/interleaving  25000 cpu-ns/interleaving  900 events/s  25 interleavings/s
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
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
}

func TestRatesPage(t *testing.T) {
	page := ratesPage([]byte(output), "a command", time.Unix(0, 0))
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

// TestWritten: the pages are made from the measurements beside them.
func TestWritten(t *testing.T) {
	for _, c := range []struct {
		name, flags string
		page        func([]byte, string, time.Time) string
	}{{"benchmarks", "", speedPage}, {"rates", " -runs", ratesPage}} {
		measured, err := os.ReadFile("../" + c.name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile("../" + c.name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		_, tables, _ := strings.Cut(c.page(measured, "", time.Now()), "\n| ")
		if !strings.Contains(string(page), tables) {
			t.Errorf("results/%[1]s.md has other figures than %[1]s.txt; write both with go run ./results/bench%[2]s", c.name, c.flags)
		}
	}
}
