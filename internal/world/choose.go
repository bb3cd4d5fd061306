package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
)

// Offer says in words which alternatives a Pick has.
func (op *Operation) Offer(alternatives []string) { op.notes = &notes{picks: alternatives} }

func performChoose(_ *System, ev *trace.Event, _ *undo) Result { return Result{N: ev.Alternative} }

func asksChoose(_ words, op *trace.Op) string {
	return fmt.Sprintf("choose one of %d", op.Alternatives)
}

func chosen(_ words, ev *trace.Event) string { return fmt.Sprint(ev.Alternative) }
