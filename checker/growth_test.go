package checker_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// TestGrowth: a stateful search that is cut says what keeps states from coming again, and nothing of what returns.
func TestGrowth(t *testing.T) {
	type node struct {
		Term  int
		Phase int
		Log   []string
		next  map[string]int
	}
	turns := func(turn func(p *proc.P)) func(*proc.P) {
		return func(p *proc.P) {
			proc.Loop(p, 0, func(*int) bool {
				turn(p)
				return true
			})
		}
	}
	echo := func(p *proc.P) {
		p.Send(p.Self(), 1)
		p.Receive()
	}
	for name, c := range map[string]struct {
		main func(*proc.P)
		want string
	}{
		"a term": {func(p *proc.P) {
			proc.Loop(p, node{next: map[string]int{}}, func(n *node) bool {
				n.Term++
				n.Phase = (n.Phase + 1) % 3
				n.next["b"] += 2
				echo(p)
				return true
			})
		}, "main: state.Term of its loop, main: state.next[\"b\"] of its loop"},
		"a number below zero": {func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			proc.Loop(p, 0, func(n *int) bool { *n--; table.Insert(p, 1, 1); return true })
		}, "main: state of its loop"},
		"a log": {func(p *proc.P) {
			proc.Loop(p, node{}, func(n *node) bool { n.Log = append(n.Log, "x"); echo(p); return true })
		}, "main: len(state.Log) of its loop"},
		"timers":            {turns(func(p *proc.P) { p.SendAfter(p.Self(), 1); p.Receive() }), "main: timers that it has started"},
		"processes":         {turns(func(p *proc.P) { p.Spawn("child", func(*proc.P) {}) }), ": processes that were started"},
		"tables":            {turns(func(p *proc.P) { proc.NewTable[int, int](p, "t") }), "main: tables that it has created"},
		"processes in turn": {chain, ": processes that were started"},
		"references":        {turns(func(p *proc.P) { p.MakeRef(); echo(p) }), "main: references that it has made, as by Call and Monitor"},
		"a mailbox": {func(p *proc.P) {
			deaf := p.Spawn("deaf", func(p *proc.P) { proc.Receive[string](p) }, proc.Daemon)
			proc.Loop(p, 0, func(*int) bool { p.Send(deaf, 1); return true })
		}, "deaf: messages in its mailbox"},
		"a table": {func(p *proc.P) {
			table := proc.NewTable[int, int](p, "t")
			proc.Loop(p, 0, func(n *int) bool { *n++; table.Insert(p, *n, 1); return true })
		}, ": rows of table t, main: state of its loop"},
		"time": {turns(func(p *proc.P) { p.Sleep(1) }), ": virtual time, main: timers that it has started"},
		"no loop": {func(p *proc.P) {
			for {
				echo(p)
			}
		}, "main: events outside of a loop, each of which it may remember"},
		"a loop after a loop": {func(p *proc.P) {
			proc.Loop(p, 0, func(n *int) bool { *n++; echo(p); return *n < 3 })
			for {
				echo(p)
			}
		}, "main: events outside of a loop, each of which it may remember"},
	} {
		t.Run(name, func(t *testing.T) {
			r := check(t, checker.Model{Name: name, Main: c.main}, checker.Options{Algorithm: checker.States, MaxEvents: 120, MaxInterleavings: 1})
			var got []string
			for _, g := range r.Growth {
				if g.From == g.To || g.Process != "" && !regexp.MustCompile(`growth_test\.go:\d+$`).MatchString(g.Source) {
					t.Errorf("%+v grows", g)
				}
				got = append(got, g.Process+": "+g.What)
			}
			if slices.Sort(got); r.DepthCut == 0 || strings.Join(got, ", ") != c.want {
				t.Errorf("%d cut; what grows is %q, want %q", r.DepthCut, got, c.want)
			}
		})
	}
}

// TestGrowthBefore: what grows is said, too, if only states that are judged for an Eventually were cut; and of a model that is cut where
// all returns, nothing.
func TestGrowthBefore(t *testing.T) {
	bag := checker.Model{Name: "bag", Rules: []checker.Rule{someServed(1)}, Delivery: proc.Bag, Main: func(p *proc.P) {
		p.Spawn("never", func(p *proc.P) { p.Receive(); proc.Expose(p, served{}) }, proc.Daemon)
		main := p.Self()
		echo := p.Spawn("echo", func(p *proc.P) {
			proc.Loop(p, 0, func(*int) bool { proc.Receive[int](p); p.Send(main, 1); return true })
		}, proc.Daemon)
		proc.Loop(p, 0, func(*int) bool { p.Send(echo, 1); proc.Receive[int](p); return true })
	}}
	r := check(t, bag, checker.Options{MaxEvents: 100})
	if r.Cycles == nil || r.Cycles.Cut == 0 || len(r.Growth) != 2 || r.Growth[0].What != "messages that it has sent, which delivery as a bag numbers" {
		t.Errorf("of %+v, %+v grows", r.Cycles, r.Growth)
	}
	returns := checker.Model{Name: "returns", Rules: []checker.Rule{someServed(1)}, Main: func(p *proc.P) {
		p.Spawn("other", func(p *proc.P) { p.Receive(); proc.Expose(p, served{}) }, proc.Daemon)
		proc.Loop(p, 0, func(n *int) bool {
			p.Send(p.Self(), *n)
			*n = (proc.Receive[int](p) + 1) % 5
			return true
		})
	}}
	r = check(t, returns, checker.Options{MaxEvents: 9})
	if r.Cycles == nil || r.Cycles.Cut == 0 || len(r.Growth) > 0 {
		t.Errorf("cut after 9 events, %+v grows: %+v", r.Growth, r.Cycles)
	}
	if r := check(t, returns, checker.Options{}); r.Verdict != checker.Violated || r.Violations[0].LoopFrom == 0 {
		t.Errorf("without a limit it is %s", r.Verdict)
	}
}

// TestTimeoutReturns: a receive with a timeout, unlike a timer that is started in each turn, returns to its state.
func TestTimeoutReturns(t *testing.T) {
	m := checker.Model{Name: "gives up", Rules: []checker.Rule{someServed(1)}, Main: func(p *proc.P) {
		proc.Loop(p, 0, func(*int) bool {
			p.ReceiveTimeout()
			return true
		})
	}}
	r := check(t, m, checker.Options{})
	if r.Verdict != checker.Violated || len(r.Growth) > 0 {
		t.Errorf("it is %s; %s", r.Verdict, fmt.Sprint(r.Growth))
	}
}

// TestGrowthIsSaved: a resumed search knows what grows in an interleaving that was cut before.
func TestGrowthIsSaved(t *testing.T) {
	m := checker.Model{Name: "counts", Main: func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool { *n += 1 + p.Choose(2); return true })
	}}
	var saved *checker.Checkpoint
	o := checker.Options{Algorithm: checker.States, MaxEvents: 20, MaxInterleavings: 2, Workers: 1, Saving: &checker.Saving{Save: func(c *checker.Checkpoint) error {
		saved = c
		return nil
	}}}
	first := check(t, m, o)
	if len(first.Growth) != 1 || saved == nil {
		t.Fatalf("%+v grows; saved is %v", first.Growth, saved)
	}
	o.Resume, o.MaxInterleavings = saved, 4
	if second := check(t, m, o); !slices.Equal(first.Growth, second.Growth) {
		t.Errorf("after it is resumed %+v grows, before %+v", second.Growth, first.Growth)
	}
}
