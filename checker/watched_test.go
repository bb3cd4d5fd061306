package checker

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Messages that a flush takes, or discards later, are independent of it. So the order decides which
// of the two happens to a message, and it is compared with sequences that do not contain it. The
// programs here have many such messages: a collector monitors processes that report to it, and
// flushes these monitors when it gets further reports.

// watched is a program: workers with their steps, a collector to which they report, and a first
// process that may restart workers that crash.
type watched struct {
	Workers  [][]step
	Reacts   [3][]reply // of the collector, to a message of a kind
	OnDown   []reply    // of the collector, to the end of a worker
	Takes    int        // how the collector receives
	Rounds   int        // the maximal number of messages that it takes
	Restarts int
}

// step is a step of a worker.
type step struct {
	Do   string
	Kind int
}

// reply is a step of the collector.
type reply struct {
	Do    string
	Which int // monitor, counted from the last one; 2: that of the process it was told of last, if there is one
}

// watch is a monitor of the collector.
type watch struct {
	ref proc.Ref
	who proc.PID
}

func (w watched) main(p *proc.P) {
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

func (w watched) work(p *proc.P, i int, collector proc.PID) {
	for _, s := range w.Workers[i] {
		switch s.Do {
		case "tell":
			p.Send(collector, told{Kind: s.Kind, From: p.Self()})
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

func (w watched) collect(p *proc.P) {
	var all []watch
	for range w.Rounds {
		switch m := w.take(p).(type) {
		case told:
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

func (w watched) take(p *proc.P) any {
	switch w.Takes {
	case 1:
		return p.Receive(proc.Type[told]())
	case 2:
		if m, ok := p.ReceiveTimeout(); ok {
			return m
		}
		return told{Kind: 2, From: p.Self()}
	case 3:
		return p.Receive(proc.Type[proc.Down](), proc.Where(func(m told) bool { return m.Kind > 0 }))
	}
	return p.Receive()
}

func (r reply) act(p *proc.P, all []watch, who proc.PID) []watch {
	switch r.Do {
	case "monitor":
		return append(all, watch{p.Monitor(who), who})
	case "answer":
		p.Send(who, "go on")
		return all
	}
	if len(all) == 0 {
		return all
	}
	i := which(all, r.Which, who)
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

// which returns the index of a monitor, counted from the last one; with 2 it is that of the monitor of who,
// if there is one. There must be at least one monitor.
func which(all []watch, n int, who proc.PID) int {
	if of := slices.IndexFunc(all, func(w watch) bool { return w.who == who }); n == 2 && of >= 0 {
		return of
	}
	return len(all) - 1 - n%len(all)
}

func drawWatched(t *rapid.T) watched {
	kind := rapid.IntRange(0, 2)
	does := rapid.SampledFrom([]string{"tell", "tell", "tell", "crash or not", "crash", "wait", "look"})
	acts := rapid.SampledFrom([]string{"monitor", "monitor", "flush", "flush", "flush", "undo", "info", "look", "answer"})
	work := rapid.Custom(func(t *rapid.T) step { return step{does.Draw(t, "do"), kind.Draw(t, "kind")} })
	act := rapid.Custom(func(t *rapid.T) reply { return reply{acts.Draw(t, "do"), rapid.IntRange(0, 2).Draw(t, "which")} })
	acting := rapid.SliceOfN(act, 0, 3)
	w := watched{
		Workers:  rapid.SliceOfN(rapid.SliceOfN(work, 1, 4), 2, 4).Draw(t, "workers"),
		Reacts:   [3][]reply{append([]reply{{"monitor", 0}}, acting.Draw(t, "first")...), acting.Draw(t, "second"), acting.Draw(t, "third")},
		OnDown:   rapid.SliceOfN(act, 0, 2).Draw(t, "down"),
		Takes:    rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3}).Draw(t, "takes"),
		Rounds:   rapid.IntRange(3, 9).Draw(t, "rounds"),
		Restarts: rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "restarts"),
	}
	t.Logf("%+v", w)
	return w
}

func checkWatched(t *rapid.T) {
	main := trustedSystem(drawWatched(t).main)
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	if rapid.Bool().Draw(t, "walks") {
		checkWalks(t, main, 2_000, rapid.Uint64().Draw(t, "seed"))
	} else {
		checkLargerSystem(t, main, 2_000)
	}
}

// TestFlushedElsewhere: whether a message was flushed must not be looked up in an interleaving, or
// in a stored sequence, in which it has not been sent.
func TestFlushedElsewhere(t *testing.T) {
	flushes := [3][]reply{{{"monitor", 0}}, {{"flush", 2}}}
	choice := watched{Workers: [][]step{{{"tell", 0}, {"tell", 1}, {"crash or not", 0}}, {{"tell", 0}, {"crash or not", 0}, {"tell", 1}}},
		Reacts: flushes, Rounds: 9, Restarts: 1}
	// The event that sends the message of a monitor in one branch sends another message in another
	// branch.
	other := watched{
		Workers: [][]step{{{"tell", 1}}, {{"tell", 0}, {"crash or not", 0}, {"look", 0}, {"tell", 2}}},
		Reacts:  [3][]reply{{{"monitor", 0}}, {{"flush", 2}, {"monitor", 0}, {"monitor", 0}}, {{"flush", 2}, {"monitor", 0}}},
		Rounds:  5,
	}
	for name, main := range map[string]func(*proc.P){
		"a choice": choice.main, "another event": other.main, "one of three": oneOfThree, "each of three": eachOfThree,
	} {
		t.Run(name, func(t *testing.T) {
			if !testsize.Long() && name != "another event" && name != "one of three" {
				t.Skip("brute force needs up to 100 000 interleavings, which take minutes; -long executes them")
			}
			checkLarger(t, main, proc.Instant, 100_000)
		})
	}
}

// TestFlushedOnTheWay: a sequence in which a monitor sends its message goes below a branch that has
// flushed the monitor, and then below a receive that would take the message if it were there.
func TestFlushedOnTheWay(t *testing.T) {
	w := watched{
		Workers: [][]step{{{"crash or not", 0}, {"tell", 1}, {"tell", 2}}, {{"crash", 0}}},
		Reacts:  [3][]reply{{}, {{"flush", 0}}, {{"monitor", 0}}},
		Takes:   2, Rounds: 3, Restarts: 2,
	}
	main := trustedSystem(w.main)
	defer main.Close()
	main.SetDelivery(proc.Bag)
	for seed := range uint64(20) {
		o := Options{Seed: seed}
		got := newSeen(o)
		o.Observer = got
		if r := look(t, main, o, nil); r.Interleavings != len(got.classes) {
			t.Errorf("seed %d: %d interleavings of %d classes", seed, r.Interleavings, len(got.classes))
		}
	}
}

// TestFlushedBeyond: the event that flushes a monitor comes before a sequence although it was only
// known to be possible after it, or may have another result there.
func TestFlushedBeyond(t *testing.T) {
	for name, main := range map[string]func(*proc.P){"beyond": flushesBeyond, "gone": flushesWhatIsGone} {
		sys := trustedSystem(main)
		defer sys.Close()
		for seed := range uint64(60) { // some showed it
			o := Options{Seed: seed, Workers: 1 + int(seed%2)}
			got := newSeen(o)
			o.Observer = got
			if r := look(t, sys, o, nil); r.Interleavings != len(got.classes) {
				t.Errorf("%s, seed %d: %d interleavings of %d classes", name, seed, r.Interleavings, len(got.classes))
			}
		}
	}
}

// flushesBeyond is a process that flushes a monitor after two messages, whose order another process
// sees, and which others send as well.
func flushesBeyond(p *proc.P) {
	relay := p.Spawn("relay", func(p *proc.P) { p.Send(proc.Receive[proc.PID](p), "go") }, proc.Daemon)
	taker := p.Spawn("taker", func(p *proc.P) {
		proc.Receive[string](p)
		proc.Receive[int](p)
	}, proc.Daemon)
	watched, ref := p.SpawnMonitor("watched", func(p *proc.P) { proc.ReceiveTimeout[string](p) })
	p.Spawn("other", func(p *proc.P) { p.Send(relay, taker) })
	p.Spawn("another", func(p *proc.P) { p.Send(taker, 1) })
	p.Send(relay, taker)
	p.Send(taker, 2)
	p.Demonitor(ref, true)
	proc.ReceiveTimeout[proc.Down](p)
	p.Send(watched, "end")
}

// flushesWhatIsGone is a process that is told late to flush a monitor, or does so at once.
func flushesWhatIsGone(p *proc.P) {
	quiet := p.Spawn("quiet", func(p *proc.P) { proc.Receive[int](p) }, proc.Daemon)
	ended := p.Spawn("ended", func(*proc.P) {}, proc.Daemon)
	teller := p.Spawn("teller", func(p *proc.P) {
		to := proc.Receive[proc.PID](p)
		p.Send(quiet, 1)
		proc.Receive[string](p)
		p.Send(ended, 1)
		p.Send(to, "now")
	})
	flushes := p.Spawn("flushes", func(p *proc.P) {
		_, ref := p.SpawnMonitor("watched", func(*proc.P) {})
		proc.ReceiveTimeout[string](p)
		p.Demonitor(ref, true)
		proc.ReceiveTimeout[proc.Down](p)
	})
	p.Spawn("other", func(p *proc.P) { p.Send(quiet, 2) })
	p.Spawn("another", func(p *proc.P) { p.Send(teller, "go") })
	p.Send(teller, flushes)
}

// eachOfThree is a process that monitors three others until it gets a message about them.
func eachOfThree(p *proc.P) {
	q := p.Spawn("watcher", func(p *proc.P) {
		refs := map[proc.PID]proc.Ref{}
		for {
			switch m := p.Receive().(type) {
			case told:
				if m.Kind == 0 {
					refs[m.From] = p.Monitor(m.From)
				} else {
					p.Demonitor(refs[m.From], true)
				}
			}
		}
	}, proc.Daemon)
	for range 3 {
		p.SpawnMonitor("watched", func(p *proc.P) {
			p.Send(q, told{Kind: 0, From: p.Self()})
			p.Send(q, told{Kind: 1, From: p.Self()})
		})
	}
	for range 3 {
		proc.Receive[proc.Down](p)
	}
}

// oneOfThree is a process that monitors three others, one of them until it gets a message about it.
func oneOfThree(p *proc.P) {
	q := p.Spawn("watcher", func(p *proc.P) {
		var first proc.Ref
		for {
			switch m := p.Receive().(type) {
			case told:
				if m.Kind == 2 {
					p.Demonitor(first, true)
				} else if ref := p.Monitor(m.From); m.Kind == 0 {
					first = ref
				}
			}
		}
	}, proc.Daemon)
	self := p.Self()
	for i := range 3 {
		p.Spawn("watched", func(p *proc.P) {
			p.Send(q, told{Kind: min(i, 1), From: p.Self()})
			if i == 0 {
				p.Send(q, told{Kind: 2, From: p.Self()})
			}
			p.Send(self, i)
		})
	}
	for range 3 {
		p.Receive()
	}
}
