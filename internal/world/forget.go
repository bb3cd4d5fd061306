package world

import "github.com/checkmodel/checkmodel/trace"

// A long search meets ever new histories of processes, and maybe ever new values. The
// histories are forgotten when there are many points (history.go), the values when they
// take much memory. A value is needed as long as an event that is still compared with
// others holds its number. Between interleavings such events are only those that the
// strategy has planned or keeps: a world that is back at its beginning holds no others.

// Forget steps the systems back to the beginning and forgets what their processes have
// done, and all values but those that the events hold. These numbers stay as they are;
// others may come to stand for other values. The systems must be all that are in use of a
// system and its twins and partners, and no other goroutine may use one meanwhile.
func Forget(systems []*System, events []*trace.Event) {
	vs := systems[0].values
	needed := make([]bool, vs.Len())
	need := func(id trace.ValueID) {
		if id > trace.NoValue && int(id) < len(needed) { // it may be the number of something else
			needed[id] = true
		}
	}
	for _, e := range events {
		e.Values(need)
		forgetAnswers(&e.Op)
		if e.Instead != nil {
			forgetAnswers(e.Instead)
		}
	}
	for _, s := range systems {
		s.StepBack(0)
		forget(s)
		s.past.first.op.Values(need)
		forgetAnswers(&s.past.first.op.Op)
	}
	ids := &systems[0].tableIDs
	ids.mu.Lock()
	defer ids.mu.Unlock()
	for _, o := range ids.byKey {
		need(o.Name) // handles hold it
	}
	vs.Forget(needed, func(v any) bool { _, ok := v.(Board); return ok }) // boards are few, and Shown lists them
}

// forgetAnswers has the condition of an operation, if it has one, forget its answers.
func forgetAnswers(op *trace.Op) {
	if r, ok := op.Patterns.(remembering); ok {
		r.forget()
	}
}
