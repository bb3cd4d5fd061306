package wakeup

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// anyMessage matches all messages.
type anyMessage struct{}

func (anyMessage) Match(trace.ValueID) bool { return true }

// TestCovered runs the example of five events in the package documentation: a sequence is inserted
// below a branch only if the branch conflicts with nothing in or beyond the sequence.
func TestCovered(t *testing.T) {
	const row, table = 1, 0
	a := trace.NewEvent(2, 0, trace.Op{Kind: kind.Send, Object: 0})
	b := trace.NewEvent(1, 0, trace.Op{Kind: kind.TableLookup, Object: table, Key: row})
	b.Effect = trace.Read
	c := trace.NewEvent(0, 0, trace.Op{Kind: kind.Receive, Does: anyMessage{}})
	c.Taken = a.Message
	d := trace.NewEvent(3, 0, trace.Op{Kind: kind.TableInsert, Object: table, Key: row})
	d.Effect, d.Before, d.After = trace.Write, 1, 2
	e := trace.NewEvent(4, 0, trace.Op{Kind: kind.Send, Object: 0})

	for name, test := range map[string]struct {
		branches []*trace.Event
		conflict bool // the last branch conflicts with the sequence
	}{
		"e: the receive shows the order of the two messages": {[]*trace.Event{&e}, true},
		"d: the write conflicts with the read":               {[]*trace.Event{&d}, true},
		"b e: the receive is still beyond the sequence":      {[]*trace.Event{&b, &e}, true},
		"b d: nothing conflicts":                             {[]*trace.Event{&b, &d}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := &Sequence{
				relation: causality.Relation{ReceivePatterns: true},
				Events:   []*trace.Event{&a},
				takers:   takersCopy{},
				Beyond:   []*trace.Event{&b, &c},
				wider:    takersCopy{takes: []taking{{a.Message, a.Kind, a.Number, &c}}},
			}
			for i, branch := range test.branches {
				below := w.Covered(Initial{Event: branch})
				if want := i < len(test.branches)-1 || !test.conflict; below != want {
					t.Fatalf("branch %d: the sequence goes below it: %v, want %v", i, below, want)
				}
				if below {
					w.Pass(branch)
				}
			}
			if whole := len(w.Beyond) == 0; whole != test.conflict {
				t.Errorf("the events beyond the sequence are part of it: %v, want %v", whole, test.conflict)
			}
		})
	}
}

// TestCoveredFromTheLeft holds the same of what was explored before the sequence was found.
func TestCoveredFromTheLeft(t *testing.T) {
	const row, table = 1, 0
	sends := trace.NewEvent(2, 0, trace.Op{Kind: kind.Send, Object: 0})
	reads := trace.NewEvent(1, 0, trace.Op{Kind: kind.TableLookup, Object: table, Key: row})
	reads.Effect = trace.Read
	writes := trace.NewEvent(3, 0, trace.Op{Kind: kind.TableInsert, Object: table, Key: row})
	writes.Effect, writes.Before, writes.After = trace.Write, 1, 2
	readsToo := trace.NewEvent(4, 0, reads.Op)
	readsToo.Effect = trace.Read

	b := &Builder{relation: causality.Relation{ReceivePatterns: true}, events: []*trace.Event{&sends}, beyond: []*trace.Event{&reads}, at: []int32{-1, -1}}
	if !b.Covered(Initial{Event: &readsToo}, 0) || len(b.events) != 1 {
		t.Error("what conflicts with nothing does not cover the sequence")
	}
	if b.Covered(Initial{Event: &writes}, 0) || len(b.events) != 2 || len(b.beyond) != 0 {
		t.Error("what conflicts with an event beyond the sequence covers it")
	}
}

// TestFlushPassed: a sequence that has gone below what flushes a monitor goes below what would
// take the message of that, were it not flushed, also if there are events beyond it.
func TestFlushPassed(t *testing.T) {
	const row, table, monitor = 1, 0, 7
	down := trace.NewEvent(2, 0, trace.Op{Kind: kind.Down, Object: 0, Number: monitor})
	down.To = 0
	reads := trace.NewEvent(1, 0, trace.Op{Kind: kind.TableLookup, Object: table, Key: row})
	reads.Effect = trace.Read
	flushes := trace.NewEvent(0, 0, trace.Op{Kind: kind.Demonitor, Number: monitor, Flags: kind.Flush})
	finds := trace.NewEvent(0, 1, trace.Op{Kind: kind.ReceiveTimeout, Does: anyMessage{}})

	for _, flushed := range []bool{false, true} {
		w := &Sequence{
			relation: causality.Relation{ReceivePatterns: true},
			Events:   []*trace.Event{&down},
			takers:   takersCopy{},
			Beyond:   []*trace.Event{&reads},
			wider:    takersCopy{},
		}
		if flushed {
			if !w.Covered(Initial{Event: &flushes}) {
				t.Fatal("a flush conflicts with the message that it takes")
			}
			w.Pass(&flushes)
		}
		if w.Covered(Initial{Event: &finds}) != flushed {
			t.Errorf("where the monitor is flushed: %v, finding nothing conflicts with its message: %v", flushed, flushed)
		}
	}
}

// A loss cannot come first where the sequence loses all messages that the budget admits, although it conflicts with
// none of these losses.
func TestBudgetOfASequence(t *testing.T) {
	for limit := range int32(3) {
		budget := &trace.Budget{Number: 1, Limits: [4]int32{trace.Lost: limit + 1}}
		lost := func(a trace.ActorID) *trace.Event {
			e := trace.NewEvent(a, 0, trace.Op{Kind: kind.Receive, Alternatives: 2, Does: anyMessage{}})
			e.Budget = budget
			effects.Vary(&e, 1)
			return &e
		}
		first := lost(0)
		left := (*effects.FaultList)(nil).With(first).LeftAfter(first)
		for others := range trace.ActorID(3) {
			w := &Sequence{takers: takersCopy{}}
			for a := range others {
				w.Events = append(w.Events, lost(a+1))
			}
			if got, want := w.Covered(Initial{Event: first, Left: left}), int32(others) <= limit; got != want {
				t.Errorf("%d losses at most, %d in the sequence: another one can come first: %v, want %v", limit+1, others, got, want)
			}
		}
	}
}
