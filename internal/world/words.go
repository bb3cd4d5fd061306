package world

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// words describes operations and events of a system, in the same words in every run.
type words struct{ s *System }

func (w words) text(id trace.ValueID) string { return w.s.Values.Text(id) }

func (w words) actor(id int32) string { return w.s.Actors.ByID(trace.ActorID(id)).Name }

func (w words) asks(op *program.Operation) string {
	if picks := op.Picks(); picks != nil {
		return fmt.Sprintf("pick one of %d", len(picks))
	}
	return kinds[op.Kind].asks(w, &op.Op)
}

// says returns a function that describes an operation. In the format, %o stands for the object, an
// actor, %k for the key, %v for the value, %e for the expected value, %r for the reference, %p for the
// patterns, %t for the table, %h for its new owner, %f for the file, %c for the jump of a clock, and %n for the number of alternatives.
func says(format string) func(words, *trace.Op) string {
	return func(w words, op *trace.Op) string {
		text, rest, more := strings.Cut(format, "%")
		for more {
			var after string
			what := rest[0]
			after, rest, more = strings.Cut(rest[1:], "%")
			text += w.part(op, what) + after
		}
		return text
	}
}

func (w words) part(op *trace.Op, what byte) string {
	switch what {
	case 'o':
		return w.actor(op.Object)
	case 'k':
		return w.text(op.Key)
	case 'v':
		return w.text(op.Value)
	case 'e':
		return w.text(op.Expected)
	case 'r':
		return w.s.Reference(op.MonitorNumber() - 1).Name
	case 'n':
		return fmt.Sprint(op.Alternatives)
	case 'p':
		return fmt.Sprint(op.Does)
	case 'c':
		return howFar(op)
	case 'f':
		return w.s.Disks.Name(op.Key)
	case 'h':
		return w.actor(int32(op.Heir()))
	}
	return w.tableName(op)
}

// either returns a function that returns yes if the event is Ok, otherwise no.
func either(yes, no string) func(words, *trace.Event) string {
	return func(_ words, ev *trace.Event) string {
		if ev.Ok {
			return yes
		}
		return no
	}
}
