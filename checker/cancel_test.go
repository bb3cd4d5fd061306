package checker_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// A search that is canceled while the first interleaving is repeated ends the repetitions early,
// and counts that interleaving.
func TestCanceledInRepetitions(t *testing.T) {
	executed := func(cancelAt int) (n int, r *checker.Result) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r, err := checker.Check(ctx, checker.Model{Name: "once", Main: func(*proc.P) {
			if n++; n == cancelAt {
				cancel()
			}
		}}, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return n, r
	}
	all, r := executed(0)
	if r.Verdict != checker.Verified || all < 100 {
		t.Fatalf("%s after %d executions", r.Verdict, all)
	}
	few, r := executed(20)
	if few > 25 {
		t.Errorf("executed %d times, canceled in the 20th", few)
	}
	if r.Verdict != checker.Verified || r.Interleavings != 1 {
		t.Errorf("%s after %d interleavings", r.Verdict, r.Interleavings)
	}
}

// A violation is reported although the search is canceled before it was executed often.
func TestCanceledWithViolation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, err := checker.Check(ctx, checker.Model{Name: "once", Main: func(p *proc.P) {
		p.Send(p.Self(), "the search has begun")
		cancel()
		p.Assert(false, "fine", "it is not")
	}}, checker.Options{})
	if err != nil || r.Verdict != checker.Violated || r.Violations[0].Trace == nil {
		t.Errorf("%v: %+v", err, r)
	}
}

// steps is a Patience without limit until the search is canceled; after that it lasts for a few
// steps of the model.
type steps struct {
	search context.Context

	mu    sync.Mutex
	done  int    // how many steps
	until int    // number of steps at which the current patience ends
	end   func() // ends it; nil before the first
}

func (s *steps) patience() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end = func() {}
	if s.search.Err() != nil {
		s.until, s.end = s.done+5, cancel
	}
	return ctx, cancel
}

// step is called by the model, and returns how many steps it has done.
func (s *steps) step() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done++; s.done >= s.until && s.end != nil {
		s.end()
	}
	return s.done
}

// A canceled search leaves an interleaving that never ends after one more patience.
func TestCanceledInLongInterleaving(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		s := &steps{search: ctx}
		r, err := checker.Check(ctx, checker.Model{Name: "endless", Main: func(p *proc.P) {
			for {
				p.Choose(2)
				if s.step() == 10 {
					cancel()
				}
				if ctx.Err() != nil {
					time.Sleep(time.Millisecond) // it is to use up time, not memory
				}
			}
		}}, checker.Options{Patience: s.patience, MaxEvents: 1 << 40, Workers: workers})
		if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Canceled || r.Interleavings != 0 {
			t.Errorf("%v: %s, stopped by %q after %d interleavings", err, r.Verdict, r.Stop, r.Interleavings)
		}
	}
	nothingLeft(t)
}

// An interleaving counts if it was executed once, even without time to repeat it, but not if there
// was no time to describe it, as required for an example.
func TestCanceledInFirstRepetition(t *testing.T) {
	for examples, interleavings := range []int{1, 0} {
		ctx, cancel := context.WithCancel(t.Context())
		s := &steps{search: ctx}
		r, err := checker.Check(ctx, checker.Model{Name: "long", Main: func(p *proc.P) {
			for i := range 200 {
				if s.step() == 250 {
					cancel()
				}
				if ctx.Err() != nil {
					time.Sleep(time.Millisecond)
				}
				p.Send(p.Self(), i)
				p.Receive()
			}
		}}, checker.Options{Patience: s.patience, Examples: examples})
		if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Canceled || s.done > 400 {
			t.Errorf("%v: %s, stopped by %q after %d steps", err, r.Verdict, r.Stop, s.done)
		}
		if r.Interleavings != interleavings || len(r.Examples) != 0 {
			t.Errorf("%d interleavings and %d examples, want %d and none", r.Interleavings, len(r.Examples), interleavings)
		}
	}
}

// A search that has left an interleaving resumes it, and finds what it would have found.
func TestResumeLeftInterleaving(t *testing.T) {
	testsize.LongOnly(t)
	search := func(ctx context.Context, o checker.Options, slow func()) *checker.Result {
		r, err := checker.Check(ctx, checker.Model{Name: "senders", Main: func(p *proc.P) {
			me := p.Self()
			for i := range 4 {
				p.Spawn("sender", func(p *proc.P) { slow(); p.Send(me, i) })
			}
			for range 4 {
				p.Receive()
				slow()
			}
		}}, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, o := range []checker.Options{{Workers: 1}, {Workers: 3}, {Algorithm: checker.States, Workers: 1}} {
		workers := o.Workers
		whole := search(t.Context(), o, func() {})
		resumed := 0
		for cancelAt := 1; cancelAt < 60; cancelAt++ {
			ctx, cancel := context.WithCancel(t.Context())
			var saved *checker.Checkpoint
			saving := &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
			s := &steps{search: ctx}
			part := search(ctx, checker.Options{Algorithm: o.Algorithm, Saving: saving, Workers: workers, Patience: s.patience, TrustModel: true}, func() {
				if s.step() == cancelAt {
					cancel()
				}
				if ctx.Err() != nil {
					time.Sleep(time.Millisecond) // so that the patience ends in between
				}
			})
			cancel()
			if part.Stop == checker.NotStopped || saved == nil { // it was complete, or abandoned
				continue
			}
			resumed++
			r := search(t.Context(), checker.Options{Algorithm: o.Algorithm, Saving: saving, Resume: saved, Workers: workers}, func() {})
			if m, want := r.Merged, whole.Merged; m != nil && (m.Transitions != want.Transitions || m.Pairs != want.Pairs || m.States != want.States) {
				t.Errorf("canceled at %d: %+v, want %+v", cancelAt, *m, *want)
			}
			if r.Verdict != checker.Verified || r.Interleavings != whole.Interleavings || r.Events != whole.Events {
				t.Errorf("canceled at %d, with %d workers: %s, %d interleavings, %d events; want %d, %d", cancelAt, workers, r.Verdict,
					r.Interleavings, r.Events, whole.Interleavings, whole.Events)
			}
		}
		if resumed == 0 {
			t.Error("no search was resumed")
		}
	}
}

// mute is a value whose method String does not return until it is released. Its number is an index
// of the silences.
type mute int

// silence is the state of a mute.
type silence struct {
	asked, release chan bool // closed
	asks           sync.Once
}

var silences [2]silence

func (m mute) String() string {
	s := &silences[m]
	s.asks.Do(func() { close(s.asked) })
	waitFor(s.release)
	return "mute"
}

// A method String that never returns is reported: it is called outside of processes to describe a
// violation.
func TestMute(t *testing.T) {
	for i, interrupted := range []bool{false, true} {
		silences[i] = silence{asked: make(chan bool), release: make(chan bool)}
		asked := silences[i].asked
		ctx, cancel := context.WithCancel(t.Context())
		if interrupted {
			go func() {
				<-asked
				cancel()
			}()
		}
		r, err := checker.Check(ctx, checker.Model{Name: "m", Main: func(p *proc.P) {
			p.Send(p.Self(), mute(i))
			p.Assert(false, "fine", "it is not")
		}}, checker.Options{Patience: once(asked, waits)})
		close(silences[i].release)
		cancel()
		if err == nil || r.Verdict != checker.Failed {
			t.Fatal(r.Verdict, err)
		}
		for _, want := range []string{"model m: at ", "badmodels_test.go:", "the method String of checker_test.mute does not return", "its goroutine: chan receive"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("the error does not say %q:\n%v", want, err)
			}
		}
	}
}

// A search that does not answer is abandoned, with the results so far.
func TestGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan bool)
	saving := &checker.Saving{Save: func(*checker.Checkpoint) error { return nil }, Due: func() bool {
		cancel()
		<-release
		return false
	}}
	r, err := checker.Check(ctx, checker.Model{Name: "m", Main: func(p *proc.P) { p.Choose(2) }},
		checker.Options{Saving: saving, Patience: func() (context.Context, context.CancelFunc) {
			if ctx.Err() != nil {
				return context.WithTimeout(context.Background(), time.Millisecond)
			}
			return context.WithCancel(context.Background())
		}})
	close(release)
	if err != nil || r.Verdict != checker.Incomplete || r.Stop != checker.Canceled {
		t.Errorf("%v: %s, stopped by %q", err, r.Verdict, r.Stop)
	}
}
