package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

func checkWatched(t *rapid.T) {
	main := trustedSystem(randomprograms.DrawMonitored(t).Main)
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
	flushes := [3][]randomprograms.CollectorStep{{{Do: "monitor"}}, {{Do: "flush", Which: 2}}}
	choice := randomprograms.MonitorProgram{Workers: [][]randomprograms.WorkerStep{{{Do: "tell"}, {Do: "tell", Kind: 1}, {Do: "crash or not"}}, {{Do: "tell"}, {Do: "crash or not"}, {Do: "tell", Kind: 1}}},
		Reacts: flushes, Rounds: 9, Restarts: 1}
	// The event that sends the message of a monitor in one branch sends another message in another
	// branch.
	other := randomprograms.MonitorProgram{
		Workers: [][]randomprograms.WorkerStep{{{Do: "tell", Kind: 1}}, {{Do: "tell"}, {Do: "crash or not"}, {Do: "look"}, {Do: "tell", Kind: 2}}},
		Reacts:  [3][]randomprograms.CollectorStep{{{Do: "monitor"}}, {{Do: "flush", Which: 2}, {Do: "monitor"}, {Do: "monitor"}}, {{Do: "flush", Which: 2}, {Do: "monitor"}}},
		Rounds:  5,
	}
	for name, main := range map[string]func(*proc.P){
		"a choice": choice.Main, "another event": other.Main, "one of three": oneOfThree, "each of three": eachOfThree,
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
	w := randomprograms.MonitorProgram{
		Workers: [][]randomprograms.WorkerStep{{{Do: "crash or not"}, {Do: "tell", Kind: 1}, {Do: "tell", Kind: 2}}, {{Do: "crash"}}},
		Reacts:  [3][]randomprograms.CollectorStep{{}, {{Do: "flush"}}, {{Do: "monitor"}}},
		Takes:   2, Rounds: 3, Restarts: 2,
	}
	main := trustedSystem(w.Main)
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
			case randomprograms.Told:
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
			p.Send(q, randomprograms.Told{Kind: 0, From: p.Self()})
			p.Send(q, randomprograms.Told{Kind: 1, From: p.Self()})
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
			case randomprograms.Told:
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
			p.Send(q, randomprograms.Told{Kind: min(i, 1), From: p.Self()})
			if i == 0 {
				p.Send(q, randomprograms.Told{Kind: 2, From: p.Self()})
			}
			p.Send(self, i)
		})
	}
	for range 3 {
		p.Receive()
	}
}
