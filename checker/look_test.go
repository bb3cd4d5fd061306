package checker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// lookAt executes a schedule of a model and describes where it leads to.
func lookAt(t *testing.T, m checker.Model, o checker.Options, text string) *checker.Place {
	t.Helper()
	var err error
	if o.Replay, err = trace.ParseSchedule(text); err != nil {
		t.Fatal(err)
	}
	p, err := checker.Look(t.Context(), m, o, checker.Looking{Peek: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// moves returns the possible steps, each with its event.
func moves(p *checker.Place) (all []string) {
	for _, m := range p.Moves {
		all = append(all, m.NamedStep.String()+": "+m.Event())
	}
	return all
}

// A person at the beginning of a greeting sees what can happen next, and what comes of it.
func ExampleLook() {
	m := checker.Model{Name: "greeting", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("ann", func(p *proc.P) { p.Send(self, "hello") })
		p.Spawn("bob", func(p *proc.P) { p.Send(self, "goodbye") })
		first := proc.Receive[string](p)
		p.Assert(first == "hello", "manners", "the first word was %q", first)
	}}
	steps, _ := trace.ParseSchedule("v1 main*2 bob")
	place, err := checker.Look(context.Background(), m, checker.Options{Replay: steps}, checker.Looking{Peek: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range place.Moves {
		fmt.Println(move.Actor+":", move.Event())
	}
	fmt.Println("main has got", place.Processes[0].Mailbox)
	// Output:
	// main: receive string → "goodbye" from bob
	// ann: send "hello" to main
	// bob: end
	// main has got ["goodbye" from bob]
}

// TestLook: the moves are tried without a trace, and the places agree with what happens, also in a world that cannot go back.
func TestLook(t *testing.T) {
	for _, o := range []checker.Options{{}, {Afresh: true}} {
		testLook(t, o)
	}
}

func testLook(t *testing.T, o checker.Options) {
	if p := lookAt(t, rivals, o, "v1"); len(p.Interleaving.Steps) != 0 || p.Ended || !slices.Equal(moves(p), []string{"main: spawn left"}) {
		t.Errorf("at the beginning there are %v, and %q can happen", p.Interleaving.Steps, moves(p))
	}
	p := lookAt(t, rivals, o, "v1 main*2 right main")
	if want := []string{"main: choose one of 2 → 0", "main=1: choose one of 2 → 1", `left: send "left" to main`, "right: end"}; !slices.Equal(moves(p), want) {
		t.Errorf("%q can happen, want %q", moves(p), want)
	}
	if p = lookAt(t, rivals, o, "v1 main*2 right main main=1 main"); !strings.Contains(fmt.Sprint(p.Judgments), `violated right was first 6`) || len(p.Violations) != 1 {
		t.Errorf("the properties are %v, with %d violations", p.Judgments, len(p.Violations))
	}
	if p = lookAt(t, rivals, o, "v1 main*2 right*2 main*2 left*2 main"); !p.Ended || len(p.Moves) > 0 || len(p.Skipped) > 0 {
		t.Errorf("at the end %q can happen; skipped is %v", moves(p), p.Skipped)
	}
}

type (
	seconds struct{ n int }
	noise   struct{ n int }
)

// judged has a property of each sort.
var judged = checker.Model{
	Name:       "judged",
	Properties: []checker.Property{{Name: "asserted"}, {Name: "never asserted"}},
	Goals:      []checker.Property{{Name: "goal"}},
	Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "small"}, func(all []checker.Exposed[seconds]) error {
			if all[0].State.n > 1 {
				return fmt.Errorf("it is %d", all[0].State.n)
			}
			return nil
		}),
		checker.Finally(checker.Property{Name: "at the end"}, func(all []checker.Exposed[seconds]) error {
			if len(all) == 0 || all[0].State.n != 1 {
				return fmt.Errorf("it is not 1")
			}
			return nil
		}),
		checker.Eventually(checker.Property{Name: "some time"}, func(all []checker.Exposed[seconds]) error {
			if len(all) == 0 {
				return fmt.Errorf("nothing is shown")
			}
			return nil
		}),
		checker.Sometimes(checker.Property{Name: "two"}, func(all []checker.Exposed[seconds]) bool { return all[0].State.n == 2 }),
		checker.Monitor(checker.Property{Name: "quiet"}, func() func(string, noise) error {
			return func(string, noise) error { return fmt.Errorf("there is noise") }
		}),
	},
	Main: func(p *proc.P) {
		proc.Expose(p, seconds{1})
		p.Assert(true, "asserted", "")
		p.Reach("goal")
		proc.Expose(p, seconds{2})
		proc.Announce(p, noise{1})
	},
}

// TestJudgments: it is known of each property how it stands, at any moment.
func TestJudgments(t *testing.T) {
	want := map[string]string{
		"v1": `no crash: holds so far, no deadlock: holds so far, asserted: not asserted so far, never asserted: not asserted so far, small: nothing to judge so far, ` +
			`at the end: does not hold here; it is judged at the end (it is not 1), some time: has not come true so far (nothing is shown), two: not reached so far, ` +
			`quiet: nothing to judge so far, goal: not reached so far`,
		"v1 main*2": `no crash: holds so far, no deadlock: holds so far, asserted: holds so far, never asserted: not asserted so far, small: holds so far, ` +
			`at the end: holds here; it is judged at the end, some time: has come true, two: not reached so far, quiet: nothing to judge so far, goal: reached`,
		"v1 main*5": `no crash: holds so far, no deadlock: holds so far, asserted: holds so far, never asserted: not asserted so far, small: violated (it is 2) 3, ` +
			`at the end: violated (it is not 1) 5, some time: has come true, two: reached, quiet: violated (there is noise) 4, goal: reached`,
	}
	for steps, want := range want {
		var all []string
		for _, j := range lookAt(t, judged, checker.Options{}, steps).Judgments {
			text := j.Name + ": " + string(j.Standing)
			if j.Explanation != "" {
				text += " (" + j.Explanation + ")"
			}
			if j.Event > 0 {
				text += fmt.Sprint(" ", j.Event)
			}
			all = append(all, text)
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("after %s the properties stand\n%s\nwant\n%s", steps, got, want)
		}
	}
}

// network has two nodes, one with a disk and a loop, a table, a timer and messages that may be lost.
var network = checker.Model{
	Name:     "network",
	Delivery: proc.Channel,
	Faults:   checker.Faults{Crashes: 2, Restarts: 1, Losses: 1, Partitions: 1, SyncFailures: 1},
	Main: func(p *proc.P) {
		rows := proc.NewTable[string, int](p, "rows")
		rows.Insert(p, "b", 2)
		rows.Insert(p, "a", 1)
		server := p.Spawn("server", func(p *proc.P) {
			log := proc.File[int]("log")
			proc.Loop(p, 7, func(n *int) bool {
				*n += proc.Receive[int](p)
				proc.Expose(p, *n)
				log.Append(p, *n)
				return true
			})
		}, proc.Daemon, proc.Node)
		p.Spawn("idle", func(p *proc.P) { p.Receive() }, proc.Daemon, proc.Node)
		p.SendIn(5, p.Self(), "late")
		p.Send(server, 1)
		p.Send(server, 2)
		p.Receive()
	},
}

// TestSituation: a place shows the whole state.
func TestSituation(t *testing.T) {
	p := lookAt(t, network, checker.Options{}, `v1 main*7 "main's faults"=1 "main's faults"=2 "main's network"=1 main "main → server" server*3 "main's network"*2 "main's timer"`)
	if len(p.Skipped) > 0 {
		t.Fatal(p.Skipped)
	}
	got := fmt.Sprintf("clock %s, parted %q, faults %q, others %v, tables %v", p.Clock, p.Parted, p.Faults, others(p), p.Tables)
	const want = `clock 5, parted "", faults ["1 failed sync of each node" "1 loss"], others [server's faults: crash server, idle's faults: crash idle, main's network: cut idle | server, main → server: deliver 2 to server], ` +
		`tables [{rows [{"a" 1 false} {"b" 2 false}]}]`
	if got != want {
		t.Errorf("the state is\n%s\nwant\n%s", got, want)
	}
	got = fmt.Sprintf("%+v", p.Processes[1])
	got = got[:strings.Index(got, " Source:")] + got[strings.Index(got, " CanMove:"):]
	if want := `{Process:server Operation:receive int CanMove:false Daemon:true Ended:false Mailbox:[] Refused:[] Turn:8 Exposed:[{Board:int Text:8}] Disk:log [8]; not synced: 1 Faults:1 crash}`; got != want {
		t.Errorf("the server is\n%s\nwant\n%s", got, want)
	}
	if m := p.Processes[0].Mailbox; len(m) != 1 || m[0] != (trace.Mail{Message: `"late"`, From: "main's timer"}) {
		t.Errorf("the mailbox of main is %q", m)
	}
	p = lookAt(t, network, checker.Options{}, `v1 main*8`)
	if got := others(p); !strings.HasSuffix(got, "main's network: partitions, main's timer: expire: send \"late\" to main, main → server: deliver 1 to server, main → server: deliver 2 to server]") {
		t.Errorf("the others are %s", got)
	}
	p = lookAt(t, network, checker.Options{}, `v1 main*7 "main's faults"=1 "main's faults"=2 "main's network"=1 "main's network"*3 "idle's faults" idle main`)
	if len(p.Skipped) > 0 || p.Parted != "idle | server" || !p.Processes[2].Ended || p.Processes[2].Faults != "1 restart" {
		t.Errorf("in the partition it is %q, and the node that has crashed is %+v; skipped is %v", p.Parted, p.Processes[2], p.Skipped)
	}
}

func others(p *checker.Place) string {
	var all []string
	for _, o := range p.Others {
		all = append(all, o.Process+": "+o.Operation)
	}
	return "[" + strings.Join(all, ", ") + "]"
}
