package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/trace"
)

// longModel is the model of the long search.
const longModel = "middle-1to2+condread+table"

// samples is how often a search is looked at.
const samples = 100

// sample is what a search holds at a point.
type sample struct {
	Interleavings int    `json:"interleavings"`
	Heap          uint64 `json:"heap_bytes"` // in use, garbage included
	Held          uint64 `json:"held_bytes"` // of the system's memory, all in all
}

// sampler is an observer that takes samples.
type sampler struct {
	every int
	taken []sample
}

func (s *sampler) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if number%s.every == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s.taken = append(s.taken, sample{number, m.HeapAlloc, m.Sys - m.HeapReleased})
	}
}

// hold makes the long search and prints what it holds. Garbage is collected as
// seldom as the command does it.
func hold(interleavings int) error {
	debug.SetGCPercent(400)
	models := corfu.Models()
	i := slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == longModel })
	if i < 0 {
		return fmt.Errorf("there is no model %q", longModel)
	}
	s := &sampler{every: max(1, interleavings/samples)}
	_, err := checker.Check(context.Background(), models[i],
		checker.Options{MaxInterleavings: interleavings, Workers: 1, Observer: s})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(s.taken)
}

// measureMemory makes the long search in a process of its own and writes what that
// held.
func measureMemory(interleavings int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, "-one", "-interleavings", strconv.Itoa(interleavings))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("the long search: %w", err)
	}
	var taken []sample
	if err := json.Unmarshal(out, &taken); err != nil {
		return err
	}
	if len(taken) == 0 {
		return errors.New("the long search is too short to be looked at")
	}
	return errors.Join(
		write("memory.json", strings.ReplaceAll(string(out), "},{", "},\n{")),
		write("memory.svg", plot(taken)),
		write("memory.md", memoryPage(taken, time.Now())))
}

const mebibyte = 1 << 20

// memoryPage puts the samples into words.
func memoryPage(taken []sample, date time.Time) string {
	early := most(taken[:max(1, len(taken)/2)])
	late := most(taken)
	last := taken[len(taken)-1]
	return fmt.Sprintf(`# Memory

What a search of %d interleavings holds (model %s, one worker),
looked at %d times. Written by

    go run ./results/bench -count 0

on %s with %s. At most it had %.0f MiB from the system, %.0f MiB in its first
half. What goes up and down is garbage, and the histories of processes, which are
let go of when they have become many.

![memory against interleavings](memory.svg)

The data: [memory.json](memory.json).
`, last.Interleavings, longModel, len(taken), date.UTC().Format(time.DateOnly), runtime.Version(),
		float64(late)/mebibyte, float64(early)/mebibyte)
}

// most returns the most that was held.
func most(taken []sample) (held uint64) {
	for _, s := range taken {
		held = max(held, s.Held)
	}
	return held
}

// plot draws what was held against interleavings.
func plot(taken []sample) string {
	const width, height, left, bottom = 640, 280, 60, 40
	top := 200 * float64(mebibyte)
	for float64(most(taken)) > top {
		top *= 2
	}
	last := float64(taken[len(taken)-1].Interleavings)
	x := func(n float64) float64 { return left + (width-left-20)*n/last }
	y := func(bytes float64) float64 { return height - bottom - (height-bottom-20)*bytes/top }
	line := func(of func(sample) uint64) string {
		var points []string
		for _, s := range taken {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(float64(s.Interleavings)), y(float64(of(s)))))
		}
		return strings.Join(points, " ")
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, width, height)
	for i := range 5 {
		bytes := top * float64(i) / 4
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%[3]f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.0f MiB</text>
`, left, width-20, y(bytes), left-6, y(bytes)+4, bytes/mebibyte)
		n := last * float64(i) / 4
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%.0f</text>
`, x(n), height-bottom+16, n)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">interleavings</text>
<polyline points="%s" fill="none" stroke="#1f5fa8" stroke-width="2"/>
<polyline points="%s" fill="none" stroke="#d08020" stroke-width="1"/>
<text x="%d" y="32" fill="#1f5fa8">held of the system's memory</text>
<text x="%d" y="48" fill="#d08020">heap in use, garbage included</text>
</svg>
`, (left+width)/2, height-6, line(func(s sample) uint64 { return s.Held }), line(func(s sample) uint64 { return s.Heap }), left+10, left+10)
	return b.String()
}
