package world

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// nothing is the body of a process that does nothing.
type nothing struct{ identity.Messages }

func (nothing) New() (*program.Execution, func()) { return new(program.Execution), func() {} }

// TestSelectionForgets: what a receive has remembered about a number is not used for the next value
// with that number.
func TestSelectionForgets(t *testing.T) {
	sys := NewSystem(nothing{}, nil)
	defer sys.Close()
	s := conditions.NewEvaluator(sys.Values, sys.Watch, "main").Select([]mailbox.Pattern{mailbox.Type[int]()}).(*conditions.Selection)
	first := sys.Values.Known(1)
	if !s.Match(first) {
		t.Fatal("it does not match 1")
	}
	held := trace.NewEvent(0, 0, trace.Op{Kind: kind.Receive, Does: s})
	Forget([]*System{sys}, []*trace.Event{&held})
	second := sys.Values.Known("text")
	if second != first {
		t.Fatalf("the number is %d, was %d", second, first)
	}
	if s.Match(second) {
		t.Error("it matches a text that has the number of 1 now")
	}
	if n, difference := s.Recheck(s); n != 1 || difference != "" {
		t.Errorf("%d answers are compared: %s", n, difference)
	}
}
