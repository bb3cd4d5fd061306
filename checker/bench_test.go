package checker_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/cputime"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// BenchmarkSearch searches models of different kinds with one worker, each until
// a budget of interleavings is spent. One operation is such a search.
func BenchmarkSearch(b *testing.B) {
	for _, c := range searched() {
		b.Run(c.name, func(b *testing.B) {
			search(b, c.model, c.budget)
			phases(b, c.model, c.budget)
		})
	}
}

// BenchmarkFloor does what each search of the interleavings of BenchmarkSearch must do at least: it executes them, one after
// the other, and finds their happens-before relation and races. It does not look for interleavings, nor judge them.
func BenchmarkFloor(b *testing.B) {
	for _, c := range searched() {
		b.Run(c.name, func(b *testing.B) {
			f, err := checker.NewFloor(c.model, checker.Options{Until: checker.UntilEnd, MaxInterleavings: c.budget, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			interleavings, events, ordering := 0, 0, time.Duration(0)
			cpu := cputime.Used()
			for b.Loop() {
				n, ordered, err := f.Execute()
				if err != nil {
					b.Fatal(err)
				}
				interleavings, events, ordering = interleavings+f.Interleavings(), events+n, ordering+ordered
			}
			cpu = cputime.Used() - cpu
			b.ReportMetric(float64(cpu.Nanoseconds())/float64(interleavings), "cpu-ns/interleaving")
			b.ReportMetric(100*ordering.Seconds()/b.Elapsed().Seconds(), "%happens-before")
			b.ReportMetric(float64(events)/float64(interleavings), "events/interleaving")
		})
	}
}

// searched lists models of different kinds, each with a budget of interleavings.
func searched() []searchedModel {
	return []searchedModel{
		{"corfu/middle-1to2+condread+table", named("middle-1to2+condread+table", corfu.Models()), 20_000},
		{"corfu/tail", named("tail", corfu.Models()), 20_000},
		{"corfu/middle-2to3", named("middle-2to3", corfu.Models()), 20_000},
		{"chainrepl/repair", named("repair", chainrepl.Models()), 20_000},
		{"readers/14", model(readers(14)), 20_000},
		{"lastzero/12", model(lastzero(12)), 20_000},
		{"senders/8", model(func(p *proc.P) { flood(p, 8) }), 20_000},
		{"ring/4x3", model(ring(4, 3)), 20_000},
		{"commit/5", model(commit(5)), 20_000},
	}
}

type searchedModel struct {
	name   string
	model  checker.Model
	budget int
}

// BenchmarkDrawn draws interleavings of about 60 events by each strategy, with one worker, and explores as many of them by
// optimal DPOR, for comparison.
func BenchmarkDrawn(b *testing.B) {
	const runs = 20_000
	m := model(rounds(7))
	for _, a := range checker.Algorithms() {
		if a.Traits().Draws {
			b.Run(string(a), func(b *testing.B) { searchBy(b, m, checker.Options{Algorithm: a, Runs: runs, Workers: 1}) })
		}
	}
	b.Run(string(checker.Optimal), func(b *testing.B) { search(b, m, runs) })
}

// BenchmarkDrawnGrowth draws interleavings of about the given number of events. The cost of an event must not grow. In
// the programs that are known, each run comes to points of processes to which others have come before. In the new
// ones it comes to others, soon after its beginning, so that code of the model is executed.
func BenchmarkDrawnGrowth(b *testing.B) {
	for _, c := range []struct {
		name string
		main func(events int) func(*proc.P)
	}{
		{"known", func(n int) func(*proc.P) { return long(n/4-4, 0, 4) }},
		{"new", func(n int) func(*proc.P) { return rounds((n - 5) / 8) }},
	} {
		for _, events := range []int{60, 410, 1000, 5000} {
			a := checker.RandomWalk
			b.Run(fmt.Sprintf("%s/%s/%d", c.name, a, events), func(b *testing.B) {
				searchBy(b, model(c.main(events)), checker.Options{Algorithm: a, Runs: 2_000_000 / events, Workers: 1})
			})
		}
	}
}

// BenchmarkDrawnMemory draws so many random walks of 53 events, and reports the memory that is in use after the last one, without
// garbage.
func BenchmarkDrawnMemory(b *testing.B) {
	for _, runs := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(runs), func(b *testing.B) {
			var before runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			last := &inUse{after: runs}
			searchBy(b, model(rounds(6)), checker.Options{Algorithm: checker.RandomWalk, Runs: runs, Workers: 1, Observer: last})
			b.ReportMetric(float64(last.bytes)-float64(before.HeapAlloc), "B-in-use")
		})
	}
}

// inUse is an observer that finds out how much memory is in use after an interleaving.
type inUse struct {
	after int
	bytes uint64
}

// Counting implements [checker.Counting].
func (*inUse) Counting() {}

// Interleaving implements [checker.Observer].
func (u *inUse) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if number == u.after {
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		u.bytes = now.HeapAlloc
	}
}

// BenchmarkWorkers searches with one worker and with two, with as much garbage as the command lets
// there be: one model completely, another one within a bound, and only the beginning of that, where workers
// waste what they explore beyond it.
func BenchmarkWorkers(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, c := range []struct {
		name, model string
		options     checker.Options
	}{
		{"middle-1to2+condread+table", "middle-1to2+condread+table", checker.Options{}},
		{"tail, bound 8", "tail", checker.Options{Bound: bounding.Tree(8)}},
		{"tail, 300 000", "tail", checker.Options{MaxInterleavings: 300_000}},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", c.name, workers), func(b *testing.B) {
				c.options.Workers = workers
				searchBy(b, named(c.model, corfu.Models()), c.options)
			})
		}
	}
}

// BenchmarkGrowth searches programs whose interleavings have about the given number of events, with
// races at their ends, at their beginnings, and everywhere. The cost of an interleaving must grow
// no faster than the number of events.
func BenchmarkGrowth(b *testing.B) {
	for _, c := range []struct {
		name string
		main func(events int) func(*proc.P)
	}{
		{"late", func(n int) func(*proc.P) { return long(n/4, 0, 4) }},
		{"early", func(n int) func(*proc.P) { return long(n/4, 4, 0) }},
		{"everywhere", func(n int) func(*proc.P) { return rounds(n / 8) }},
	} {
		for _, events := range []int{50, 500, 5000} {
			b.Run(fmt.Sprintf("%s/%d", c.name, events), func(b *testing.B) {
				search(b, model(c.main(events)), 24)
			})
		}
	}
}

// search repeatedly searches a model and reports the cost.
func search(b *testing.B, m checker.Model, budget int) {
	searchBy(b, m, checker.Options{MaxInterleavings: budget, Workers: 1})
}

func searchBy(b *testing.B, m checker.Model, o checker.Options) {
	o.Until = checker.UntilEnd
	interleavings, events, classes := 0, 0, 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu := cputime.Used()
	for b.Loop() {
		r, err := checker.Check(context.Background(), m, o)
		if err != nil {
			b.Fatal(err)
		}
		interleavings += r.Interleavings
		events += r.Events
		if classes = r.Interleavings; r.Sample != nil {
			classes = r.Sample.Classes
		}
	}
	elapsed := b.Elapsed()
	cpu = cputime.Used() - cpu
	runtime.ReadMemStats(&after)
	each := func(total uint64) float64 { return float64(total) / float64(interleavings) }
	b.ReportMetric(float64(interleavings)/elapsed.Seconds(), "interleavings/s")
	b.ReportMetric(float64(events)/elapsed.Seconds(), "events/s")
	b.ReportMetric(float64(events)/float64(interleavings), "events/interleaving")
	b.ReportMetric(float64(classes), "classes")
	b.ReportMetric(each(uint64(cpu.Nanoseconds())), "cpu-ns/interleaving")
	b.ReportMetric(each(after.TotalAlloc-before.TotalAlloc), "B/interleaving")
	b.ReportMetric(each(after.Mallocs-before.Mallocs), "allocs/interleaving")
}

// phases reports how a search spends its time.
func phases(b *testing.B, m checker.Model, budget int) {
	p, err := checker.MeasurePhases(m, checker.Options{Until: checker.UntilEnd, MaxInterleavings: budget, Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	share := func(part float64) float64 { return 100 * part / p.Total.Seconds() }
	b.ReportMetric(share((p.Total - p.Ordering - p.Planning).Seconds()), "%execution")
	b.ReportMetric(share(p.Ordering.Seconds()), "%happens-before")
	b.ReportMetric(share(p.Planning.Seconds()), "%planning")
}

func named(name string, models []checker.Model) checker.Model {
	return models[slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == name })]
}

func model(main func(*proc.P)) checker.Model { return checker.Model{Name: "benchmark", Main: main} }

// flood takes a message of each of n processes.
func flood(p *proc.P, n int) {
	me := p.Self()
	for i := range n {
		p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
	}
	for range n {
		proc.Receive[int](p)
	}
}

// ring has tokens that pass twice around a ring of n nodes.
func ring(n, tokens int) func(*proc.P) {
	return func(p *proc.P) {
		next := p.Self()
		for range n - 1 {
			to := next
			next = p.Spawn("node", func(p *proc.P) {
				for range 2 * tokens {
					p.Send(to, proc.Receive[int](p))
				}
			})
		}
		for i := range tokens {
			p.Send(next, i)
		}
		for range tokens {
			p.Send(next, proc.Receive[int](p))
		}
		for range tokens {
			proc.Receive[int](p)
		}
	}
}

// long is a number of round trips between two processes, with races of n messages before and after
// them.
func long(trips, early, late int) func(*proc.P) {
	return func(p *proc.P) {
		flood(p, early)
		echo := p.Spawn("echo", func(p *proc.P) {
			for range trips {
				p.Send(proc.Receive[proc.PID](p), "echo")
			}
		})
		for range trips {
			p.Send(echo, p.Self())
			proc.Receive[string](p)
		}
		flood(p, late)
	}
}

// rounds is two clients that each call a server n times.
func rounds(n int) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Self()
		for range 2 {
			p.Spawn("client", func(p *proc.P) {
				for range n {
					p.Send(server, p.Self())
					proc.Receive[string](p)
				}
			})
		}
		for range 2 * n {
			p.Send(proc.Receive[proc.PID](p), "answer")
		}
	}
}

// readers is a process that writes a row and n that read it.
func readers(n int) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[string, int](p, "shared")
		bodies := []func(*proc.P){func(p *proc.P) { t.Insert(p, "x", 1) }}
		for range n {
			bodies = append(bodies, func(p *proc.P) { t.Lookup(p, "x") })
		}
		together(p, bodies)
	}
}

// lastzero is n processes that each set a row to one more than the row before it, and another one that looks for the
// last row that is zero.
func lastzero(n int) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[int, int](p, "rows")
		for i := range n + 1 {
			t.Insert(p, i, 0)
		}
		bodies := []func(*proc.P){func(p *proc.P) {
			for i := n; i >= 0; i-- {
				if v, _ := t.Lookup(p, i); v == 0 {
					return
				}
			}
		}}
		for i := range n {
			bodies = append(bodies, func(p *proc.P) {
				v, _ := t.Lookup(p, i)
				t.Insert(p, i+1, v+1)
			})
		}
		together(p, bodies)
	}
}

// together starts processes and waits until they are done, independent of their order.
func together(p *proc.P, bodies []func(*proc.P)) {
	me := p.Self()
	for i, body := range bodies {
		p.Spawn("process", func(p *proc.P) {
			body(p)
			p.Send(me, i)
		})
	}
	for i := range bodies {
		proc.Receive(p, func(done int) bool { return done == i })
	}
}

type vote struct {
	from proc.PID
	yes  bool
}

// commit is two-phase commit with n participants. A single participant votes no.
func commit(n int) func(*proc.P) {
	return func(p *proc.P) {
		coordinator := p.Self()
		var participants []proc.PID
		for i := range n {
			participants = append(participants, p.Spawn("participant", func(p *proc.P) {
				proc.Receive[string](p)
				p.Send(coordinator, vote{p.Self(), i > 0})
				proc.Receive[bool](p)
				p.Send(coordinator, p.Self())
			}))
		}
		for _, participant := range participants {
			p.Send(participant, "prepare")
		}
		decision := true
		for range participants {
			decision = proc.Receive[vote](p).yes && decision
		}
		for _, participant := range participants {
			p.Send(participant, decision)
		}
		for range participants {
			proc.Receive[proc.PID](p)
		}
	}
}
