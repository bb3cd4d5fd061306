package proc

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// A long search meets ever new histories of processes, and maybe ever new values. The
// histories are forgotten when there are many points (history.go), the values when they
// take much memory. A value is needed as long as an event that is still compared with
// others holds its number. Between interleavings such events are only those that the
// strategy has planned or keeps: a world that is back at its beginning holds no others.

// manyValues is how many bytes of values are kept at least before some are forgotten.
const manyValues = 16 << 20

// size is about how many bytes the value takes, with what is needed to find it.
func (v *value) size() int64 { return 250 + 3*int64(len(v.key)) }

// Crowded reports whether the values take so much memory that Forget should be called.
func (s *System) Crowded() bool { return s.values.size.Load() >= s.values.full.Load() }

// Forget steps the systems back to the beginning and forgets what their processes have
// done, and all values but those that the events hold. These numbers stay as they are;
// others may come to stand for other values. The systems must be all that are in use of a
// system and its twins and partners, and no other goroutine may use one meanwhile.
func Forget(systems []*System, events []*trace.Event) {
	vs := systems[0].values
	vs.mu.Lock()
	defer vs.mu.Unlock()
	needed := make([]bool, len(*vs.list.Load()))
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
		s.forget()
		s.past.first.op.Values(need)
		forgetAnswers(&s.past.first.op.Op)
	}
	systems[0].needNames(need)
	vs.forget(needed)
}

// forgetAnswers has the condition of an operation, if it has one, forget its answers.
func forgetAnswers(op *trace.Op) {
	if r, ok := op.Patterns.(remembering); ok {
		r.forget()
	}
}

// needNames calls need for the names of tables, which handles hold.
func (d *directory) needNames(need func(trace.ValueID)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, o := range d.objects {
		need(o.name)
	}
}

// forget forgets the values that are not needed. Boards stay: they are few, and Shown
// lists them.
func (vs *values) forget(needed []bool) {
	list := *vs.list.Load()
	for id, v := range slices.Backward(list) { // so low numbers are given anew first
		if id == 0 || v == nil || needed[id] {
			continue
		}
		if _, ok := v.v.(Board); ok {
			continue
		}
		delete(vs.byKey, v.key)
		vs.size.Add(-v.size())
		list[id] = nil
		vs.free = append(vs.free, trace.ValueID(id))
	}
	vs.full.Store(max(manyValues, 2*vs.size.Load()))
}
