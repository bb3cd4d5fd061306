package main

// searchMutants are mistakes in what the search plans.
var searchMutants = []mutant{
	{
		name: "descend-with-the-event", file: "optimaldpor/search.go",
		old:    "\t\t\tw.pass(&k.event)\n",
		new:    "",
		broken: "a sequence that goes below a branch keeps the event of that branch",
	}, {
		name: "left-without-what-is-seen-later", file: "optimaldpor/optimal.go",
		old:    "o.seq.covered(s.initial, s.from)",
		new:    "o.seq.weakInitial(s.initial, s.from)",
		broken: "a sequence is dropped although a receive behind it shows an order that was not explored",
	}, {
		name: "right-without-what-is-seen-later", file: "optimaldpor/search.go",
		old:    "if !w.covered(k.initial()) {",
		new:    "if !weakInitial(w.relation, k.initial(), w.takers, w.events) {",
		broken: "a sequence goes below a branch although a receive behind it shows another order",
	}, {
		name: "below-what-conflicts-beyond", file: "optimaldpor/wakeup.go",
		old:    "w.wide(), w.events, w.beyond)",
		new:    "w.wide(), w.events)",
		broken: "a sequence goes below a branch that conflicts with what is certain behind it",
	}, {
		name: "asleep-where-it-conflicts-beyond", file: "optimaldpor/sequence.go",
		old:    "weakInitial(s.relation, e, s, s.events, s.beyond)",
		new:    "weakInitial(s.relation, e, s, s.events)",
		broken: "a sequence is dropped for what conflicts with what is certain behind it",
	}, {
		name: "other-outcomes-of-the-first", file: "optimaldpor/optimal.go",
		old:    "if e := &o.trace[j]; e.Kind == trace.Choose {",
		new:    "if e := &o.trace[j]; e.Kind == trace.Choose && e.Alternative == 0 {",
		broken: "the other outcomes of a choice are planned only where it had the first",
	}, {
		name: "outcomes-that-slept", file: "optimaldpor/optimal.go",
		old:    "if s.awake == j && s.event.Actor == choice.Actor {",
		new:    "if s.awake <= j && s.event.Actor == choice.Actor {",
		broken: "an outcome of a choice is not planned where it slept but was woken",
	}, {
		name: "beyond-again", file: "optimaldpor/wakeup.go",
		old:    "\tremove(&w.beyond, e.Actor)\n",
		new:    "",
		broken: "what comes behind a sequence is planned again where a branch has done it already",
	}, {
		name: "alternatives-all-apart", file: "optimaldpor/choices.go",
		old:    "\treturn !any\n",
		new:    "\treturn !any || true\n",
		broken: "a sequence that begins with a choice is planned although a branch has the same alternative",
	}, {
		name: "common-alternatives-to-the-right", file: "optimaldpor/choices.go",
		old:    "\t\tif part == both {\n",
		new:    "\t\tif false {\n",
		broken: "alternatives that a branch stands for are planned to the right of it once more",
	}, {
		name: "below-where-it-parts", file: "optimaldpor/search.go",
		old:    "k = p.unfold(k, common+1).parent",
		new:    "k = p.unfold(k, common+1)",
		broken: "a sequence goes on below the event at which it parts from a planned one",
	}, {
		name: "rest-forgotten", file: "optimaldpor/tree.go",
		old:    "last.rest = append(p.rest(len(rest)-events), rest[events:]...)",
		new:    "_ = rest[events:]",
		broken: "of a planned sequence from which another branches off, the rest is left to chance",
	}, {
		name: "folded-although-taken", file: "optimaldpor/search.go",
		old:    "leaf = p.unfold(leaf, len(leaf.rest)) // others",
		new:    "// others",
		broken: "an explorer ahead of the turn takes a leaf on the way to which others may plan something",
	}, {
		name: "frontier-without-rest", file: "optimaldpor/frontier.go",
		old:    "for i := range n.rest {",
		new:    "for i := range n.rest[:0] {",
		broken: "a search that is resumed does not know all of a planned sequence",
	}, {
		name: "shut-behind-insert", file: "optimaldpor/search.go",
		old:    "\t\t\tk.shut = false\n",
		new:    "",
		broken: "explorers that look for work do not find what was planned below a branch that had none",
	}, {
		name: "reverse-what-somebody-else-told", file: "optimaldpor/sequence.go",
		old:    "if s.changed.Told == executed[i].ID() && s.changed.Instead != nil {",
		new:    "if s.changed.Instead != nil {",
		broken: "the end of a process is undone by reversing a race with an event that did not cause it",
	}, {
		name: "observer-takes-the-old", file: "optimaldpor/sequence.go",
		old:     "s.given, s.taking = s.changed.Message, w",
		new:     "s.given, s.taking = s.changed.Message, -1",
		broken:  "the observer is thought to take both messages",
		nothing: "it is not part of the sequence at its old place, and such a receive takes nothing anyhow",
	}, {
		name: "later-events-left-out", file: "optimaldpor/sequence.go",
		old:    "\t\tif int(k) != j {\n",
		new:    "\t\tif int(k) < j {\n",
		broken: "a sequence does not have what comes behind the race and has nothing to do with it",
	}, {
		name: "cells-foreseen-from-reads", file: "optimaldpor/sequence.go",
		old:    "a.Cell == c && a.Effect != trace.Read",
		new:    "a.Cell == c",
		broken: "a cell is thought to be empty where it was read last",
	}, {
		name: "foreseen-row-without-other", file: "optimaldpor/sequence.go",
		old:    "\tif e.Effect == trace.Write {\n\t\te.Before = other\n\t}\n",
		new:    "\t_ = other\n",
		broken: "of a reversed insert, a Select cannot tell what was there before that is different",
	}, {
		name: "dropped-table-foreseen", file: "optimaldpor/sequence.go",
		old:    "exists = f.Kind == trace.TableNew",
		new:    "exists = true",
		broken: "a reversed operation is thought to find a table that has been dropped",
	}, {
		name: "row-of-dropped-table", file: "optimaldpor/sequence.go",
		old:    "\t\t\texists = f.Kind == trace.TableNew\n\t\t\treturn true\n",
		new:    "\t\t\texists = exists || f.Kind == trace.TableNew\n",
		broken: "a reversed operation is thought to find rows of a table that has been dropped since",
	}, {
		name: "ended-takes-what-is-taken", file: "optimaldpor/sequence.go",
		old:    "if f.To != e.Actor || s.Taker(f) != nil || !e.Patterns.Match(f.Value) {",
		new:    "if f.To != e.Actor || !e.Patterns.Match(f.Value) {",
		broken: "a process that goes on instead of ending is thought to take a message again",
	}, {
		name: "ended-waits-for-ever", file: "optimaldpor/sequence.go",
		old:    "return e.Kind == trace.ReceiveTimeout || e.Taken != trace.NoEvent",
		new:    "return e.Taken != trace.NoEvent",
		broken: "a process that might have timed out instead of ending is thought to wait",
	}, {
		name: "taker-behind-the-plan", file: "optimaldpor/sequence.go",
		old:    "return k < s.start || s.within[k] == s.round ||",
		new:    "return k < s.start || s.within[k] != 0 ||",
		broken: "in a planned sequence a message is taken by a receive that is not part of it",
	}, {
		name: "flush-on-the-way", file: "optimaldpor/wakeup.go",
		old:    "\tif e.Flushes() {\n",
		new:    "\tif false {\n",
		broken: "a sequence that goes below a branch that flushes a monitor does not know it",
	}, {
		name: "flush-passed-and-gone", file: "optimaldpor/wakeup.go",
		old:    "\tfor _, f := range w.passed {\n\t\tt = behind{t, f}\n\t}\n",
		new:    "",
		broken: "a flush that a sequence has passed is forgotten where what is beyond matters",
	}, {
		name: "flush-out-of-beyond", file: "optimaldpor/wakeup.go",
		old:    "\tremove(&w.beyond, e.Actor)\n",
		new:    "\tif remove(&w.beyond, e.Actor) {\n\t\treturn\n\t}\n",
		broken: "a flush that comes out of what is beyond a sequence is not known in front of it",
	}, {
		name: "kept-without-flushes", file: "optimaldpor/takers.go",
		old:    "\tfor _, f := range by.flushes() {\n\t\tt.flush = append(t.flush, copied(f))\n\t}\n",
		new:    "",
		broken: "a sequence that is kept forgets which monitors are flushed in it",
	}, {
		name: "kept-without-flushes-before", file: "optimaldpor/sequence.go",
		old:    "\t\tif s.has(int(k)) {\n",
		new:    "\t\tif s.has(int(k)) && int(k) >= s.start {\n",
		broken: "a sequence that is kept forgets which monitors have been flushed before it",
	}, {
		name: "observed-at-once", file: "optimaldpor/sequence.go",
		old:    "return max(k, s.order.TakerPosition(x)), true",
		new:    "return k, true",
		broken: "a sleeper is held for awake before the receive that shows that it is",
	}, {
		name: "sleepers-of-one-depth", file: "optimaldpor/optimal.go",
		old:    "if s.from > o.seq.start {",
		new:    "if s.from >= o.seq.start {",
		broken: "what sleeps at the state where the sequence begins is passed over",
	}, {
		name: "awake-at-the-start", file: "optimaldpor/optimal.go",
		old:    "if s.awake >= o.seq.start &&",
		new:    "if s.awake > o.seq.start &&",
		broken: "a sleeper that the reversed event woke counts as awake in the reversal, too",
	}, {
		name: "sleep-in-cut", file: "optimaldpor/optimal.go",
		old:    "repetition := o.findSleepers(end.Outcome != trace.Cut)",
		new:    "repetition := o.findSleepers(true)",
		broken: "an interleaving that was cut is said to be one too many",
	}, {
		name: "no-second-thought-for-awaits", file: "optimaldpor/optimal.go",
		old:    "\tfor _, await := range waiting(o.trace, o.waiting) {",
		new:    "\tfor _, await := range waiting(o.trace, o.waiting[:0]) {",
		broken: "an Await that waits in vain is not tried earlier",
	}, {
		name: "await-only-at-the-end", file: "optimaldpor/optimal.go",
		old:    "\t\t\t\timpossible = true\n",
		new:    "",
		broken: "an Await that cannot come directly in front of a change is not tried still earlier",
	}, {
		name: "awaited-changes-stay", file: "optimaldpor/await.go",
		old:    "\t\taway = append(away, i)\n\t\tif",
		new:    "\t\tif",
		broken: "where an Await comes in front of a change, later changes stay",
	}, {
		name: "await-of-another-table", file: "optimaldpor/await.go",
		old:    "if !s.weakInitial(initial{event: &executed[i]}, i) {",
		new:    "if len(s.events) > 0 {",
		broken: "an Await comes in front of a change of a table that does not have its name then",
	}, {
		name: "begins-with-what-waits", file: "optimaldpor/source.go",
		old:    "if k < j || waitsFor(k) || slices.ContainsFunc(needed, before) {",
		new:    "if k < j || slices.ContainsFunc(needed, before) {",
		broken: "source-DPOR begins a sequence with an event that only what comes later makes possible",
	}, {
		name: "one-alternative-for-all", file: "optimaldpor/wakeup.go",
		old:    "if w.partly(e) || !w.covered(e) {",
		new:    "if !w.covered(e) {",
		broken: "several alternatives of a choice are taken for planned where only the first of them is",
	}, {
		name: "alternatives-at-one-price", file: "optimaldpor/choices.go",
		old:    "_, ok := s.cost(n, n.width+i)",
		new:    "_, ok := s.cost(n, n.width)",
		broken: "the bound admits all alternatives of a choice at the price of the first",
	}, {
		name: "width-of-what-was-dropped", file: "optimaldpor/tree.go",
		old:    "n.kids, n.width, n.mergers = n.kids[:0], 0, 0",
		new:    "n.kids, n.mergers = n.kids[:0], 0",
		broken: "a task that begins anew pays for the branches that it had planned before",
	}, {
		name: "merged-and-forgotten", file: "optimaldpor/choices.go",
		old:    "left.more += n.more + 1",
		new:    "left.more += n.more",
		broken: "of alternatives of a choice that were explored, one is forgotten",
	}, {
		name: "await-before-its-start", file: "optimaldpor/await.go",
		old:    "if executed[i].Actor == e.Actor || executed[i].Starts() == e.Actor {",
		new:    "if executed[i].Actor == e.Actor {",
		broken: "an Await may come in front of the start of its process",
	}, {
		name: "await-by-name", file: "optimaldpor/await.go",
		old:    "\t\tif names(&e.Accesses[i], await) {\n\t\t\treturn true\n\t\t}\n",
		new:    "\t\t_ = i\n",
		broken: "an Await by name does not come in front of what gave the name to another table",
	}, {
		name: "await-behind-its-end", file: "optimaldpor/await.go",
		old:    "inFrontOf(told, append(slices.Clip(away), told))",
		new:    "inFrontOf(i, away)",
		broken: "an Await of a process that was ended is tried behind what ended it",
	}, {
		name: "await-with-no-change-behind-the-signal", file: "optimaldpor/await.go",
		old:    "if !s.order.Before(told, i) { // or it cannot come in front",
		new:    "if i < told {",
		broken: "what makes a row right behind the signal that ends who waits does not come in front of that",
	}, {
		name: "await-with-its-rivals", file: "optimaldpor/await.go",
		old:    "\t\t\ts.within[k] = 0\n",
		new:    "",
		broken: "receives that stay away from a sequence are thought to take their messages in it",
	}, {
		name: "source-wakes-the-done", file: "optimaldpor/source.go",
		old:    "range slices.Concat(f.sleep, f.done) {",
		new:    "range slices.Concat(f.sleep) {",
		broken: "in source-DPOR what was explored from a state does not sleep behind it",
	},
}

// taskMutants are mistakes in what several workers do, and in going on with a
// search that was stopped.
var taskMutants = []mutant{
	{
		name: "same-events-again", file: "optimaldpor/optimal.go",
		old:    "\to.same = min(o.same, depth)\n",
		new:    "",
		broken: "happens-before is kept of events that have been replaced",
	}, {
		name: "presume-nothing", file: "optimaldpor/task.go",
		old:    "o.look(0, true)",
		new:    "o.look(0, false)",
		broken: "a task does not note what it presumes of others' branches",
	}, {
		name: "adopt-what-was-presumed", file: "optimaldpor/task.go",
		old:    "if !hold(t.presumed) || s.budget >= 0",
		new:    "if s.budget >= 0",
		broken: "a task is adopted although something that it presumed is not so",
	}, {
		name: "adopt-beyond-the-budget", file: "optimaldpor/task.go",
		old:    "if !hold(t.presumed) || s.budget >= 0 && t.size > s.budget {",
		new:    "if !hold(t.presumed) {",
		broken: "a task is adopted although it has more interleavings than there shall be",
	}, {
		name: "budget-not-spent-by-tasks", file: "optimaldpor/task.go",
		old:    "\t\t\ts.budget -= f.size\n",
		new:    "",
		broken: "interleavings of tasks do not count against the budget",
	}, {
		name: "repetition-of-a-task", file: "optimaldpor/optimal.go",
		old:    "\tcase repetition != nil:\n\t\to.task.wrong = true\n",
		new:    "",
		broken: "a task goes on although an interleaving shows that something was presumed wrongly",
	}, {
		name: "cut-again-in-tasks", file: "optimaldpor/task.go",
		old:    "\t\t\ts.boundCut += w.cut\n",
		new:    "\t\t\t_ = w\n",
		broken: "what the bound cuts is counted once where a task has found it several times",
	}, {
		name: "cut-in-tasks", file: "optimaldpor/task.go",
		old:    "\t\ts.boundCut += f.boundCut\n",
		new:    "",
		broken: "what the bound cuts within a task is not counted",
	}, {
		name: "reopen-with-the-old", file: "optimaldpor/search.go",
		old:    "\tp.drop(t.root)\n",
		new:    "",
		broken: "a task that begins anew finds what it did before",
	}, {
		name: "done-not-adopted", file: "optimaldpor/task.go",
		old:    "\tt.root.done += t.done\n",
		new:    "",
		broken: "the interleavings of a task are missing in the outlook",
	}, {
		name: "kept-without-takers", file: "optimaldpor/wakeup.go",
		old:    "\tk.takers = takersOf(w.events, w.takers)\n",
		new:    "\tk.takers = takers{}\n",
		broken: "who takes the messages of a sequence is forgotten until it is planned",
	}, {
		name: "frontier-without-cost", file: "optimaldpor/frontier.go",
		old:    "n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why",
		new:    "n.done, n.leaf, n.why = b.Done, b.Leaf, b.Why",
		broken: "a search that is resumed has the whole bound again in each open branch",
	}, {
		name: "frontier-without-why", file: "optimaldpor/frontier.go",
		old:    "n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why",
		new:    "n.cost, n.done, n.leaf = b.Cost, b.Done, b.Leaf",
		broken: "a search that is resumed cannot say why an interleaving is explored",
	}, {
		name: "frontier-without-done", file: "optimaldpor/frontier.go",
		old:    "n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why",
		new:    "n.cost, n.leaf, n.why = b.Cost, b.Leaf, b.Why",
		broken: "the outlook of a search that is resumed forgets what was explored",
	}, {
		name: "frontier-forgets-the-done", file: "optimaldpor/frontier.go",
		old:    "case onPath && k.place < path[n.depth+1].place:",
		new:    "case onPath && k.place+1 < path[n.depth+1].place:",
		broken: "what was explored last beside the open branches is taken for open",
	},
}
