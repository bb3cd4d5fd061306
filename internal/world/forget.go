package world

import (
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// Forget steps the systems back to the beginning and forgets their histories, and all values except
// the values in the events, which must be all events of the strategy. The numbers of these values stay the
// same; other numbers may get other values. The systems must be a system and all of its twins and
// partners that are in use, and no other goroutine may use one meanwhile.
func Forget(systems []*System, events []*trace.Event) {
	vs := systems[0].Values
	needed := make([]bool, vs.Len())
	need := func(id trace.ValueID) {
		if id > trace.NoValue && int(id) < len(needed) { // it may be another number than a value's
			needed[id] = true
		}
	}
	for _, e := range events {
		e.Values(need)
		forgetAnswers(&e.Op, need)
		if e.Instead != nil {
			forgetAnswers(e.Instead, need)
		}
	}
	for _, s := range systems {
		s.StepBack(0)
		s.ForgetPoints()
		s.Runner.Forget()
		s.Past.First.Values(need)
		forgetAnswers(&s.Past.First.Op.Op, need)
	}
	systems[0].Names(need)

	vs.Forget(needed, func(v any) bool { _, ok := v.(program.Board); return ok }) // boards are few, and Shown lists them
}

func forgetAnswers(op *trace.Op, need func(trace.ValueID)) {
	switch r := op.Does.(type) {
	case conditions.Remembering:
		r.Forget()
	case *program.Poll:
		r.Forget(need)
	}
}
