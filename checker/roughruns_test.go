package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// roughly draws runs by the portfolio, and returns how many of those of rough arms whose names have this prefix there are,
// and how many have a violation.
func roughly(t *testing.T, m Model, prefix string, o Options) (runs, violating int) {
	t.Helper()
	o.Algorithm, o.Until = Portfolio, UntilEnd
	r, err := Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Sample.Arms {
		if strings.HasPrefix(a.Name, prefix) && strings.HasSuffix(a.Name, "rough") {
			runs, violating = runs+a.Runs, violating+a.Violating
		}
	}
	return runs, violating
}

// withACrash is how likely a rough run has a crash.
const withACrash = 3. / 4

// atLeast reports whether k of n runs are as many as the odds say, or more: up to five times the standard deviation.
func atLeast(k, n int, odds float64) bool {
	return float64(k) >= float64(n)*odds-5*math.Sqrt(float64(n)*odds*(1-odds))
}

// syncing returns a model of a node that syncs n times what it has written, and of another process with many steps. If
// durable, the node stores n values each of which is durable at once.
func syncing(n int, durable bool) Model {
	return Model{Name: "syncing", Faults: Faults{Crashes: 1, Restarts: 1, Disk: DiskTorn}, Main: func(p *proc.P) {
		rows := proc.NewTable[int, int](p, "rows")
		p.Spawn("node", func(p *proc.P) {
			log := proc.File[int]("log")
			if _, err := log.Read(p); !errors.Is(err, proc.ErrNoFile) {
				return
			}
			for i := range n {
				if durable {
					proc.Durable[int]("value").Set(p, i)
					continue
				}
				log.Append(p, i)
				if log.Sync(p) != nil || p.SyncDir() != nil {
					return
				}
			}
		}, proc.Node)
		for i := range 60 {
			rows.Insert(p, i, i)
		}
	}}
}

// strikes notes how many things are durable when a node crashes as it is about to make another one so, and
// how often its end, its restart and its next step follow one another.
type strikes struct {
	durable bool // the node is about to do so with each step
	before  [10]int
	crashes int
	atOnce  int
}

func (s *strikes) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	crash := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == kind.Crash })
	if crash < 0 {
		return
	}
	s.crashes++
	if restart := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == kind.Restart }); restart > 0 {
		last := events[restart-1]
		if last.Kind == kind.DecideSurviving { // what is left of the disk
			last = events[restart-2]
		}
		if node := trace.ActorID(events[crash].Object); last.Actor == node && events[restart+1].Actor == node {
			s.atOnce++
		}
	}
	n, next := 0, false
	for _, e := range events[:crash] {
		switch {
		case e.Kind == kind.FileAppend:
			next = true
		case next && e.Kind == kind.FileSync, e.Kind == kind.FileWrite:
			n, next = n+1, false
		}
	}
	if next || s.durable {
		s.before[n]++
	}
}

// TestStrikes: in rough runs, a node crashes as it is about to make something durable, at each opportunity with the odds of
// that number.
func TestStrikes(t *testing.T) {
	testsize.LongOnly(t)
	for _, durable := range []bool{false, true} {
		const n = 8
		all := strikes{durable: durable}
		runs, _ := roughly(t, syncing(n, durable), "", Options{Runs: 4_000, Workers: 1, Observer: &all})
		if runs < 1_900 {
			t.Fatalf("%d runs are rough", runs)
		}
		for i := range n {
			odds := withACrash * math.Log(float64(i+2)/float64(i+1)) / math.Log(n+1)
			if !atLeast(all.before[i], runs, odds) {
				t.Errorf("durable %v: %d of %d runs crash before number %d, want a share of %.3f", durable, all.before[i], runs, i+1, odds)
			}
		}
	}
}

// TestRecovery: in a rough run, a node that has crashed ends, is restarted and takes its next step before others move.
func TestRecovery(t *testing.T) {
	testsize.LongOnly(t)
	var all strikes
	for n := 201; n <= 260; n++ {
		var one strikes
		if rough, _ := roughly(t, syncing(8, false), "", Options{Runs: 300, Run: n, Observer: &one}); rough > 0 {
			all.crashes, all.atOnce = all.crashes+one.crashes, all.atOnce+one.atOnce
		}
	}
	if all.atOnce < all.crashes || all.crashes < 10 {
		t.Errorf("in %d of %d runs with a crash the node recovers at once", all.atOnce, all.crashes)
	}
}

// TestStrikesWithoutDisk: where nothing is durable, a node crashes before any of its steps.
func TestStrikesWithoutDisk(t *testing.T) {
	m := Model{Name: "steps", Faults: Faults{Crashes: 1, Restarts: 1}, Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			for i := range 8 {
				proc.Announce(p, i)
			}
		}, proc.Node)
	}}
	var all stepsBefore
	runs, _ := roughly(t, m, "", Options{Runs: 4_000, Workers: 1, Observer: &all})
	for i := range 8 {
		odds := withACrash * math.Log(float64(i+2)/float64(i+1)) / math.Log(all.longest+1)
		if !atLeast(all.crashes[i], runs, odds) {
			t.Errorf("%d of %d runs crash before step %d, want a share of %.3f", all.crashes[i], runs, i+1, odds)
		}
	}
}

// stepsBefore notes after how many steps of a node it crashes, and how many steps the longest run has.
type stepsBefore struct {
	crashes [16]int
	longest float64
}

func (s *stepsBefore) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	s.longest = max(s.longest, float64(len(events)))
	n := 0
	for _, e := range events {
		switch e.Kind {
		case kind.Announce, kind.Expose:
			n++
		case kind.Crash:
			s.crashes[n]++
			return
		}
	}
}

// TestSlowLinks: a message of a slow link is late while others go to and fro many times.
func TestSlowLinks(t *testing.T) {
	const n = 30
	m := Model{Name: "late", Delivery: proc.Bag, Main: late(n)}
	// The link of A is slow and three others are not, in one of 16 runs.
	if runs, k := roughly(t, m, "POS", Options{Runs: 4_000, Workers: 1}); !atLeast(k, runs, .9/16) {
		t.Errorf("A is late in %d of %d runs, want a share of at least %.3f", k, runs, .9/16)
	}
}

// late returns a program in which a message A is on its way to a node while two others exchange n messages, before one of
// them sends B to it. There is a bug if B arrives first.
func late(n int) func(*proc.P) {
	return func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) { p.Assert(p.Receive() == "A", "order", "B came first") })
		p.Spawn("a", func(p *proc.P) { p.Send(node, "A") })
		echo := p.Spawn("echo", func(e *proc.P) {
			for range n {
				e.Receive()
				e.Send(p.Self(), "echo")
			}
		})
		for i := range n {
			p.Send(echo, fmt.Sprint("ask ", i))
			p.Receive()
		}
		p.Send(node, "B")
	}
}

// TestRoughRunAlone: a rough run is the same whether it is executed alone or among others, by any number of workers.
func TestRoughRunAlone(t *testing.T) {
	testsize.LongOnly(t)
	o := Options{Algorithm: Portfolio, Runs: 300, Seed: 5, Workers: 3}
	var all recorder
	o.Observer = &all
	if _, err := Check(t.Context(), syncing(4, false), o); err != nil {
		t.Fatal(err)
	}
	for n := 201; n <= 220; n++ {
		var one recorder
		o := o
		o.Run, o.Observer = n, &one
		if _, err := Check(t.Context(), syncing(4, false), o); err != nil || len(one) != 1 || !slices.Equal(one[0], all[n-1]) {
			t.Errorf("run %d alone is %v, want %v; %v", n, one, all[n-1], err)
		}
	}
}

// TestStrikesEachNode: each of four nodes crashes with the same probability.
func TestStrikesEachNode(t *testing.T) {
	testsize.LongOnly(t)
	const nodes = 4
	m := Model{Name: "nodes", Faults: Faults{Crashes: 1, Restarts: 1}, Main: func(p *proc.P) {
		for i := range nodes {
			p.Spawn(fmt.Sprint("node ", i), func(p *proc.P) {
				proc.Durable[int]("value").Set(p, 1)
			}, proc.Node)
		}
	}}
	all, runs := struckNodes{}, 0
	for n := 201; n <= 500; n++ {
		one := struckNodes{}
		if rough, _ := roughly(t, m, "", Options{Runs: 500, Run: n, Observer: one}); rough > 0 {
			runs++
			for node, k := range one {
				all[node] += k
			}
		}
	}
	for node, k := range all {
		if odds := withACrash / nodes; !atLeast(k, runs, odds) {
			t.Errorf("%d of %d runs crash actor %d, want a share of %.3f", k, runs, node, odds)
		}
	}
	if len(all) != nodes {
		t.Errorf("%d nodes crash, want %d", len(all), nodes)
	}
}

// struckNodes counts by node the runs in which it crashes.
type struckNodes map[trace.ObjectID]int

func (s struckNodes) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	if i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == kind.Crash }); i >= 0 {
		s[trace.ObjectID(events[i].Object)]++
	}
}

// TestStrikesWhereReplaced: where a node replaces a file once among many other writes, many crashes strike there.
func TestStrikesWhereReplaced(t *testing.T) {
	m := Model{Name: "replacing", Faults: Faults{Crashes: 1, Restarts: 1, Disk: DiskTorn}, Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			log, state, begun := proc.File[int]("log"), proc.File[int]("state"), proc.Durable[bool]("begun")
			if _, again := begun.Get(p); again {
				return
			}
			begun.Set(p, true)
			for i := range 20 {
				if i == 0 || i == 12 {
					state.Write(p, i)
					if state.Sync(p) != nil {
						return
					}
				}
				log.Append(p, i)
				if log.Sync(p) != nil {
					return
				}
			}
		}, proc.Node)
	}}
	var there replacing
	runs, _ := roughly(t, m, "", Options{Runs: 4_000, Workers: 1, Observer: &there})
	// Half of the arms are of SURW, which lets a node crash once it has more steps than in most preliminary runs.
	const odds = withACrash / 2 / 2
	if !atLeast(int(there), runs, odds) {
		t.Errorf("%d of %d runs crash where a file is replaced, want a share of %.3f", there, runs, odds)
	}
}

// replacing counts the runs with a crash just after a file is written a second time.
type replacing int

func (r *replacing) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	writes := 0
	for _, e := range events {
		switch e.Kind {
		case kind.FileWrite:
			writes++
		case kind.FileSync:
			if writes == 2 {
				return
			}
		case kind.Crash:
			if writes == 2 {
				*r++
			}
			return
		}
	}
}

// TestAftermath: in half of the runs with a crash, a message that was on its way to the node arrives before others
// move; and in half of them, no timer expires while others can move.
func TestAftermath(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	type begin struct{}
	m := Model{Name: "aftermath", Delivery: proc.Bag, Faults: Faults{Crashes: 1, Restarts: 1}, Main: func(p *proc.P) {
		rows := proc.NewTable[int, int](p, "rows")
		node := p.Spawn("node", func(p *proc.P) {
			begun := proc.Durable[bool]("begun")
			if _, again := begun.Get(p); !again {
				proc.Receive[begin](p)
				begun.Set(p, true)
			}
			p.Receive()
		}, proc.Node, proc.Daemon)
		for i := range timers {
			p.SendAfter(node, i)
		}
		p.Send(node, "message")
		p.Send(node, begin{})
		for i := range 60 {
			rows.Insert(p, i, i)
		}
	}}
	var all afterwards
	roughly(t, m, "", Options{Runs: 8_000, Workers: 1, Observer: &all})
	// In some of the other runs it is so by chance.
	if all.onItsWay < 300 || !atLeast(all.arrived, all.onItsWay, .55) {
		t.Errorf("a message arrives at once after %d of %d crashes, want more", all.arrived, all.onItsWay)
	}
	if all.waiting < 300 || !atLeast(all.calm, all.waiting, .65) {
		t.Errorf("no timer expires after %d of %d crashes, want more", all.calm, all.waiting)
	}
}

// timers is how many there are, most of them slow.
const timers = 40

// afterwards notes what comes after a crash.
type afterwards struct{ onItsWay, arrived, waiting, calm int }

func (a *afterwards) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	crash := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == kind.Crash })
	if crash < 0 {
		return
	}
	of := func(events []trace.Event, k kind.Kind) (n int) {
		for _, e := range events {
			if e.Kind == k {
				n++
			}
		}
		return n
	}
	const soon = 20
	rest := events[crash:]
	if of(events[:crash], kind.Send) == 2 && of(events[:crash], kind.Deliver) == 1 {
		a.onItsWay++
		other := slices.IndexFunc(rest, func(e trace.Event) bool { return e.Kind == kind.TableInsert || e.Kind == kind.TimerExpire })
		if other < 0 || of(rest[:other], kind.Deliver) > 0 {
			a.arrived++
		}
	}
	if of(rest, kind.TableInsert) >= soon && of(events[:crash], kind.TimerStart) == timers && of(events[:crash], kind.TimerExpire) < timers/2 {
		a.waiting++
		end := slices.IndexFunc(rest, func(e trace.Event) bool { return e.Kind == kind.TimerExpire })
		if end < 0 || of(rest[:end], kind.TableInsert) >= soon {
			a.calm++
		}
	}
}

// TestStrikesAnotherNode: a node crashes before it has stored an answer, and the one that has answered before it answers
// again. The second crash has no disk to lose.
func TestStrikesAnotherNode(t *testing.T) {
	m := Model{Name: "two nodes", Faults: Faults{Crashes: 2, Restarts: 1}, Main: func(p *proc.P) {
		answers := p.Spawn("answers", func(p *proc.P) {
			proc.Durable[int]("life").Set(p, 1)
			for {
				p.Send(proc.Receive[proc.PID](p), 1)
			}
		}, proc.Node, proc.Daemon)
		p.Spawn("asks", func(p *proc.P) {
			begun, stored := proc.Durable[bool]("begun"), proc.Durable[int]("answer")
			_, again := begun.Get(p)
			begun.Set(p, true)
			p.Monitor(answers)
			p.Send(answers, p.Self())
			n, ok := p.Receive().(int)
			p.Assert(ok || !again, "kept", "there is nobody left to ask")
			if ok {
				stored.Set(p, n)
			}
		}, proc.Node, proc.Daemon)
	}}
	if runs, k := roughly(t, m, "", Options{Runs: 4_000, Workers: 1}); !atLeast(k, runs, .05) {
		t.Errorf("%d of %d runs have the bug, want a share of .05", k, runs)
	}
}

// TestSlowClients: a client that asks once, without a timer, asks late in many runs: when the server has begun to serve, after
// several timers.
func TestSlowClients(t *testing.T) {
	type next struct{}
	m := Model{Name: "late", Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			for range 3 {
				p.SendAfter(p.Self(), next{})
				for p.Receive() != (next{}) {
				}
			}
			_, ok := p.Receive().(int)
			p.Assert(!ok, "lost", "the request was taken")
		}, proc.Daemon)
		p.Spawn("client", func(p *proc.P) { p.Send(server, 1) })
	}}
	if runs, k := roughly(t, m, "POS", Options{Runs: 4_000, Workers: 1}); !atLeast(k, runs, .25) {
		t.Errorf("the client is served in %d of %d runs, want a share of .25", k, runs)
	}
}
