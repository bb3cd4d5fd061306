package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

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
func hold(name string, length time.Duration) error {
	all := searches()
	i := slices.IndexFunc(all, func(s search) bool { return s.name == name })
	if i < 0 {
		return fmt.Errorf("there is no search %q", name)
	}
	if !all[i].options.Bound.Limits() {
		debug.SetGCPercent(400)
	}
	m, err := held(&all[i], length)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}

// held runs a search of the given length, and returns its samples.
func held(s *search, length time.Duration) (measurement, error) {
	count := &counter{}
	m := measurement{Name: s.name}
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
			live, resident := memory()
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

// memory returns the number of live bytes of the heap, and of resident bytes of the process.
func memory() (live, resident int64) {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	var size, pages int64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		fmt.Sscan(string(text), &size, &pages)
	}
	return int64(s[0].Value.Uint64()), pages * int64(os.Getpagesize())
}
