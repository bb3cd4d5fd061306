package optimaldpor

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// anyMessage matches all messages.
type anyMessage struct{}

func (anyMessage) Match(trace.ValueID) bool { return true }

// TestCovered holds that a wakeup sequence goes below a branch only if that changes nothing
// of what is certain behind the sequence.
//
// The sequence is a message to the first process. Behind it, the second process reads
// a row, and the first takes the message: so its order with another message is visible.
func TestCovered(t *testing.T) {
	const row, table = 1, 0
	sends := trace.NewEvent(2, 0, trace.Op{Kind: trace.Send, Object: 0})
	reads := trace.NewEvent(1, 0, trace.Op{Kind: trace.TableLookup, Object: table, Key: row})
	reads.Effect = trace.Read
	takes := trace.NewEvent(0, 0, trace.Op{Kind: trace.Receive, Patterns: anyMessage{}})
	takes.Taken = sends.Message
	writes := trace.NewEvent(3, 0, trace.Op{Kind: trace.TableInsert, Object: table, Key: row})
	writes.Effect, writes.Before, writes.After = trace.Write, 1, 2
	other := trace.NewEvent(4, 0, trace.Op{Kind: trace.Send, Object: 0})

	for name, c := range map[string]struct {
		branches []*trace.Event
		conflict bool // the last branch conflicts with the sequence
	}{
		"the order of two messages is visible behind the sequence": {[]*trace.Event{&other}, true},
		"what changes what is behind the sequence conflicts":       {[]*trace.Event{&writes}, true},
		"it is visible behind what is not there any more":          {[]*trace.Event{&reads, &other}, true},
		"what is behind the sequence conflicts with nothing":       {[]*trace.Event{&reads, &writes}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := &wakeup{
				relation: trace.Relation{ReceivePatterns: true},
				events:   []*trace.Event{&sends},
				takers:   remembered{},
				beyond:   []*trace.Event{&reads, &takes},
				wider:    remembered{takes: map[trace.EventID]taking{sends.Message: {sends.Kind, sends.Key, &takes}}},
			}
			for i, b := range c.branches {
				below := w.covered(initial{event: b})
				if want := i < len(c.branches)-1 || !c.conflict; below != want {
					t.Fatalf("branch %d: the sequence goes below it: %v, want %v", i, below, want)
				}
				if below {
					w.pass(b)
				}
			}
			if whole := len(w.beyond) == 0; whole != c.conflict {
				t.Errorf("what is behind the sequence is a part of it: %v, want %v", whole, c.conflict)
			}
		})
	}
}

// TestCoveredFromTheLeft holds the same of what was explored before the sequence was found.
func TestCoveredFromTheLeft(t *testing.T) {
	const row, table = 1, 0
	sends := trace.NewEvent(2, 0, trace.Op{Kind: trace.Send, Object: 0})
	reads := trace.NewEvent(1, 0, trace.Op{Kind: trace.TableLookup, Object: table, Key: row})
	reads.Effect = trace.Read
	writes := trace.NewEvent(3, 0, trace.Op{Kind: trace.TableInsert, Object: table, Key: row})
	writes.Effect, writes.Before, writes.After = trace.Write, 1, 2
	readsToo := trace.NewEvent(4, 0, reads.Op)
	readsToo.Effect = trace.Read

	s := &sequence{relation: trace.Relation{ReceivePatterns: true}, events: []*trace.Event{&sends}, beyond: []*trace.Event{&reads}}
	if !s.covered(initial{event: &readsToo}, 0) || len(s.events) != 1 {
		t.Error("what conflicts with nothing does not cover the sequence")
	}
	if s.covered(initial{event: &writes}, 0) || len(s.events) != 2 || len(s.beyond) != 0 {
		t.Error("what conflicts with what is certain behind the sequence covers it")
	}
}

// TestFlushPassed: a sequence that has gone below what flushes a monitor goes below what would
// take the message of that, were it not flushed, also if there is something certain behind it.
func TestFlushPassed(t *testing.T) {
	const row, table, monitor = 1, 0, 7
	down := trace.NewEvent(2, 0, trace.Op{Kind: trace.Down, Object: 0, Key: monitor})
	down.To = 0
	reads := trace.NewEvent(1, 0, trace.Op{Kind: trace.TableLookup, Object: table, Key: row})
	reads.Effect = trace.Read
	flushes := trace.NewEvent(0, 0, trace.Op{Kind: trace.Demonitor, Key: monitor, Flags: trace.Flush})
	finds := trace.NewEvent(0, 1, trace.Op{Kind: trace.ReceiveTimeout, Patterns: anyMessage{}})

	for _, flushed := range []bool{false, true} {
		w := &wakeup{
			relation: trace.Relation{ReceivePatterns: true},
			events:   []*trace.Event{&down},
			takers:   remembered{},
			beyond:   []*trace.Event{&reads},
			wider:    remembered{},
		}
		if flushed {
			if !w.covered(initial{event: &flushes}) {
				t.Fatal("a flush conflicts with the message that it takes")
			}
			w.pass(&flushes)
		}
		if w.covered(initial{event: &finds}) != flushed {
			t.Errorf("where the monitor is flushed: %v, finding nothing conflicts with its message: %v", flushed, flushed)
		}
	}
}
