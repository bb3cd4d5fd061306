package checker

import (
	"context"
	"errors"
	"math"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const mebibyte = 1 << 20

// room returns a memory limit that leaves a search the given number of bytes.
func room(bytes int64) int64 {
	runtime.GC()
	return (stage.UsedMemory().Needed + bytes) / 3 * 4
}

// hoarder is a diary that keeps a mebibyte of each interleaving.
type hoarder struct {
	diary
	hoard [][]byte
}

func (h *hoarder) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	h.diary.Interleaving(number, outcome, events)
	h.hoard = append(h.hoard, make([]byte, mebibyte))
}

// choosing has 10 000 interleavings.
var choosing = Model{Name: "choosing", Main: func(p *proc.P) {
	p.Choose(100)
	p.Choose(100)
}}

// TestMemory: a search ends when the program reaches the limit, and is saved; with more memory
// it continues to the same end.
func TestMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	for _, workers := range []int{1, 2} {
		all, want := established(t, choosing, Options{}, 1)
		o := Options{}
		h := &hoarder{}
		var saved *Checkpoint
		o.Saving = &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
		ctx, end := stage.WithMemory(t.Context(), room(64*mebibyte))
		r := explored(ctx, t, h, choosing, o, workers)
		end()
		if r.Stop != OutOfMemory || r.Verdict != Incomplete || !r.Cut() || r.Complete() || r.Interleavings < 16 || saved == nil || saved.Stop != OutOfMemory {
			t.Fatalf("%d workers: the search is %s, stopped by %q, after %d interleavings; saved: %v", workers, r.Verdict, r.Stop, r.Interleavings, saved != nil)
		}
		h.hoard = nil
		rest := &diary{}
		o.Resume = saved
		r = explored(t.Context(), t, rest, choosing, o, workers)
		if diff := cmp.Diff(want, summarized(r)); diff != "" {
			t.Errorf("%d workers: result (-in one go +stopped):\n%s", workers, diff)
		}
		if diff := cmp.Diff(all, append(h.pages, rest.pages...)); diff != "" {
			t.Errorf("%d workers: interleavings (-in one go +stopped):\n%s", workers, diff)
		}
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the collector's limit is %d now, and was %d", after, before)
	}
}

// fullMemory is a context of a search that reaches its memory limit after a number of calls,
// possibly in the middle of an interleaving.
type fullMemory struct {
	context.Context // done because of the memory limit
	asked           *atomic.Int64
	after           int64
}

func (f fullMemory) Err() error {
	if f.asked.Add(1) <= f.after {
		return nil
	}
	return f.Context.Err()
}

// TestMemoryAnywhere stops searches anywhere, and resumes them: an interleaving that was not
// completed is explored later.
func TestMemoryAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{Until: UntilEnd, MaxInterleavings: 200}
		pages, want := established(t, m, o, 1)
		workers := rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "workers")
		var all []string
		for stops := 0; ; stops++ {
			var saved *Checkpoint
			o.Saving = &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
			ctx, cancel := context.WithCancelCause(context.Background())
			cancel(&stage.MemoryFull{})
			after := int64(math.MaxInt64)
			if stops < 5 {
				after = rapid.Int64Range(2, 400).Draw(t, "until the memory is full")
			}
			d := &diary{}
			r := explored(fullMemory{ctx, new(atomic.Int64), after}, t, d, m, o, workers)
			all = append(all, d.pages...)
			if r.Stop != OutOfMemory {
				if diff := cmp.Diff(want, summarized(r)); diff != "" {
					t.Errorf("result (-in one go +stopped):\n%s", diff)
				}
				break
			}
			o.Resume = saved
		}
		if diff := cmp.Diff(pages, all); diff != "" {
			t.Fatalf("interleavings (-in one go +stopped):\n%s", diff)
		}
	})
}

// growing takes memory until it is stopped. It retains a limited amount, to protect the machine,
// and then produces garbage.
type growing struct{ stopped atomic.Bool }

func (g *growing) grow() {
	hoard := make([][]byte, 1024)
	for i := 0; !g.stopped.Load() && i < 50*len(hoard); i++ {
		if piece := make([]byte, mebibyte); i < len(hoard) {
			hoard[i] = piece
		}
	}
	runtime.KeepAlive(hoard)
}

// TestMemoryOfModel: code of a model that takes memory without end is detected and reported, with
// the results so far.
func TestMemoryOfModel(t *testing.T) {
	testsize.LongOnly(t)
	const stuck = "process main at .*memory_test.go:.*: it does not reach its next operation"
	for _, c := range []struct {
		what  string
		model func(*growing) Model
		want  string
	}{
		{"process", func(g *growing) Model {
			return Model{Main: func(p *proc.P) {
				if p.Choose(2) == 1 {
					g.grow()
				}
			}}
		}, stuck},
		{"condition", func(g *growing) Model {
			return Model{Main: func(p *proc.P) {
				p.Send(p.Self(), p.Choose(2))
				proc.Receive(p, func(n int) bool {
					if n == 1 {
						g.grow()
					}
					return true
				})
			}}
		}, stuck},
		{"rule", func(g *growing) Model {
			late := func(states []Exposed[int]) error {
				if len(states) > 0 && states[0].State == 1 {
					g.grow()
				}
				return nil
			}
			return Model{Main: func(p *proc.P) { proc.Expose(p, p.Choose(2)) }, Rules: []Rule{Finally(Property{Name: "late"}, late)}}
		}, `at .*memory_test.go:.*: the rule "late" does not return`},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := &growing{}
			m := c.model(g)
			m.Name = c.what
			saved := false
			r, err := Check(t.Context(), m, Options{Memory: room(256 * mebibyte), Workers: 1,
				Saving: &Saving{Save: func(*Checkpoint) error { saved = true; return nil }}})
			g.stopped.Store(true)
			var fault *guard.ModelError
			if !errors.As(err, &fault) || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Fatalf("the error is %v, want one like %s; the result is %+v", err, c.want, r)
			}
			if r.Verdict != Failed || r.Stop != OutOfMemory || r.Interleavings != 1 || saved {
				t.Errorf("the search is %s, stopped by %q, after %d interleavings; saved: %v", r.Verdict, r.Stop, r.Interleavings, saved)
			}
		})
	}
}

// TestMemorySpentInPassing: a process that reaches its next operation is not reported although a
// collection leaves almost no memory.
func TestMemorySpentInPassing(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	spent := make(chan struct{}, 1)
	m := Model{Name: "passing", Main: func(p *proc.P) {
		p.Choose(2)
		if ctx.Err() == nil {
			spent <- struct{}{}
			cancel(&stage.MemoryFull{Spent: spent})
			for len(spent) > 0 {
				runtime.Gosched()
			}
			for range 1000 { // so that the checker looks meanwhile
				runtime.Gosched()
			}
		}
	}}
	r := explored(ctx, t, &diary{}, m, Options{}, 1)
	if r.Stop != OutOfMemory {
		t.Errorf("the search stopped by %q", r.Stop)
	}
}

// TestMemoryAtOnce: where the memory is full from the beginning, nothing is explored.
func TestMemoryAtOnce(t *testing.T) {
	r, err := Check(t.Context(), choosing, Options{Memory: 1})
	if err != nil || r.Stop != OutOfMemory || r.Interleavings != 0 || r.Verdict != Incomplete {
		t.Errorf("the error is %v, the result %+v", err, r)
	}
	_, err = Check(t.Context(), choosing, Options{Memory: -1})
	if err == nil || !strings.Contains(err.Error(), "checker.Options.Memory is -1; it must be 0 (no limit) or more") {
		t.Errorf("the error is %v", err)
	}
}

// inspector keeps the system of a search as long as something else does.
type inspector struct{ held weak.Pointer[world.System] }

func (i *inspector) Inspect(w World) { i.held = weak.Make(world.Simulated(w.(*stage.World))) }

func (i *inspector) Interleaving(int, trace.Outcome, []trace.Event) {}

// TestMemoryIsFreed: the memory of a search is free when it has ended, except for its result.
// Otherwise the next search would have less memory.
func TestMemoryIsFreed(t *testing.T) {
	for _, o := range []Options{
		{MaxInterleavings: 300, Workers: 1},
		{MaxInterleavings: 300, Workers: 2},
		{MaxInterleavings: 300, Workers: 2, Memory: room(1 << 30)},
		{MaxInterleavings: 300, Workers: 1, Bound: bounding.Tree(9).From(0)},
	} {
		i := &inspector{}
		o.Observer = i
		r, err := Check(t.Context(), choosing, o)
		if err != nil || !r.Cut() {
			t.Fatalf("the error is %v, the search stopped by %q", err, r.Stop)
		}
		for range 3 {
			runtime.GC()
		}
		if i.held.Value() != nil {
			t.Errorf("%d workers, memory limit %d, bound %v: the system is held", o.Workers, o.Memory, o.Bound)
		}
		runtime.KeepAlive(r)
	}
}
