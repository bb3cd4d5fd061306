package conform_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// logger writes the log of each interleaving, as a system with slog would.
type logger struct {
	world checker.World
	logs  [][]byte
}

func (l *logger) Inspect(w checker.World) { l.world = w }

func (l *logger) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	var b bytes.Buffer
	for i := range events {
		e := &events[i]
		line := map[string]any{"node": l.world.Actor(e.Actor).Name}
		switch e.Kind {
		case kind.Announce:
			v := l.world.Value(e.Value)
			text, err := json.Marshal(v)
			if err != nil {
				panic(err)
			}
			if json.Unmarshal(text, &line) != nil {
				line["value"] = json.RawMessage(text)
			}
			name := fmt.Sprintf("%T", v)
			line["event"] = name[strings.LastIndex(name, ".")+1:]
		case kind.Crash, kind.Restart:
			line["node"], line["event"] = l.world.Actor(trace.ActorID(e.Object)).Name, e.Kind.String()
		default:
			continue
		}
		delete(line, "Node")
		text, _ := json.Marshal(line)
		b.Write(append(text, '\n'))
	}
	l.logs = append(l.logs, b.Bytes())
}

// faulty gives lines of crashes and restarts their meaning.
func faulty(l systemlog.Line) systemlog.Meaning {
	switch l.Event {
	case "crash":
		return systemlog.Meaning{Events: []any{systemlog.Crash{}}}
	case "restart":
		return systemlog.Meaning{Events: []any{systemlog.Restart{}}}
	}
	return systemlog.Named(l)
}

// TestRaft: the logs of drawn runs of Raft fit, also with crashes, however the lines of different nodes are mixed.
func TestRaft(t *testing.T) {
	t.Parallel()
	for _, m := range raft.Models() {
		if !slices.Contains([]string{"raft-two-clients", "raft-retries", "raft-five-nodes", "raft-voter-crashes"}, m.Name) {
			continue
		}
		m.Log = faulty
		l := &logger{}
		if _, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Runs: testsize.Sample(2, 100), Seed: 1, Until: checker.UntilEnd, Observer: l}); err != nil {
			t.Fatal(err)
		}
		crashes := false
		for _, text := range l.logs {
			log, err := systemlog.Read(bytes.NewReader(text))
			if err != nil || len(log) == 0 {
				t.Fatalf("%d lines, %v", len(log), err)
			}
			crashes = crashes || slices.ContainsFunc(log, func(l systemlog.Line) bool { return l.Event == "crash" })
			for i := 1; i < len(log); i += 2 { // their order in the file does not matter
				if log[i].Node != log[i-1].Node {
					log[i], log[i-1] = log[i-1], log[i]
				}
			}
			if r, err := conform.Check(t.Context(), m, log, conform.Options{MostStates: 100_000}); err != nil || !r.Fits {
				t.Errorf("%s: %v %v\n%s", m.Name, r, err, text)
			}
		}
		if m.Name == "raft-voter-crashes" && !crashes {
			t.Error("no log has a crash")
		}
	}
}

// TestClocks: lines of different nodes have the order that clocks say.
func TestClocks(t *testing.T) {
	t.Parallel()
	// ann gets the lock before bob, and each may log first.
	for _, c := range []struct {
		ann, bob string
		clock    time.Duration
		fits     bool
	}{
		{`"turn":1`, `"turn":2`, 0, true},
		{`"turn":1,"clock":5`, `"turn":2,"clock":6`, 0, true},
		{`"turn":1,"clock":6`, `"turn":2,"clock":5`, 0, false},
		{`"turn":1,"clock":{"ann":1}`, `"turn":2,"clock":{"ann":1,"bob":1}`, 0, true},
		{`"turn":1,"clock":{"ann":1,"bob":1}`, `"turn":2,"clock":{"bob":1}`, 0, false},
		{`"turn":1,"clock":{"ann":1}`, `"turn":2,"clock":{"bob":1}`, 0, true},
		{`"turn":1,"time":"2026-01-02T03:04:05Z"`, `"turn":2,"time":"2026-01-02T03:04:04Z"`, 0, true},
		{`"turn":1,"time":"2026-01-02T03:04:05Z"`, `"turn":2,"time":"2026-01-02T03:04:04Z"`, 100 * time.Millisecond, false},
		{`"turn":1,"time":"2026-01-02T03:04:05Z"`, `"turn":2,"time":"2026-01-02T03:04:04Z"`, 600 * time.Millisecond, true},
	} {
		log, err := systemlog.Read(strings.NewReader(`{"node":"ann","event":"granted",` + c.ann + "}\n" + `{"node":"bob","event":"granted",` + c.bob + "}"))
		if err != nil {
			t.Fatal(err)
		}
		if r, err := conform.Check(t.Context(), lockServer(), log, conform.Options{ClockError: c.clock}); err != nil || r.Fits != c.fits {
			t.Errorf("%s, %s, %v: %v %v, want fits %v", c.ann, c.bob, c.clock, r, err, c.fits)
		}
	}
}

// TestEndless: processes whose lines have ended may go on for ever, and the search does not follow them.
func TestEndless(t *testing.T) {
	t.Parallel()
	const clients = 4
	m := checker.Model{Name: "endless", Delivery: proc.Channel, Main: func(p *proc.P) {
		server := p.Self()
		for i := range clients {
			p.Spawn(fmt.Sprint("client", i), func(p *proc.P) {
				proc.Loop(p, 0, func(turn *int) bool {
					*turn = proc.Call[int](p, server, "lock")
					proc.Announce(p, granted{*turn})
					p.Send(server, "unlock")
					return true
				})
			})
		}
		proc.Loop(p, 0, func(turn *int) bool {
			*turn++
			proc.Answer(p, proc.Receive[proc.Request[string]](p), *turn)
			p.Receive(proc.Equal("unlock"))
			return true
		})
	}}
	var log []systemlog.Line
	drawn := rand.New(rand.NewPCG(1, 1))
	for turn := 1; turn <= testsize.Sample(60, 1000); turn++ {
		log = append(log, systemlog.Line{Number: turn, Node: fmt.Sprint("client", drawn.IntN(clients)), Event: "granted", Values: map[string]any{"turn": turn}})
	}
	for _, total := range []bool{false, true} {
		if r, err := conform.Check(t.Context(), m, log, conform.Options{Total: total, MostStates: 1_000_000}); err != nil || !r.Fits {
			t.Errorf("total %v: %v, %v", total, r, err)
		}
	}
}

// TestLimits: many events may come between two lines, a search that gives up has decided nothing, and so has one whose context is done.
func TestLimits(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "far", Main: func(p *proc.P) {
		p.Spawn("walker", func(p *proc.P) {
			for range 300 {
				p.Send(p.Self(), 1)
				p.Receive()
			}
			proc.Announce(p, granted{1})
			for {
				p.Send(p.Self(), 1)
				p.Receive()
			}
		})
	}}
	log := []systemlog.Line{{Number: 1, Node: "walker", Event: "granted", Values: map[string]any{"turn": 1}}}
	if r, err := conform.Check(t.Context(), m, log, conform.Options{}); err != nil || !r.Fits {
		t.Errorf("%v, %v", r, err)
	}
	twice := append(log, systemlog.Line{Number: 2, Node: "walker", Event: "granted", Values: map[string]any{"turn": 1}})
	if r, err := conform.Check(t.Context(), m, twice, conform.Options{MostStates: 5_000}); err != nil || r.Fits || !r.GivenUp || r.Met != 1 {
		t.Errorf("%v, %v, want one line and no decision", r, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := conform.Check(done, m, log, conform.Options{}); err != nil || r.Fits || !r.GivenUp {
		t.Errorf("%v, %v, want no decision", r, err)
	}
}

// TestCrashesOfNodes: the log says how often nodes crash, not the budgets of the model for single nodes.
func TestCrashesOfNodes(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "lives", Log: faulty, Faults: checker.Faults{Partitions: 1, Nodes: []checker.Node{{Name: "n"}, {Name: "late"}}}}
	m.Main = func(p *proc.P) {
		p.Spawn("n", func(p *proc.P) {
			proc.Announce(p, granted{1})
			p.Receive()
		}, proc.Node, proc.Daemon)
		p.Spawn("late", func(*proc.P) {}, proc.Node)
	}
	announced := systemlog.Line{Node: "n", Event: "granted", Values: map[string]any{"turn": 1}}
	log := []systemlog.Line{announced, {Node: "n", Event: "crash"}, {Node: "n", Event: "restart"}, announced}
	for i := range log {
		log[i].Number = i + 1
	}
	if r, err := conform.Check(t.Context(), m, log, conform.Options{MostStates: 10_000}); err != nil || !r.Fits {
		t.Errorf("%v, %v", r, err)
	}
	if r, err := conform.Check(t.Context(), m, []systemlog.Line{log[0], log[3]}, conform.Options{MostStates: 10_000}); err != nil || r.Fits || r.GivenUp {
		t.Errorf("without its crash: %v, %v", r, err)
	}
}

// TestStartDuringPartition: only a node that starts during a partition reaches both parts.
func TestStartDuringPartition(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "parts", Faults: checker.Faults{Partitions: 1}, Main: func(p *proc.P) {
		b := p.Spawn("b", func(p *proc.P) {
			for range 2 {
				proc.Announce(p, granted{proc.Receive[int](p)})
			}
		}, proc.Node)
		a := p.Spawn("a", func(p *proc.P) {
			c := proc.Receive[proc.PID](p)
			for _, lost := range []int{1, 2} {
				p.Send(b, lost)
				p.Send(c, lost)
				proc.Receive[int](p)
			}
		}, proc.Node)
		p.Spawn("c", func(p *proc.P) {
			p.Send(a, p.Self())
			for range 2 {
				n := proc.Receive[int](p)
				p.Send(b, 10*n)
				p.Send(a, n)
			}
		}, proc.Node)
	}}
	var log []systemlog.Line
	for i, turn := range []int{10, 20} {
		log = append(log, systemlog.Line{Number: i + 1, Node: "b", Event: "granted", Values: map[string]any{"turn": turn}})
	}
	if r, err := conform.Check(t.Context(), m, log, conform.Options{MostStates: 100_000}); err != nil || !r.Fits {
		t.Errorf("%v, %v", r, err)
	}
}

// TestManyCrashes: the log says how often each node crashes, so that is not tried.
func TestManyCrashes(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "lives", Log: faulty, Main: func(p *proc.P) {
		for _, name := range []string{"a", "b", "c", "d"} {
			p.Spawn(name, func(p *proc.P) {
				proc.Announce(p, granted{1})
				p.Receive()
			}, proc.Node, proc.Daemon)
		}
	}}
	var log []systemlog.Line
	write := func(node, event string) {
		log = append(log, systemlog.Line{Number: len(log) + 1, Node: node, Event: event, Values: map[string]any{"turn": 1}})
	}
	for i := range 20 { // of d, the last lives are not in the log
		for _, node := range []string{"a", "b", "c", "d"} {
			if node == "d" && i > 3 {
				continue
			}
			write(node, "granted")
			write(node, "crash")
			write(node, "restart")
		}
	}
	for _, total := range []bool{false, true} {
		r, err := conform.Check(t.Context(), m, log, conform.Options{Total: total, MostStates: 100_000})
		if err != nil || !r.Fits || r.Pairs > 4*len(log) {
			t.Errorf("total %v: %v, %v", total, r, err)
		}
	}
	write("a", "restart")
	if r, err := conform.Check(t.Context(), m, log, conform.Options{Total: true, MostStates: 100_000}); err != nil || r.Fits || r.GivenUp || r.Misfit.Number != len(log) {
		t.Errorf("a restart without a crash: %v, %v", r, err)
	}
}

// TestContradictions: clocks that no order obeys are an error with the line.
func TestContradictions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ log, want string }{
		{`{"node":"a","msg":"x","clock":2}
{"node":"a","msg":"x","clock":1}`, "the clock of a goes backward from line 1 to line 2 of the log"},
		{`{"node":"a","msg":"x","clock":{"a":1,"b":1}}
{"node":"b","msg":"x","clock":{"a":1,"b":1}}`, "the clocks of the log contradict themselves: line 2 (b)"},
		{``, "no line of the log says anything"},
	} {
		log, err := systemlog.Read(strings.NewReader(c.log))
		if err == nil {
			_, err = conform.Check(t.Context(), lockServer(), log, conform.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.log, err, c.want)
		}
	}
}

// TestInstead: of the events in place of a line, those come first that differ the least, with the values that differ.
func TestInstead(t *testing.T) {
	t.Parallel()
	type moved struct{ From, To, Turn int }
	m := checker.Model{Name: "moves", Main: func(p *proc.P) {
		p.Spawn("mover", func(p *proc.P) {
			proc.Announce(p, []any{moved{1, 2, 3}, moved{1, 5, 4}, granted{3}, moved{7, 8, 9}}[p.Choose(4)])
		})
	}}
	log := []systemlog.Line{
		{Number: 1, Node: "mover", Event: "moved", Values: map[string]any{"from": 1, "to": 5, "turn": 3}},
		{Number: 2, Node: "mover", Event: "granted", Values: map[string]any{"turn": 1}},
	}
	r, err := conform.Check(t.Context(), m, log, conform.Options{})
	want := []string{
		"moved{From: 1, To: 2, Turn: 3}, where To is 2, not 5", "moved{From: 1, To: 5, Turn: 4}, where Turn is 4, not 3",
		"moved{From: 7, To: 8, Turn: 9}, where From is 7, not 1 and To is 8, not 5 and Turn is 9, not 3", "granted{Turn: 3}",
	}
	if err != nil || !slices.Equal(r.Instead, want) {
		t.Errorf("%v: %q, want %q", err, r.Instead, want)
	}
}

// TestWaits: if the model announces nothing in place of a line, the report says where the node stands.
func TestWaits(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "waits", Main: func(p *proc.P) {
		p.Spawn("done", func(p *proc.P) { proc.Announce(p, granted{1}) })
		waiter := p.Spawn("waiter", func(p *proc.P) {
			proc.Announce(p, granted{1})
			proc.Receive[string](p)
			proc.Announce(p, granted{2})
		}, proc.Daemon)
		p.Send(waiter, 7)
	}}
	for node, want := range map[string]string{
		"done":   `done announces nothing there; its next operation is "end"`,
		"waiter": `waiter announces nothing there; its next operation is "receive string" at `,
		"absent": "there is no process absent in the model yet",
	} {
		var log []systemlog.Line
		for turn := 1; turn <= 2; turn++ {
			log = append(log, systemlog.Line{Number: turn, Node: node, Event: "granted", Values: map[string]any{"turn": turn}})
		}
		r, err := conform.Check(t.Context(), m, log, conform.Options{})
		if err != nil || r.Fits || len(r.Waits) == 0 || !strings.HasPrefix(r.Waits[0], want) {
			t.Errorf("%s: %v, %v, want %s", node, err, r, want)
		}
	}
}
