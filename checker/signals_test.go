package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// An exit signal that ends a process prevents the operation that the process was about to execute.
// The programs here have many such signals and little else, since the first process also sends and
// receives signals.

// family is a program whose first process starts the others itself.
type family struct {
	program
	ties []int // to each of the others: 0 none, 1 a link, 2 a monitor
}

func (f family) main(p *proc.P) {
	table := proc.NewTable[int, int](p, "t")
	tables := [2]proc.Table[int, int]{table, table}
	pids := []proc.PID{p.Self()}
	for i, code := range f.program[1:] {
		name := fmt.Sprint("p", i+1)
		body := func(p *proc.P) {
			if len(code) > 0 {
				execute(p, code, proc.Receive[surroundings](p))
			}
		}
		switch f.ties[i] {
		case 0:
			pids = append(pids, p.Spawn(name, body))
		case 1:
			pids = append(pids, p.Spawn(name, body, proc.Linked))
		case 2:
			pid, _ := p.SpawnMonitor(name, body)
			pids = append(pids, pid)
		}
	}
	for i, pid := range pids[1:] {
		if len(f.program[i+1]) > 0 {
			p.Send(pid, surroundings{tables: tables, pids: pids})
		}
	}
	execute(p, f.program[0], surroundings{tables: tables, pids: pids})
}

var signalOps = []string{"send", "receive", "poll", "poll", "skip", "timer", "insert", "insert new", "lookup", "take exit", "take down",
	"trap", "link", "unlink", "spawn linked", "monitor", "flush", "kill", "signal", "signal", "harmless", "exit", "alive", "register", "send name"}

func checkSignals(t *rapid.T) {
	f := family{program: programs(signalOps, 4, 6).Draw(t, "program")}
	for range f.program[1:] {
		f.ties = append(f.ties, rapid.IntRange(0, 2).Draw(t, "tie"))
	}
	t.Log("\n", f.String(), f.ties)
	checkMain(t, f.main, false, proc.Instant, tooMany)
}

// A message that comes after a flush, which is independent of it, must race with receives that
// could have taken it.
func TestFlushed(t *testing.T) {
	f := family{program{{{do: "monitor", to: 1}, {do: "take down"}, {do: "flush"}}, nil}, []int{0}}
	checkMain(t, f.main, false, proc.Instant, 100_000)
}

// TestUndoneTwice undoes a monitor twice, in all ways, with a read of the mailbox in between, while
// the other process ends.
func TestUndoneTwice(t *testing.T) {
	testsize.LongOnly(t)
	for _, first := range []string{"demonitor", "flush", "info"} {
		for _, second := range []string{"demonitor", "flush", "info"}[testsize.Sample(2, 0):] {
			t.Run(first+" "+second, func(t *testing.T) {
				pr := program{{{do: "take any"}}, {{do: "monitor"}, {do: first}, {do: "take down"}, {do: second}, {do: "take down"}}}
				checkMain(t, pr.main(true), false, proc.Instant, 100_000)
				checkMain(t, atOnce(pr), false, proc.Instant, 100_000)
				checkMain(t, atOnce(pr), false, proc.Bag, 100_000)
			})
		}
	}
}

// TestEndedInstead has the programs that showed that the search must know everything about the
// prevented operation of an ended process.
func TestEndedInstead(t *testing.T) {
	poll := instruction{do: "poll", set: []int{0, 1}}
	for name, f := range map[string]family{
		// The message that is in the mailbox is taken.
		"receive": {program{{poll}, {{do: "send"}, {do: "kill"}}, {{do: "send"}}}, []int{0, 0}},
		// The message arrives.
		"send": {program{{{do: "send", to: 1, v: 1}}, {{do: "timer", to: 1}, {do: "signal"}}}, []int{0}},
		// It waits for another event than the end does.
		"monitor": {program{{{do: "monitor", to: 2}}, {{do: "exit"}}, nil}, []int{1, 0}},
		// It links.
		"spawn linked": {program{{{do: "spawn linked"}}, {{do: "kill"}}}, []int{0}},
	} {
		t.Run(name, func(t *testing.T) { checkMain(t, f.main, false, proc.Instant, 100_000) })
	}
}
