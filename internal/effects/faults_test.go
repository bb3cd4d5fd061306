package effects_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A message that is reordered arrives, if it had come in its turn, where the same send without a fault puts it: nowhere if the
// link is cut.
func TestInTurn(t *testing.T) {
	const from, to, name = 1, 2, 9
	budget := &trace.Budget{Number: 1, Limits: [4]int32{0, 1, 1, 1}}
	for _, op := range []trace.Op{
		{Kind: kind.Send, Object: to, Alternatives: 3, Expected: from + 1},
		{Kind: kind.SendName, Key: name, Alternatives: 3, Expected: from + 1},
	} {
		for _, cut := range []int32{0, 1} {
			state := func(c trace.Cell) int32 {
				switch c.Space {
				case effects.Home, effects.NameHolder:
					return to + 1
				case effects.Severed:
					return cut
				}
				return 0
			}
			send := func(alternative int32) trace.Event {
				e := trace.NewEvent(from, 0, op)
				e.Budget = budget
				effects.Vary(&e, alternative)
				effects.Behave(&e, state)
				return e
			}
			plain, later := send(0), send(int32(trace.Reordered))
			inTurn, reordered := effects.InTurn(&later)
			if !reordered || inTurn.To != plain.To || inTurn.Result != plain.Result || inTurn.Alternative != 0 {
				t.Errorf("%v with the link cut %d: in its turn to %d (result %d), without the fault to %d (%d)",
					op.Kind, cut, inTurn.To, inTurn.Result, plain.To, plain.Result)
			}
			if _, reordered := effects.InTurn(&plain); reordered {
				t.Errorf("%v: reordered without a fault", op.Kind)
			}
		}
	}
}
