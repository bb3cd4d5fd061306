package randomprograms

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Messages that a flush takes, or discards later, are independent of it. So the order decides which
// of the two happens to a message, and it is compared with sequences that do not contain it. The
// programs here have many such messages: a collector monitors processes that report to it, and
// flushes these monitors when it gets further reports.

// MonitorProgram is a program: workers with their steps, a collector to which they report, and a first
// process that may restart workers that crash.
type MonitorProgram struct {
	Workers  [][]WorkerStep
	Reacts   [3][]CollectorStep // of the collector, to a message of a kind
	OnDown   []CollectorStep    // of the collector, to the end of a worker
	Takes    int                // how the collector receives
	Rounds   int                // the maximal number of messages that it takes
	Restarts int
}

// WorkerStep is a step of a worker.
type WorkerStep struct {
	Do   string
	Kind int
}

// CollectorStep is a step of the collector.
type CollectorStep struct {
	Do    string
	Which int // monitor, counted from the last one; 2: the monitor of the process it was told of last, if there is one
}

// collectorMonitor is a monitor of the collector.
type collectorMonitor struct {
	ref proc.Ref
	who proc.PID
}

func (w MonitorProgram) Main(p *proc.P) {
	collector := p.Spawn("collector", w.collect, proc.Daemon)
	workers := map[proc.Ref]int{}
	hire := func(i int) {
		_, ref := p.SpawnMonitor(fmt.Sprint("worker", i+1), func(p *proc.P) { w.work(p, i, collector) })
		workers[ref] = i
	}
	for i := range w.Workers {
		hire(i)
	}
	for left := w.Restarts; len(workers) > 0 && w.Restarts > 0; {
		d := proc.Receive[proc.Down](p)
		i := workers[d.Ref]
		if delete(workers, d.Ref); d.Reason != proc.Normal && left > 0 {
			left--
			hire(i)
		}
	}
}

func (w MonitorProgram) work(p *proc.P, i int, collector proc.PID) {
	for _, s := range w.Workers[i] {
		switch s.Do {
		case "tell":
			p.Send(collector, Told{Kind: s.Kind, From: p.Self()})
		case "crash or not":
			if p.Choose(2) == 1 {
				p.Exit("crash")
			}
		case "crash":
			p.Exit("crash")
		case "wait":
			proc.Receive[string](p)
		case "look":
			proc.ReceiveTimeout[string](p)
		}
	}
}

func (w MonitorProgram) collect(p *proc.P) {
	var all []collectorMonitor
	for range w.Rounds {
		switch m := w.take(p).(type) {
		case Told:
			for _, r := range w.Reacts[m.Kind] {
				all = r.act(p, all, m.From)
			}
		case proc.Down:
			for _, r := range w.OnDown {
				all = r.act(p, all, m.From)
			}
		}
	}
}

func (w MonitorProgram) take(p *proc.P) any {
	switch w.Takes {
	case 1:
		return p.Receive(proc.Type[Told]())
	case 2:
		if m, ok := p.ReceiveTimeout(); ok {
			return m
		}
		return Told{Kind: 2, From: p.Self()}
	case 3:
		return p.Receive(proc.Type[proc.Down](), proc.Where(func(m Told) bool { return m.Kind > 0 }))
	}
	return p.Receive()
}

func (r CollectorStep) act(p *proc.P, all []collectorMonitor, who proc.PID) []collectorMonitor {
	switch r.Do {
	case "monitor":
		return append(all, collectorMonitor{p.Monitor(who), who})
	case "answer":
		p.Send(who, "go on")
		return all
	}
	if len(all) == 0 {
		return all
	}
	i := whichMonitor(all, r.Which, who)
	ref := all[i].ref
	switch r.Do {
	case "flush":
		p.Demonitor(ref, true)
	case "undo":
		p.Demonitor(ref, false)
	case "info":
		p.DemonitorInfo(ref, true)
	case "look":
		proc.ReceiveTimeout(p, func(d proc.Down) bool { return d.Ref == ref })
		return all
	}
	return slices.Delete(all, i, i+1)
}

// whichMonitor returns the index of a monitor, counted from the last one; with 2 it is the index of the monitor of
// who, if there is one. There must be at least one monitor.
func whichMonitor(all []collectorMonitor, n int, who proc.PID) int {
	if of := slices.IndexFunc(all, func(w collectorMonitor) bool { return w.who == who }); n == 2 && of >= 0 {
		return of
	}
	return len(all) - 1 - n%len(all)
}

// DrawMonitored draws such a program.
func DrawMonitored(t *rapid.T) MonitorProgram {
	kind := rapid.IntRange(0, 2)
	does := rapid.SampledFrom([]string{"tell", "tell", "tell", "crash or not", "crash", "wait", "look"})
	acts := rapid.SampledFrom([]string{"monitor", "monitor", "flush", "flush", "flush", "undo", "info", "look", "answer"})
	work := rapid.Custom(func(t *rapid.T) WorkerStep { return WorkerStep{does.Draw(t, "do"), kind.Draw(t, "kind")} })
	act := rapid.Custom(func(t *rapid.T) CollectorStep {
		return CollectorStep{acts.Draw(t, "do"), rapid.IntRange(0, 2).Draw(t, "which")}
	})
	acting := rapid.SliceOfN(act, 0, 3)
	w := MonitorProgram{
		Workers:  rapid.SliceOfN(rapid.SliceOfN(work, 1, 4), 2, 4).Draw(t, "workers"),
		Reacts:   [3][]CollectorStep{append([]CollectorStep{{"monitor", 0}}, acting.Draw(t, "first")...), acting.Draw(t, "second"), acting.Draw(t, "third")},
		OnDown:   rapid.SliceOfN(act, 0, 2).Draw(t, "down"),
		Takes:    rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3}).Draw(t, "takes"),
		Rounds:   rapid.IntRange(3, 9).Draw(t, "rounds"),
		Restarts: rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "restarts"),
	}
	t.Logf("%+v", w)
	return w
}
