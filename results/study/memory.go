package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// usualLength is how long the memory of a search is measured.
const usualLength = 10 * time.Minute

var memoryStudy = study[longSearch, measurement]{
	"memory.json", longSearches, func(s longSearch) string { return s.name }, func(m *measurement) string { return m.Name },
	func(s longSearch) (*measurement, error) {
		out, _, err := apart("memory", s.name)
		if err != nil {
			return nil, err
		}
		m := new(measurement)
		return m, json.Unmarshal(out, m)
	},
	func(all map[string]*measurement) map[string]string {
		return map[string]string{"memory.md": measurements(all).page(), "memory.svg": draw(measurements(all).plot())}
	},
}

// longSearch is a search that takes longer than the measurement.
type longSearch struct {
	name    string
	what    string // in a sentence
	model   checker.Model
	options checker.Options
}

// longSearches returns the searches that are measured.
func longSearches() []longSearch {
	chain := named("middle-1to2", corfu.Models()) // with more interleavings than are measured
	return []longSearch{
		{"values", "Each message has a new value: a process sends on all that it has received, in order.",
			checker.Model{Name: "values", Main: collect(passOn)}, checker.Options{}},
		{"bounds", "Increasing bounds (`-bound 0..1000`), of the model " + chain.Name + " of CORFU.",
			chain, checker.Options{Bound: bounding.Tree(1000).From(0)}},
		{"kinds", "Each violation has a new explanation (`-until end`): the order of the messages.",
			checker.Model{Name: "kinds", Main: collect(complain)}, checker.Options{Until: checker.UntilEnd}},
		{"corfu", "The model " + chain.Name + " of CORFU, without a bound.",
			chain, checker.Options{}},
	}
}

// senders is the number of senders: no computer explores 12! orders in a day.
const senders = 12

// collect returns a first process that receives a message from each sender, and passes all of them
// to then.
func collect(then func(p *proc.P, received []string)) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range senders {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, fmt.Sprintf("message %c", 'a'+i)) })
		}
		var received []string
		for range senders {
			received = append(received, proc.Receive[string](p))
		}
		then(p, received)
	}
}

// passOn sends all messages to a process that takes them.
func passOn(p *proc.P, received []string) {
	taker := p.Spawn("taker", func(p *proc.P) { proc.Receive[[]string](p) })
	p.Send(taker, received)
}

// complain violates a property, with a different explanation for each order.
func complain(p *proc.P, received []string) {
	p.Assert(false, "no order", "the messages are %v", received)
}

// measurement holds the samples of one search.
type measurement struct {
	Name    string   `json:"name"`
	Seconds float64  `json:"seconds"` // of the search
	Workers int      `json:"workers"`
	Date    string   `json:"date"`
	Go      string   `json:"go"`
	Samples []sample `json:"samples"`
}

// sample is the memory of a search at a moment.
type sample struct {
	Seconds       float64 `json:"seconds"`
	Interleavings int64   `json:"interleavings"`
	Live          int64   `json:"live_bytes"`     // of the heap, at the last garbage collection
	Resident      int64   `json:"resident_bytes"` // of the process; 0 if it is not known
}

// samples is the number of samples of a search.
const samples = 100

// counter counts interleavings.
type counter struct{ n atomic.Int64 }

func (c *counter) Interleaving(int, trace.Outcome, []trace.Event) { c.n.Add(1) }

// Counting implements [checker.Counting].
func (c *counter) Counting() {}

// hold runs a search and prints its samples. Garbage is collected as in the command.
func hold(name string) error {
	all := longSearches()
	i := slices.IndexFunc(all, func(s longSearch) bool { return s.name == name })
	if i < 0 {
		return fmt.Errorf("there is no search %q", name)
	}
	if !all[i].options.Bound.Limits() {
		debug.SetGCPercent(400)
	}
	m, err := all[i].memorySamples(timeLimit(usualLength))
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}

// memorySamples runs a search of the given length, and returns its samples.
func (s longSearch) memorySamples(length time.Duration) (measurement, error) {
	count := &counter{}
	m := measurement{Name: s.name, Seconds: length.Seconds(), Workers: runtime.GOMAXPROCS(0), Date: time.Now().UTC().Format(time.DateOnly), Go: runtime.Version()}
	ctx, cancel := context.WithCancel(context.Background())
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		defer cancel()
		start := time.Now()
		for i := range samples {
			select {
			case <-time.After(time.Until(start.Add(length * time.Duration(i+1) / samples))):
			case <-stop:
				return
			}
			live, resident := memoryNow()
			m.Samples = append(m.Samples, sample{time.Since(start).Seconds(), count.n.Load(), live, resident})
		}
	}()
	options := s.options
	options.Observer = count
	r, err := checker.Check(ctx, s.model, options)
	close(stop)
	<-stopped
	switch {
	case err != nil:
		return m, err
	case len(m.Samples) < samples:
		return m, fmt.Errorf("it ended after %d interleavings, before it was measured for %v: %s", r.Interleavings, length, r.Verdict)
	}
	return m, nil
}

// memoryNow returns the number of live bytes of the heap, and of resident bytes of the process.
func memoryNow() (live, resident int64) {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	var size, pages int64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		fmt.Sscan(string(text), &size, &pages)
	}
	return int64(s[0].Value.Uint64()), pages * int64(os.Getpagesize())
}

// measurements are by the names of the searches.
type measurements map[string]*measurement

const mebibyte = 1 << 20

func (all measurements) page() string {
	t := table{header: []string{"Search", "After", "Interleavings", "Live MiB", "Resident MiB"}}
	list, made := "", ""
	for _, s := range longSearches() {
		list += "- *" + s.name + "*: " + s.what + "\n"
		m := all[s.name]
		if m == nil {
			t.add(s.name, "not measured")
			continue
		}
		made = fmt.Sprintf("on %s with %s and %d workers, for %s each", m.Date, m.Go, m.Workers, duration(m.Seconds))
		for _, part := range []float64{0.1, 0.2, 0.5, 1} {
			i := int(part*float64(len(m.Samples))) - 1
			x := m.Samples[max(0, i)]
			t.add(s.name, duration(part*m.Seconds), grouped(int(x.Interleavings)), fmt.Sprint(x.Live/mebibyte), fmt.Sprint(x.Resident/mebibyte))
		}
	}
	return prose("# Memory", "",
		"The memory of searches over time. Written by", "",
		"    go -C results run ./study memory", "",
		"("+made+"; the data: [memory.json](memory.json)). Live is the heap that the last garbage collection found in use; resident is the memory of the process, garbage included.") +
		t.String() + "\nThe searches:\n\n" + list + "\n![resident and live memory, by time](memory.svg)\n"
}

// plot returns the memory of the searches over time.
func (all measurements) plot() chart {
	top, seconds := int64(200*mebibyte), 1.0
	for _, m := range all {
		seconds = max(seconds, m.Seconds)
		for _, s := range m.Samples {
			for max(s.Resident, s.Live) > top {
				top *= 2
			}
		}
	}
	c := chart{title: "MiB (solid: resident, dashed: live)", x: quarters("seconds", int(seconds)), y: quarters("", int(top/mebibyte))}
	for _, s := range longSearches() {
		resident, live := line{name: s.name}, line{name: s.name, dashed: true}
		if m := all[s.name]; m != nil {
			for _, x := range m.Samples {
				at := min(1, x.Seconds/m.Seconds)
				resident.points = append(resident.points, [2]float64{at, float64(x.Resident) / float64(top)})
				live.points = append(live.points, [2]float64{at, float64(x.Live) / float64(top)})
			}
		}
		c.lines = append(c.lines, resident, live)
	}
	return c
}
