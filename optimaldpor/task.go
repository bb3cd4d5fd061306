package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
)

// begin makes a leaf that was taken a task.
func (o *Optimal) begin(leaf *node) {
	o.search.tasks++
	whole := &o.search.tree
	t := &task{root: leaf, id: o.search.tasks, busy: true}
	t.tree = tree{bound: whole.bound, nodes: &o.pool, top: leaf, turn: leaf, apart: whole.apart}
	leaf.task = t
	o.task, o.left = t, o.search.limits.Slice-1
	for n := leaf; !n.executed; n = n.parent {
		t.open++
	}
	whole.divide(leaf)
	o.setPath(&t.tree)
	o.look(0, true) // nothing is known of the path in a new tree
	t.planned = append(t.planned, o.planned...)
	t.sleepers = append(t.sleepers, o.sleepers...)
	t.assumed = append(t.assumed, o.assumed...)
}

// Task returns the number of the task that the explorer works on; 0 if it is the turn of the
// present interleaving. The batches of one task are counted in the order in which they were
// found, or not at all.
func (o *Optimal) Task() int {
	if o.task == nil {
		return 0
	}
	return o.task.id
}

// continueTask sets the path to the next leaf of the task. It returns false if the explorer is to
// leave the task.
func (o *Optimal) continueTask() bool {
	t := o.task
	if t == nil || o.left == 0 || t.load >= o.search.limits.Task || t.tree.turn == nil || t.tree.turn.elsewhere || t.due.Load() || t.wrong || o.search.stopped.Load() {
		return false
	}
	o.left--
	if t.tree.turn.more > 0 {
		o.search.lock() // Hold may be looking at the subtree
		t.tree.divide(t.tree.turn)
		o.search.mu.Unlock()
	}
	o.setPathInTask(t)
	return true
}

// setPathInTask sets the path to the next leaf of the task.
func (o *Optimal) setPathInTask(t *task) {
	from, root := o.setPath(&t.tree), int(t.root.depth)
	if from < root {
		from = root
		o.planned, o.prefix = append(o.planned[:0], t.planned...), o.prefix[:0]
		o.sleepers = append(o.sleepers[:0], t.sleepers...)
	}
	o.look(from, false)
}

// leave ends the work on the task; any explorer may continue it later.
func (o *Optimal) leave() {
	s, t := o.search, o.task
	o.task = nil
	if t == nil {
		return
	}
	o.last.forget() // another explorer may begin the task again
	t.busy, t.full = false, t.load >= s.limits.Task
	s.idle = append(s.idle, t)
	s.ahead += t.load
	t.root.reopenPath()
	s.catchUp()
	s.wake()
}

// catchUp adds the results of tasks to the tree whose turn it is, unless an explorer works on them.
func (s *Dispatcher) catchUp() {
	for s.tree.turn != nil && s.tree.turn.task != nil && !s.stopped.Load() {
		t := s.tree.turn.task
		if t.busy {
			t.due.Store(true)
			return
		}
		t.root.task = nil
		if t.unit == nil {
			s.removeIdle(t)
		}
		s.endUnits(t)
		if t.wrong || !s.adopt(t) {
			s.reopen(t)
		}
	}
}

// removeIdle removes the task from the list of tasks without an explorer.
func (s *Dispatcher) removeIdle(t *task) {
	i := slices.Index(s.idle, t)
	s.idle = slices.Delete(s.idle, i, i+1)
	s.ahead -= t.load
}

// adopt counts the interleavings of a task whose turn it is, and makes its subtree part of the
// tree. It returns false if an assumption was wrong, or if the task has more interleavings than
// the budget.
func (s *Dispatcher) adopt(t *task) bool {
	if !stillHold(t.assumed) || s.budget >= 0 && t.size > s.budget {
		return false
	}
	n := t.reached
	for i := range t.path {
		n.setExecuted(t.path[i])
		n = n.parent
	}
	for _, f := range t.found {
		if f.batch != nil && !f.batch.Count() {
			s.boundCut += f.allCut() - f.cutByLast()
			s.stopped.Store(true)
			return true
		}
		if s.budget > 0 {
			s.budget -= f.size
		}
		for _, w := range f.sequences {
			s.plan(w)
		}
		s.boundCut += f.allCut()
	}
	t.root.done += t.tree.done
	switch first, known := s.adoptOutcomes(t); {
	case !known:
		return false
	case first == nil:
		s.pass(t.root)
	default:
		s.tree.turn = first
		s.tree.turns++
		s.pause()
	}
	return true
}

// record adds the result of an interleaving to the task.
func (o *Optimal) record() {
	t := o.task
	if len(t.found) == 0 {
		t.recordPath(o)
	}
	f := o.entry()
	o.setExecuted()
	beside := func(planned []wakeup.Span, choice *trace.Event, j int) []wakeup.Span {
		if j < int(t.root.depth) {
			return planned
		}
		return o.plannedBeside(planned, choice, j)
	}
	plan := func(w *insertion) {
		if o.locate(w); w.at.depth < t.root.depth {
			o.note(w, f)
		} else {
			w.cut = t.tree.insert(w)
			f.addCuts(w.cut)
		}
	}
	o.plans(beside, plan, func(was result) {
		if f.addCuts(was.cut); was.noted != nil {
			o.noteAgain(was.noted, f)
		}
	})
	end := o.end()
	if end == t.root {
		t.tree.done++
	} else {
		end.done = 1
	}
	t.tree.advance(end)
}

// entry returns the entry of the present interleaving. It is the previous entry if both interleavings are in one batch, and the
// previous entry has no new sequence.
func (o *Optimal) entry() *entry {
	t := o.task
	t.size++
	t.load++
	var before *entry
	if last := len(t.found) - 1; last >= 0 && len(t.found[last].sequences) == 0 {
		before = t.found[last]
	}
	f := &entry{size: 1}
	if o.later != nil {
		f.batch = o.later(before.of())
	}
	if before != nil && before.batch == f.batch {
		before.next()
		return before
	}
	t.found = append(t.found, f)
	return f
}

// recordPath records the executed events on the path to the root that were only planned when the
// task began.
func (t *task) recordPath(o *Optimal) {
	depth := min(int(t.root.depth), len(o.run.Events))
	t.reached = o.path[depth]
	for open := t.open - (int(t.root.depth) - depth); len(t.path) < open; depth-- {
		t.path = append(t.path, o.run.Copy(depth-1))
	}
}

// note records a sequence that belongs outside of the subtree. Most of them were found by an
// earlier interleaving of the task, and change nothing.
func (o *Optimal) note(w *insertion, f *entry) {
	t := o.task
	o.key = w.key(o.key[:0])
	if k, ok := t.known[string(o.key)]; ok {
		w.noted = k
		o.noteAgain(k, f)
		return
	}
	if t.known == nil {
		t.known = map[string]*insertion{}
	}
	k := w.snapshot()
	t.known[string(o.key)], w.noted = k, k
	f.sequences = append(f.sequences, k)
	t.load += len(k.Events) + len(k.Beyond)
}

// noteAgain records that a sequence was found again: each time it is a cut, if the bound does not admit it.
func (o *Optimal) noteAgain(w *insertion, f *entry) {
	if !o.search.config.Bound.Limits() {
		return
	}
	f.lastAgain = append(f.lastAgain, w)
	if w.again.entry != f {
		w.again.entry, w.again.place = f, len(f.again)
		f.again = append(f.again, again{w: w})
	}
	f.again[w.again.place].times++
}
