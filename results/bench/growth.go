package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/cputime"
	"github.com/checkmodel/checkmodel/results/bench/classic"
	"github.com/checkmodel/checkmodel/results/machine"
	"github.com/checkmodel/checkmodel/trace"
)

// growth is the cost of the search of a program, or of a part of it.
type growth struct {
	Program       string  `json:"program"`
	Size          int     `json:"size"`
	Interleavings int     `json:"interleavings"`
	Complete      bool    `json:"complete"` // these are all
	Events        int     `json:"events"`
	Seconds       float64 `json:"seconds"` // of CPU time
	Live          int64   `json:"live"`    // the highest of several samples of the memory in use, in bytes
}

// growths holds all measurements.
type growths struct {
	Date     string   `json:"date"`
	Go       string   `json:"go"`
	Budget   int      `json:"budget"` // interleavings of each search
	Programs []growth `json:"programs"`
}

// growthBudget is how many interleavings of each program are explored.
const growthBudget = 20_000

// measureGrowth searches the classic programs, and writes the record.
func measureGrowth() error {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the command does
	all := growths{Date: time.Now().UTC().Format(time.DateOnly), Go: runtime.Version(), Budget: growthBudget}
	for _, f := range classic.Families() {
		for _, n := range f.Sizes {
			name := fmt.Sprintf("%s-%d", f.Name, n)
			g, err := measuredProgram(checker.Model{Name: name, Main: f.Main(n)}, growthBudget, 300*time.Millisecond)
			if err != nil {
				return fmt.Errorf("the program %s: %w", name, err)
			}
			g.Program, g.Size = f.Name, n
			all.Programs = append(all.Programs, g)
		}
	}
	data, err := json.MarshalIndent(&all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(machine.Results(), "growth.json"), append(data, '\n'), 0o666)
}

// measuredProgram searches a program, by one worker: as often as it takes to measure so much CPU time, and once more for its
// memory.
func measuredProgram(m checker.Model, budget int, atLeast time.Duration) (g growth, err error) {
	o := checker.Options{Workers: 1, Until: checker.UntilEnd, MaxInterleavings: budget}
	times := 0
	began := cputime.Used()
	for times == 0 || cputime.Used()-began < atLeast {
		r, err := checker.Check(context.Background(), m, o)
		if err != nil {
			return g, err
		}
		g.Interleavings, g.Events, g.Complete = r.Interleavings, r.Events, r.Stop == checker.NotStopped
		times++
	}
	g.Seconds = (cputime.Used() - began).Seconds() / float64(times)
	s := &sampler{next: 1, last: g.Interleavings}
	s.inUse() // what the searches above leave to finalizers is garbage only after one collection
	s.before = s.inUse()
	o.Observer = s
	_, err = checker.Check(context.Background(), m, o)
	g.Live = s.highest
	return g, err
}

// sampler is an observer that samples the memory in use, more and more seldom.
type sampler struct {
	next, last      int // interleavings
	before, highest int64
}

// Counting implements [checker.Counting].
func (s *sampler) Counting() {}

// Interleaving implements [checker.Observer].
func (s *sampler) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if number == s.next || number == s.last {
		s.highest = max(s.highest, s.inUse()-s.before)
		s.next = 2 * number
	}
}

// inUse returns the memory in use.
func (s *sampler) inUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// growthPage returns the page that is made of a record.
func growthPage(record []byte) (string, error) {
	var all growths
	if err := json.Unmarshal(record, &all); err != nil {
		return "", fmt.Errorf("growth.json: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Growth

What searches of classic programs cost as the programs grow, with one worker. Written by

    go -C results run ./bench growth

on %s with %s ([growth.json](growth.json)). The programs are in
[results/bench/classic](bench/classic/doc.go), a package of models. A search ends after %d
interleavings; a number with a plus has more. The time is CPU time. Memory is the highest of several
samples of what is in use, without garbage.

| Program | Size | Interleavings | Events of each | µs for each event | Memory, KiB |
|---|--:|--:|--:|--:|--:|
`, all.Date, all.Go, all.Budget)
	for _, g := range all.Programs {
		n := float64(max(1, g.Interleavings))
		more := map[bool]string{false: "+"}[g.Complete]
		fmt.Fprintf(&b, "| %s | %d | %d%s | %.0f | %.2f | %d |\n", g.Program, g.Size, g.Interleavings, more,
			float64(g.Events)/n, g.Seconds*1e6/max(1, float64(g.Events)), g.Live/1024)
	}
	return b.String(), nil
}
