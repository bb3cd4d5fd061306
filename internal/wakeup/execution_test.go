package wakeup

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestCopies: equal events have one copy, others have another one, and what was copied before the search forgot values has
// another one afterwards.
func TestCopies(t *testing.T) {
	var c copies
	e := trace.NewEvent(1, 2, trace.Op{Kind: kind.Send, Object: 3, Value: 4})
	equal, other := e, e
	other.Ok = false
	first := c.of(&e)
	if first == &e || c.of(&equal) != first {
		t.Error("equal events do not have one copy")
	}
	if got := c.of(&other); got == first || got.Ok {
		t.Error("another event has the same copy")
	}
	c.of(&e)
	before := c.of(&e)
	c.since(0)
	if c.of(&e) != before {
		t.Error("a copy is forgotten although no values were")
	}
	c.since(1)
	if c.of(&e) == before {
		t.Error("a copy outlives the values that were forgotten")
	}
}
