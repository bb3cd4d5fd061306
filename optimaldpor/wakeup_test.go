package optimaldpor

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// anyMessage matches all messages.
type anyMessage struct{}

func (anyMessage) Match(trace.ValueID) bool { return true }

// TestGive holds that what is certain behind a wakeup sequence stays so only until
// the sequence goes below an event that conflicts with it.
//
// The sequence is a message to the first process. Behind it, the second process reads
// a row, and the first takes the message: so its order with another message is visible.
// Behind a change of that row, nobody knows any more.
func TestGive(t *testing.T) {
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
		visible  bool // so the last branch conflicts with the sequence
	}{
		"the order of two messages is visible behind the sequence":  {[]*trace.Event{&other}, true},
		"it is not known behind an event that conflicts with it":    {[]*trace.Event{&writes, &other}, false},
		"what is behind the sequence itself conflicts with nothing": {[]*trace.Event{&reads, &other}, true},
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
				below := w.covered(b)
				if want := i < len(c.branches)-1 || !c.visible; below != want {
					t.Fatalf("branch %d: the sequence goes below it: %v, want %v", i, below, want)
				}
				w.pass(b)
			}
			if len(w.events) == 1 == c.visible {
				t.Errorf("the sequence is of %d events", len(w.events))
			}
		})
	}
}
