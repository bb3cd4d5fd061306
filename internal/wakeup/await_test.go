package wakeup

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func TestMain(m *testing.M) {
	testsize.Draw(1000)
	m.Run()
}

// use changes the cells by the given numbers. It waits until one of the cells in free holds 0.
type use struct{ free, changes []int32 }

// Same lets equal operations be identical.
func (u use) Same(p any) bool {
	v, is := p.(use)
	return is && slices.Equal(u.free, v.free) && slices.Equal(u.changes, v.changes)
}

func cellAt(n int32) trace.Cell { return trace.Cell{Space: trace.Own, Object: n} }

func (u use) Blocks() bool { return len(u.free) > 0 }

func (u use) Use(_ *trace.Event, state func(trace.Cell) int32, accesses []trace.Access) ([]trace.Access, bool) {
	possible := len(u.free) == 0
	for _, n := range u.free {
		accesses = append(accesses, trace.Access{Cell: cellAt(n), Effect: trace.Read})
		if possible = state(cellAt(n)) == 0; possible {
			break
		}
	}
	for n, by := range u.changes {
		if c := cellAt(int32(n)); by != 0 {
			accesses = append(accesses, trace.Access{Cell: c, Effect: trace.Update, After: state(c) + by})
		}
	}
	return accesses, possible
}

// drawnExecution returns an execution of drawn operations on three cells, and what waits in the end.
func drawnExecution(t *rapid.T) (run *Execution, waiting []trace.Pending) {
	cells := rapid.SliceOfNDistinct(rapid.Int32Range(0, 2), 0, 2, rapid.ID)
	number := rapid.Int32Range(-1, 1)
	run = &Execution{}
	var state [3]int32
	next := make([]*trace.Op, rapid.IntRange(2, 4).Draw(t, "actors"))
	var index [4]int32
	for range rapid.IntRange(1, 20).Draw(t, "events") {
		a := rapid.IntRange(0, len(next)-1).Draw(t, "actor")
		if next[a] == nil {
			next[a] = &trace.Op{Kind: kind.Use, Does: use{cells.Draw(t, "waits for"), []int32{number.Draw(t, "0"), number.Draw(t, "1"), number.Draw(t, "2")}}}
		}
		e := trace.NewEvent(trace.ActorID(a), index[a], *next[a])
		if !e.Use(func(c trace.Cell) int32 { return state[c.Object] }) {
			continue
		}
		for _, x := range e.Accesses {
			if x.Effect != trace.Read {
				state[x.Object] = x.After
			}
		}
		run.Observe(len(run.Events), &e)
		next[a], index[a] = nil, index[a]+1
	}
	for a, op := range next {
		if op != nil {
			waiting = append(waiting, trace.Pending{Actor: trace.ActorID(a), Op: op})
		}
	}
	run.Order.Compute(run.Events)
	return run, waiting
}

// TestPreventions: whether an event is possible before another one is known before the sequence is built, whatever is left out. The sequence is as one
// that is built event by event.
func TestPreventions(t *testing.T) {
	possible, not := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		run, blocked := drawnExecution(t)
		b, simple := NewBuilder(run), NewBuilder(run)
		compare := func(e *trace.Event, j int) {
			for _, i := range slices.Clone(b.Preventers(e)) {
				if int(i) >= j {
					break
				}
				left := []int32{int32(j)}
				for k := int(i); k < len(run.Events); k++ {
					if rapid.IntRange(0, 2).Draw(t, "left out") == 0 {
						left = append(left, int32(k))
					}
				}
				b.preventers.left = left
				p := Prevention{b: b, event: e, at: j}
				p.set(int(i))
				want := simple.prevent(&p, left)
				if got := p.possible(); got != want {
					t.Fatalf("event %d is possible before %d without %v: %v, want %v", j, i, left, got, want)
				}
				if !want {
					not++
					continue
				}
				possible++
				if got, want := p.Build(), !simple.weakInitial(Initial{Event: &run.Events[i]}, int(i)); got != want {
					t.Fatalf("event %d is reversed with %d, without %v: %v, want %v", j, i, left, got, want)
				}
				last := b.changed
				b.Preventers(e) // it changes nothing about the sequence
				if !slices.Equal(b.at, simple.at) || !causality.Identical(&last, &simple.changed) {
					t.Fatalf("event %d before %d, without %v: the sequence has the events %v, want %v", j, i, left, b.at, simple.at)
				}
			}
		}
		for j := range run.Events {
			if e := run.Preventable(j); e != nil {
				compare(e, j)
			}
		}
		for _, e := range run.Waiting(blocked) {
			compare(e, len(run.Events))
		}
	})
	if t.Logf("%d are possible, %d are not", possible, not); min(possible, not) == 0 {
		t.Error("nothing was compared")
	}
}

// prevent builds the sequence of a prevention that leaves out the given events, and reports whether its event is possible.
func (b *Builder) prevent(p *Prevention, left []int32) (possible bool) {
	b.begin(p.First)
	for _, k := range b.free {
		after := func(l int32) bool { return l <= k && b.order.Before(int(l), int(k)) }
		if !slices.ContainsFunc(left, after) {
			b.append(int(k))
		}
	}
	b.changed = *p.event
	possible = b.predict(&b.changed, p.at)
	b.appendOwn(&b.changed)
	return possible
}
