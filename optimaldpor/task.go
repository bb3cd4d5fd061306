package optimaldpor

import (
	"slices"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// task is the subtree below a leaf whose turn it is not yet. One explorer at a
// time works on it, without regard to others: what lies below the leaf nobody else
// looks at, and what lies beside the path to it was looked at when the task began.
type task struct {
	tree tree // the subtree
	root *node
	id   int  // counted from 1
	busy bool // an explorer works on it
	due  atomic.Bool

	planned  []*trace.Event // the events on the path to the root
	sleepers []sleeper      // beside it
	presumed []presumption  // of these, those that have not been executed yet

	path    []trace.Event      // what became of the events that lead to the root and were not settled, the last first
	reached *node              // where the last of these leads: the root, if an interleaving may have so many events
	open    int                // how many were not settled
	found   []*entry           // in the interleavings so far
	size    int                // how many these are
	load    int                // and how much is kept of them: one for each, and for each event of a sequence
	known   map[string]*wakeup // the sequences in these, by what tells them apart
	wrong   bool               // something that was presumed is not so
	full    bool               // no more is explored of it before its turn
}

// Account is what there is to be said of interleavings, some or one, when it is
// their turn.
type Account interface {
	// Settle is called then. It says whether the search shall go on.
	Settle() bool
}

// entry is what was found in interleavings that belongs outside of the subtree:
// in some that come one after the other, but sequences only in the last of them, as
// the search may end behind any of them.
type entry struct {
	account   Account
	size      int // how many interleavings
	sequences []*wakeup
	again     []*wakeup // those of earlier interleavings that were found again, if there is a bound
	boundCut  int       // in the subtree
}

// onlyAccount reports whether nothing more was found than is in the account.
func (f *entry) onlyAccount() bool {
	return len(f.sequences) == 0 && len(f.again) == 0 && f.boundCut == 0
}

// of returns the account, nil if there is no entry.
func (f *entry) of() Account {
	if f == nil {
		return nil
	}
	return f.account
}

// begin makes a task of a leaf that was taken.
func (o *Optimal) begin(leaf *node) {
	o.search.tasks++
	t := &task{root: leaf, id: o.search.tasks, busy: true}
	t.tree = o.search.tree.below(leaf, &o.pool)
	leaf.work.task = t
	o.task, o.left = t, o.search.pace.Stint
	for n := leaf; !n.executed; n = n.parent {
		t.open++
	}
	o.search.tree.divide(leaf)
	o.setPath(&t.tree)
	o.look(0, true)
	t.planned = append(t.planned, o.planned...)
	t.sleepers = append(t.sleepers, o.sleepers...)
	t.presumed = append(t.presumed, o.presumed...)
}

// Task returns a number for what the explorer works on before its turn; 0 if it is
// the turn of the present interleaving. What is found under one number is settled in
// the order in which it was found, or not at all.
func (o *Optimal) Task() int {
	if o.task == nil {
		return 0
	}
	return o.task.id
}

// goOn enters the next leaf of the task, if the explorer shall still work on it.
func (o *Optimal) goOn() bool {
	t := o.task
	if t == nil || o.left == 0 || t.load >= o.search.pace.Task || t.tree.turn == nil || t.due.Load() || t.wrong || o.search.over.Load() {
		return false
	}
	o.left--
	if t.tree.turn.more > 0 {
		o.search.lock() // Hold may be looking at the subtree
		t.tree.divide(t.tree.turn)
		o.search.mu.Unlock()
	}
	o.enterBelow(t)
	return true
}

// enterBelow sets the path to the next leaf of the task.
func (o *Optimal) enterBelow(t *task) {
	o.setPath(&t.tree)
	o.planned = append(o.planned, t.planned...)
	o.sleepers = append(o.sleepers, t.sleepers...)
	o.look(int(t.root.depth), false)
}

// leave ends the work on a task for now.
func (o *Optimal) leave() {
	s, t := o.search, o.task
	o.task = nil
	if t == nil {
		return
	}
	t.busy, t.full = false, t.load >= s.pace.Task
	s.idle = append(s.idle, t)
	s.ahead += t.load
	t.root.reopenPath()
	s.catchUp()
	s.wake()
}

// catchUp gives the tasks their turn that nobody works on.
func (s *Search) catchUp() {
	for s.tree.turn != nil && s.tree.turn.work.task != nil && !s.over.Load() {
		t := s.tree.turn.work.task
		if t.busy {
			t.due.Store(true)
			return
		}
		s.forget(t)
		t.root.work.task = nil
		if t.wrong || !s.adopt(t) {
			s.reopen(t)
		}
	}
}

// forget takes the task out of those that nobody works on.
func (s *Search) forget(t *task) {
	i := slices.Index(s.idle, t)
	s.idle = slices.Delete(s.idle, i, i+1)
	s.ahead -= t.load
}

// idle reports whether there is something to do and nobody does it.
func (t *task) idle() bool { return !t.busy && !t.full && t.tree.turn != nil && !t.wrong }

// adopt accounts for the interleavings of a task whose turn it is, and makes its
// subtree part of the tree. It returns false if something was presumed wrongly, or
// there are more than there shall be.
func (s *Search) adopt(t *task) bool {
	if !hold(t.presumed) || s.budget >= 0 && t.size > s.budget {
		return false
	}
	n := t.reached
	for i := range t.path {
		n.settle(&t.path[i])
		n = n.parent
	}
	for _, f := range t.found {
		if f.account != nil && !f.account.Settle() {
			s.over.Store(true)
			return true
		}
		if s.budget > 0 {
			s.budget -= f.size
		}
		for _, w := range f.sequences {
			s.plan(w)
		}
		for _, w := range f.again {
			s.boundCut += w.cut
		}
		s.boundCut += f.boundCut
	}
	t.root.done += t.tree.done
	if t.tree.turn == nil {
		s.pass(t.root)
	} else {
		s.tree.turn = t.tree.turn
		s.pause()
	}
	return true
}

// keep notes what was found in an interleaving of the task.
func (o *Optimal) keep() {
	t := o.task
	if len(t.found) == 0 {
		t.settled(o)
	}
	f := o.entry()
	o.settle()
	beside := func(settled []span, choice *trace.Event, j int) []span {
		if j < int(t.root.depth) {
			return settled
		}
		return o.plannedBeside(settled, choice, j)
	}
	o.plans(beside, func(w *wakeup) {
		if o.locate(w); w.at.depth < t.root.depth {
			o.note(w, f)
		} else if cut := t.tree.insert(w); cut > 0 {
			f.boundCut += cut
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

// entry returns the entry of the task that the present interleaving is the last of.
func (o *Optimal) entry() *entry {
	t := o.task
	t.size++
	t.load++
	var before *entry
	if last := len(t.found) - 1; last >= 0 && t.found[last].onlyAccount() {
		before = t.found[last]
	}
	f := &entry{size: 1}
	if o.later != nil {
		f.account = o.later(before.of())
	}
	if before != nil && before.account == f.account {
		before.size++
		return before
	}
	t.found = append(t.found, f)
	return f
}

// settled notes what became of the events that lead to the root.
func (t *task) settled(o *Optimal) {
	depth := min(int(t.root.depth), len(o.trace))
	t.reached = o.path[depth]
	for open := t.open - (int(t.root.depth) - depth); len(t.path) < open; depth-- {
		t.path = append(t.path, o.trace[depth-1])
	}
}

// note keeps a sequence that belongs outside of the subtree. Most were found in an
// earlier interleaving of the task already, and change nothing any more.
func (o *Optimal) note(w *wakeup, f *entry) {
	t := o.task
	o.key = w.key(o.key[:0])
	if k, ok := t.known[string(o.key)]; ok {
		if o.search.config.Bound.Limits() {
			f.again = append(f.again, k)
		}
		return
	}
	if t.known == nil {
		t.known = map[string]*wakeup{}
	}
	k := w.kept()
	t.known[string(o.key)] = k
	f.sequences = append(f.sequences, k)
	t.load += len(k.events) + len(k.beyond)
}

// presumption is that an event to the left of a path will be what was planned.
type presumption struct {
	node  *node
	event *trace.Event
}

// hold reports whether all events have become what was presumed.
func hold(presumed []presumption) bool {
	for _, p := range presumed {
		if !p.node.event.Alike(p.event) {
			return false
		}
	}
	return true
}
