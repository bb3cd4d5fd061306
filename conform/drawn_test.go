package conform_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// said is what processes of drawn programs announce.
type said int

// operation is a step of a process: it sends a value, takes a message (of that parity, or any for 2), announces what it has taken last,
// chooses a value, or ends another process.
type operation struct {
	kind      byte // s, r, a, c or k
	to, value int
}

// drawnModel returns a model in which each process executes its operations.
func drawnModel(processes [][]operation, d proc.Delivery) checker.Model {
	return checker.Model{Name: "drawn", Delivery: d, Main: func(p *proc.P) {
		var all []proc.PID
		for n, ops := range processes {
			all = append(all, p.Spawn(fmt.Sprint("p", n), func(p *proc.P) {
				everybody := p.Receive().([]proc.PID)
				last := 0
				for _, o := range ops {
					switch o.kind {
					case 's':
						p.Send(everybody[o.to], o.value+last)
					case 'r':
						last = p.Receive(proc.Where(func(v int) bool { return o.value == 2 || v%2 == o.value })).(int)
					case 'a':
						proc.Announce(p, said(last))
					case 'c':
						last = p.Choose(2)
					case 'k':
						p.Kill(everybody[o.to])
					}
				}
			}, proc.Daemon))
		}
		for _, to := range all {
			p.Send(to, all)
		}
	}}
}

// announced is an announcement of a process.
type announced struct {
	process string
	value   said
}

// everyOrder collects the announcements of all interleavings.
type everyOrder struct {
	world checker.World
	all   [][]announced
}

func (o *everyOrder) Inspect(w checker.World) { o.world = w }

func (o *everyOrder) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	var list []announced
	for i := range events {
		if e := &events[i]; e.Kind == kind.Announce {
			list = append(list, announced{o.world.Actor(e.Actor).Name, o.world.Value(e.Value).(said)})
		}
	}
	o.all = append(o.all, list)
}

// met returns how many lines the announcements say before one contradicts them: the lines of each process are the beginning of
// its announcements, and with total they come in the order of all lines.
func met(list, lines []announced, total, part bool) int {
	rest := slices.Clone(lines)
	for _, a := range list {
		next := slices.IndexFunc(rest, func(l announced) bool { return l.process == a.process })
		switch {
		case next < 0 && (!total || len(rest) == 0 || part): // the log of the process has ended
		case next < 0 && !slices.ContainsFunc(lines, func(l announced) bool { return l.process == a.process }): // it has none
		case next < 0:
			return len(lines) - len(rest)
		case rest[next] != a || total && next > 0:
			return len(lines) - len(rest)
		default:
			rest = slices.Delete(rest, next, next+1)
		}
	}
	return len(lines) - len(rest)
}

// TestDrawn compares the verdicts about drawn logs of drawn programs with all interleavings, one by one.
func TestDrawn(t *testing.T) {
	testsize.Draw(testsize.Sample(20, 2_000))
	fitting, compared := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 3).Draw(t, "processes")
		processes := make([][]operation, n)
		for i := range processes {
			processes[i] = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) operation {
				return operation{rapid.SampledFrom([]byte("ssrraaack")).Draw(t, "kind"), rapid.IntRange(0, n-1).Draw(t, "to"), rapid.IntRange(0, 2).Draw(t, "value")}
			}), 1, 4).Draw(t, "operations")
		}
		m := drawnModel(processes, rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery"))
		orders := &everyOrder{}
		r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Naive, MaxInterleavings: 5_000, Observer: orders, Until: checker.UntilEnd, TrustModel: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Stop != checker.NotStopped {
			t.Skip("too many interleavings")
		}
		for range 4 {
			lines := slices.Clone(rapid.SampledFrom(orders.all).Draw(t, "lines"))
			lines = lines[:rapid.IntRange(0, len(lines)).Draw(t, "length")]
			if len(lines) == 0 {
				continue
			}
			if i := rapid.IntRange(0, len(lines)-1).Draw(t, "at"); rapid.Bool().Draw(t, "changed") {
				if lines[i].value++; rapid.Bool().Draw(t, "exchanged") {
					lines[i].value--
					lines[0], lines[i] = lines[i], lines[0]
				}
			}
			var log []systemlog.Line
			for i, l := range lines {
				log = append(log, systemlog.Line{Number: i + 1, Node: l.process, Event: "said", Values: map[string]any{"value": int(l.value)}})
			}
			total := rapid.Bool().Draw(t, "total")
			want := 0
			for _, list := range orders.all {
				want = max(want, met(list, lines, total, false))
			}
			got, err := conform.Check(t.Context(), m, log, conform.Options{Total: total})
			if err != nil {
				t.Fatal(err)
			}
			if got.Met != want || got.Fits != (want == len(lines)) || got.GivenUp || got.Fits == (got.Misfit != nil) {
				t.Fatalf("%v, %+v, total %v: %+v, want %d lines", processes, lines, total, got, want)
			}
			fits := func(lines []announced) bool {
				return slices.ContainsFunc(orders.all, func(list []announced) bool { return met(list, lines, total, true) == len(lines) })
			}
			if !got.Fits && fits(partOf(lines, got.Part)) {
				t.Fatalf("%v, %+v, total %v: the part %+v fits", processes, lines, total, got.Part)
			}
			for i := range got.Part {
				if got.Part[i].Lines--; !fits(partOf(lines, got.Part)) {
					t.Fatalf("%v, %+v, total %v: %+v fails as well", processes, lines, total, got.Part)
				}
				got.Part[i].Lines++
			}
			if compared++; got.Fits {
				fitting++
			}
		}
	})
	t.Logf("%d logs, of which %d fit", compared, fitting)
}

// partOf returns the lines of a part of a log.
func partOf(lines []announced, part []conform.Span) (some []announced) {
	left := map[string]int{}
	for _, s := range part {
		left[s.Node] = s.Lines
	}
	for _, l := range lines {
		if left[l.process]--; left[l.process] >= 0 {
			some = append(some, l)
		}
	}
	return some
}

// TestEarlyMessages: a log fits although a message has to arrive before its receiver would take it.
func TestEarlyMessages(t *testing.T) {
	for _, c := range []struct {
		name      string
		delivery  proc.Delivery
		processes [][]operation
		lines     []announced
	}{
		{"before a message of the receiver to itself", proc.Bag, [][]operation{
			{{'r', 0, 0}, {'s', 0, 3}, {'r', 0, 1}, {'a', 0, 0}}, {{'s', 0, 1}, {'s', 0, 0}},
		}, []announced{{"p0", 1}}},
		{"before the next message of its sender", proc.Channel, [][]operation{
			{{'r', 0, 1}, {'a', 0, 0}}, {{'s', 0, 2}, {'s', 0, 1}, {'a', 0, 0}},
		}, []announced{{"p0", 1}, {"p1", 0}}},
	} {
		var log []systemlog.Line
		for i, l := range c.lines {
			log = append(log, systemlog.Line{Number: i + 1, Node: l.process, Event: "said", Values: map[string]any{"value": int(l.value)}})
		}
		r, err := conform.Check(t.Context(), drawnModel(c.processes, c.delivery), log, conform.Options{Total: true})
		if err != nil || !r.Fits {
			t.Error(c.name, r, err)
		}
	}
}
