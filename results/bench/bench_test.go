package main

import (
	"encoding/xml"
	"errors"
	"io"
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
PASS
`

func TestSpeedPage(t *testing.T) {
	page := speedPage([]byte(output), "a command", time.Unix(0, 0))
	for _, want := range []string{
		"`a command`", "on 1970-01-01, linux/amd64,\nA Processor.",
		"| tail | 40000 | 25 | 900 | 7 | 1.5 | 50 % | 30 % | 20 % |\n", // medians
		"| tail | 2 | 30 | 1.50 |\n",
		"| late | 500 | 100 | 0.20 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q:\n%s", want, page)
		}
	}
}

func TestMemory(t *testing.T) {
	taken := []sample{{10, 1 << 20, 30 << 20}, {20, 2 << 20, 50 << 20}, {30, 1 << 20, 300 << 20}}
	page := memoryPage(taken, time.Unix(0, 0))
	if want := "At most it had 300 MiB from the system, 30 MiB in its first\nhalf."; !strings.Contains(page, want) {
		t.Errorf("the page does not have %q:\n%s", want, page)
	}
	for d := xml.NewDecoder(strings.NewReader(plot(taken))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the plot is not XML: %v", err)
		}
	}
}

// TestWritten: the table is that of the output beside it.
func TestWritten(t *testing.T) {
	measured, err := os.ReadFile("../benchmarks.txt")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tables, _ := strings.Cut(speedPage(measured, "", time.Now()), "\n| ")
	if !strings.Contains(string(page), tables) {
		t.Error("results/benchmarks.md has other figures than benchmarks.txt; write both with go run ./results/bench")
	}
}
