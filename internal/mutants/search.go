package main

// searchMutants are mistakes in what the search plans.
var searchMutants = []mutant{
	{
		name: "descend-with-the-event", in: "tree.insertPart",
		old: "w.pass(k.event)", new: "",
		broken: "a sequence that is inserted below a branch keeps the event of that branch",
	}, {
		name: "guide-that-sleeps", in: "Optimal.Choose",
		old: "o.awake(st)", new: "st",
		broken: "a guided search follows its guide where that was explored before",
	}, {
		name: "left-without-what-is-seen-later", in: "Optimal.asleep",
		old:    "s.wokenAt >= o.seq.start && o.seq.covered(s.initial, s.apartTo(o.seq.start))",
		new:    "s.wokenAt >= o.seq.start && o.seq.weakInitial(s.initial, s.apartTo(o.seq.start))",
		broken: "a sequence is dropped although a receive after it reveals an order that was not explored",
	}, {
		name: "right-without-what-is-seen-later", in: "Search.insert",
		old: "!w.covered(k.initial())", new: "!weakInitialWithin(w.relation, k.initial(), nil, w.takers, w.places, w.events)",
		broken: "a sequence is inserted below a branch although a receive after it reveals another order",
	}, {
		name: "path-known-too-far", in: "interleaving.setPath",
		old: "min(t.parted, settled, len(o.path)-1)", new: "min(t.parted+1, settled, len(o.path)-1)",
		broken: "what sleeps beside the first new branch of an interleaving is forgotten",
	}, {
		name: "path-of-another-explorer", in: "interleaving.setPath",
		old: "o.tree == t && o.turns == t.turns-1", new: "o.tree == t",
		broken: "an explorer does not notice that others were in the tree",
	}, {
		name: "below-what-conflicts-beyond", in: "wakeup.covered",
		old: "w.wide(), w.events, w.beyond", new: "w.wide(), w.events",
		broken: "a sequence is inserted below a branch that conflicts with what must follow the sequence",
	}, {
		name: "asleep-where-it-conflicts-beyond", in: "sequence.weakInitial",
		old: "weakInitialWithin(s.relation, e, l, s, s.events, s.beyond)", new: "weakInitialWithin(s.relation, e, l, s, s.events)",
		broken: "a sequence is dropped for a sleeping event that conflicts with what must follow the sequence",
	}, {
		name: "other-outcomes-of-the-first", in: "interleaving.plans",
		old:    "o.planAlternatives(j, beside, planAll)",
		new:    "if o.trace[j].Alternative == 0 { o.planAlternatives(j, beside, planAll) }",
		broken: "the other outcomes of a choice are planned only where it had the first outcome",
	}, {
		name: "outcomes-that-slept", in: "Optimal.unsettled",
		old:    "s.awake == j && s.event.Actor == choice.Actor",
		new:    "s.awake <= j && s.event.Actor == choice.Actor",
		broken: "an outcome of a choice is not planned where it was asleep and has been woken",
	}, {
		name: "beyond-again", in: "wakeup.pass",
		old: "w.places.without(len(w.events) + k); w.beyond = without(w.beyond, k)", new: "",
		broken: "what follows a sequence is planned again where a branch has it already",
	}, {
		name: "alternatives-all-apart", in: "choice.excludes",
		old: "!any", new: "!any || true",
		broken: "a sequence that begins with a choice is planned although a branch has the same alternative",
	}, {
		name: "common-alternatives-to-the-right", in: "wakeup.divide",
		old: "if part == both { v.branch = branch.before() }", new: "if false { v.branch = branch.before() }",
		broken: "alternatives that a branch covers are planned again to its right",
	}, {
		name: "below-where-it-parts", in: "tree.insertPart",
		old: "t.nodes.split(k, common)", new: "k = t.nodes.split(k, common)",
		broken: "a sequence continues below the event at which it diverges from a planned one",
	}, {
		name: "rest-forgotten", in: "pool.split",
		old: "k.ahead.rest = after", new: "k.ahead.rest = nil",
		broken: "when a sequence branches off a planned one, the rest of the planned one is lost",
	}, {
		name: "spent-on-the-way", in: "pool.add",
		old: "for _, e := range n.rest() { depth, spent = depth+1, spent.With(e) }", new: "depth += int32(len(n.rest()))",
		broken: "a branch below a planned sequence has the faults that this spends once more",
	}, {
		name: "way-not-unfolded", in: "Search.take",
		old: "s.tree.nodes.unfoldTo(leaf)", new: "",
		broken: "a worker ahead of the turn takes a leaf without nodes for the events before it",
	}, {
		name: "frontier-without-the-way", in: "frontier",
		old: "b.Leaf || !n.leaf", new: "b.Leaf",
		broken: "a resumed search does not know the events on the way to a branch",
	}, {
		name: "copy-of-another-event", in: "copies.of",
		old: "*recent == nil || !(*recent).Identical(e)", new: "*recent == nil",
		broken: "an event of the tree is another one that was copied before",
	}, {
		name: "copy-of-what-was-replaced", in: "Optimal.Observe",
		old:    "o.trace, o.kept = append(o.trace[:depth], *e), append(o.kept[:depth], nil)",
		new:    "if o.trace = append(o.trace[:depth], *e); len(o.kept) == depth { o.kept = append(o.kept, nil) }",
		broken: "the tree has an event that another one has replaced",
	}, {
		name: "copies-outlive-their-values", in: "copies.since",
		old: "clear(c.recent)", new: "",
		broken: "an event of the tree refers to patterns that remember values which were forgotten",
	}, {
		name: "unchanged-where-it-parts", in: "unchanged.begin",
		old: "u.results = u.results[:min(races, len(u.results))]", new: "",
		broken: "a sequence is not planned because an interleaving has planned that of another race",
	}, {
		name: "found-again-once", in: "Optimal.noteAgain",
		old: "f.again[w.again.place].times++", new: "f.again[w.again.place].times = 1",
		broken: "what the bound cuts is counted once for each entry of a task",
	}, {
		name: "late-not-asked", in: "wakeup.follow",
		old: "late == 0 || w.independentOf(late, next)", new: "late >= 0",
		broken: "an event of a planned sequence passes what it depends on",
	}, {
		name: "apart-although-taken", in: "Filter.unseen",
		old: "o.takers[sent].position < 0 && int32(sent) != f.given", new: "int32(sent) != f.given",
		broken: "a message does not depend on one before it that a receive takes",
	}, {
		name: "apart-although-given", in: "Filter.unseen",
		old: "o.takers[sent].position < 0 && int32(sent) != f.given", new: "o.takers[sent].position < 0",
		broken: "a message does not depend on one before it that a receive takes in the sequence alone",
	}, {
		name: "apart-though-of-one-process", in: "Filter.unseen",
		old: "!e.IsMessage() || e.Actor == f.later.actor", new: "!e.IsMessage()",
		broken: "a message comes before an earlier one of the same process",
	}, {
		name: "unchanged-without-its-cut", in: "interleaving.planRaces",
		old: "if impossible = impossible || was.impossible; !was.impossible { again(*was) }", new: "impossible = impossible || was.impossible",
		broken: "what the bound cuts repeatedly is counted once",
	}, {
		name: "prevented-whatever-follows", in: "ofPrevented",
		old: "!same || i >= events || p.round != u.round-1", new: "!same && i < 0 || i >= events || p.round != u.round-1",
		broken: "an Await is not tried earlier because it was in an earlier interleaving, where other events follow",
	}, {
		name: "unchanged-whatever-follows", in: "interleaving.sameRest",
		old: "r.round == u.round-1 && o.areAt(r.events[kept:], all[kept:])", new: "r.round == u.round-1",
		broken: "a sequence is not planned because one with other events has been planned",
	}, {
		name: "unchanged-whatever-is-beyond", in: "interleaving.unchanged",
		old: "w >= events || !o.sameRest(w)", new: "w >= events",
		broken: "a sequence is not planned because one with other events beyond it has been planned",
	}, {
		name: "rivals-whatever-is-free", in: "interleaving.alike",
		old: "!o.areAt(c.free, o.seq.free)", new: "false",
		broken: "a race is left out although other events come before its second one",
	}, {
		name: "rivals-whatever-comes-later", in: "interleaving.reach",
		old: "k < 0 || k > manyLate || !o.seq.isIndependent(late[k], late[:k])", new: "k < 0 && len(late) == 0 || k > manyLate || k >= 0 && !o.seq.isIndependent(late[k], late[:k])",
		broken: "a race for a receive is left out although other events come after the messages",
	}, {
		name: "rivals-in-any-order", in: "interleaving.reach",
		old: "k > manyLate || !o.seq.isIndependent(late[k], late[:k])", new: "k > manyLate",
		broken: "a race for a receive is left out although events that depend on each other come in another order",
	}, {
		name: "readers-not-seen", in: "Order.candidates",
		old: "o.onTables[e.Table].half(e.changesTable())", new: "o.onTables[e.Table].half(false)",
		broken: "a change of a table does not race with operations that read it",
	}, {
		name: "cells-read-not-seen", in: "lookAtCells",
		old: "o.onCells.buckets[b].half(changes)", new: "o.onCells.buckets[b].half(changes && b < 0)",
		broken: "a change of a cell does not race with events that read it",
	}, {
		name: "last-access-counts", in: "onCells.next",
		old: "changes = changes || a.Effect != Read", new: "changes = a.Effect != Read",
		broken: "an event that changes a cell, and then reads another one, counts as a reader",
	}, {
		name: "first-cell-only", in: "onCells.next",
		old: "k < next && !x.has(accesses[:i], &a.Cell)", new: "false",
		broken: "only the first cell of an event races",
	}, {
		name: "named-without-its-fault", in: "predictName",
		old: "e.Flags&trace.Delayed == 0 && e.To == was.To", new: "false",
		broken: "a reversed message to a name loses its fault",
	}, {
		name: "predicted-from-all", in: "last",
		old: "int(k) >= s.start && (len(at) == 0 || at[len(at)-1] != k)", new: "false",
		broken: "what an event will do is predicted from events that are not in the sequence",
	}, {
		name: "apart-up-to-the-receive", in: "sequence.waking",
		old: "return k, max(k, s.order.TakerPosition(x)), true", new: "k = max(k, s.order.TakerPosition(x)); return k, k, true",
		broken: "a sleeping message counts as independent of one before it, as long as no receive shows their order",
	}, {
		name: "rivals-of-any-state", in: "rivals.from",
		old: "c.at == at", new: "at != nil",
		broken: "a race for a receive is left out because of one that begins in another state",
	}, {
		name: "first-message-not-shown", in: "Order.index",
		old: "len(box.all.at) == 0 || o.takers[sent].position >= 0 || e.ofMonitor()", new: "o.takers[sent].position >= 0 || e.ofMonitor()",
		broken: "the first message of a mailbox has no races if a receive takes it only in a later interleaving",
	}, {
		name: "common-of-an-earlier-sequence", in: "sequence.resume",
		old: "c.first != i || c.round != s.round", new: "c.first != i",
		broken: "a sequence begins with events of one that reverses another event",
	}, {
		name: "new-events-unseen", in: "notAfterFrom",
		old: "from == o.firstsFrom && !anyNotAfter(o, i)", new: "from == o.firstsFrom",
		broken: "a sequence has no event that is new in an interleaving",
	}, {
		name: "folded-although-taken", in: "Search.take",
		old: "leaf = s.tree.nodes.unfold(leaf)", new: "",
		broken: "a worker ahead of the turn takes a leaf although others may still plan on the way to it",
	}, {
		name: "frontier-without-rest", in: "frontier",
		old:    "for i, e := range n.rest() { list[len(list)-1].Leaf = false; etc }",
		new:    "for i, e := range n.rest()[:0] { list[len(list)-1].Leaf = false; etc }",
		broken: "a resumed search knows only the beginning of a planned sequence",
	}, {
		name: "shut-after-insert", in: "Search.plan",
		old: "leaf.reopenPath()", new: "_ = leaf",
		broken: "workers do not find what was planned below a branch that had no work left",
	}, {
		name: "reverse-what-another-told", in: "sequence.reverse",
		old: "s.changed.Told == executed[i].ID() && s.changed.Instead != nil", new: "s.changed.Instead != nil",
		broken: "the end of a process is undone by reversing a race with an event that did not cause it",
	}, {
		name: "later-events-left-out", in: "sequence.independentOf",
		old: "int(k) != j", new: "int(k) < j",
		broken: "a sequence lacks the independent events after the race",
	}, {
		name: "cells-foreseen-from-reads", in: "sequence.cell",
		old:    "if a := &f.Accesses[k]; a.Cell == c && a.Effect != trace.Read { value = a.After; return true }",
		new:    "if a := &f.Accesses[k]; a.Cell == c { value = a.After; return true }",
		broken: "a cell is predicted to be empty where it was last read",
	}, {
		name: "foreseen-row-without-other", in: "sequence.foreseeRow",
		old:    "e.Before = old; if e.Effect == trace.Write { e.Before = other }",
		new:    "e.Before = old; _ = other",
		broken: "in a reversed insert, a Select cannot tell which other value was there before",
	}, {
		name: "dropped-table-foreseen", in: "sequence.foreseeRow",
		old: "exists = exists || f.Kind == trace.TableNew", new: "exists = true",
		broken: "a reversed operation is predicted to find a table that has been dropped",
	}, {
		name: "row-of-dropped-table", in: "sequence.foreseeRow",
		old:    "exists = exists || f.Kind == trace.TableNew; return true",
		new:    "exists = exists || f.Kind == trace.TableNew",
		broken: "a reversed operation is predicted to find rows of a table that has been dropped since",
	}, {
		name: "ended-takes-what-is-taken", in: "sequence.predictReceive",
		old: "f.To == e.Actor && s.Taker(f) == nil", new: "f.To == e.Actor",
		broken: "a process that goes on instead of ending is predicted to take a message that is taken already",
	}, {
		name: "ended-waits-for-ever", in: "sequence.predictReceive",
		old: "e.Kind == trace.ReceiveTimeout || e.Taken != trace.NoEvent", new: "e.Taken != trace.NoEvent",
		broken: "a process that might have timed out instead of ending is predicted to wait",
	}, {
		name: "taker-outside-the-plan", in: "sequence.has",
		old: "s.within[k] == s.round", new: "s.within[k] != 0",
		broken: "in a planned sequence, a message counts as taken by a receive that is not part of it",
	}, {
		name: "flush-on-the-way", in: "wakeup.pass",
		old:    "if e.Flushes() { w.passed = append(w.passed, e); etc }",
		new:    "if false { w.passed = append(w.passed, e); etc }",
		broken: "a sequence that is inserted below a flush of a monitor does not know of the flush",
	}, {
		name: "flush-passed-and-gone", in: "wakeup.wide",
		old: "for _, f := range w.passed { t = afterFlush{t, f} }", new: "",
		broken: "a flush that a sequence was inserted below is forgotten for the events that follow the sequence",
	}, {
		name: "flush-out-of-beyond", in: "wakeup.pass",
		old: "w.beyond = without(w.beyond, k)", new: "w.beyond = without(w.beyond, k); return -1",
		broken: "a sequence does not know of a flush that followed it and now precedes it",
	}, {
		name: "kept-without-flushes", in: "wakeup.takersOf",
		old: "for _, f := range by.flushes() { t.flush = append(t.flush, w.keep(f)) }", new: "",
		broken: "a sequence that is kept forgets which monitors are flushed in it",
	}, {
		name: "kept-without-flushes-before", in: "sequence.flushes",
		old:    "if s.has(int(k)) { all = append(all, &s.executed[k]) }",
		new:    "if s.has(int(k)) && int(k) >= s.start { all = append(all, &s.executed[k]) }",
		broken: "a sequence that is kept forgets which monitors were flushed before it",
	}, {
		name: "observed-at-once", in: "sequence.waking",
		old: "max(k, s.order.TakerPosition(x))", new: "k",
		broken: "a sleeping event counts as awake before the receive that shows it",
	}, {
		name: "sleepers-of-one-depth", in: "Optimal.asleep",
		old: "if s.from > o.seq.start { return false }", new: "if s.from >= o.seq.start { return false }",
		broken: "what sleeps at the state where the sequence begins is ignored",
	}, {
		name: "awake-at-the-start", in: "Optimal.asleep",
		old:    "s.wokenAt >= o.seq.start && o.seq.covered(s.initial, s.apartTo(o.seq.start))",
		new:    "s.wokenAt > o.seq.start && o.seq.covered(s.initial, s.apartTo(o.seq.start))",
		broken: "a sleeping event that the reversed event woke counts as awake in the reversal, too",
	}, {
		name: "sleep-in-cut", in: "Optimal.End",
		old: "o.findSleepers(end.Outcome != trace.Cut)", new: "o.findSleepers(true)",
		broken: "an interleaving that was cut is reported as redundant",
	}, {
		name: "awaits-not-tried-earlier", in: "Optimal.plans",
		old:    "for _, await := range waiting(&o.order, o.waiting) { etc }",
		new:    "for _, await := range waiting(&o.order, o.waiting[:0]) { etc }",
		broken: "an Await that never succeeds is not tried earlier",
	}, {
		name: "await-only-at-the-end", in: "interleaving.planRaces",
		old: "o.last.set(next, result{known: true, impossible: true}); impossible = true", new: "o.last.set(next, result{known: true})",
		broken: "an Await that cannot come directly before a change is not tried earlier still",
	}, {
		name: "awaited-changes-stay", in: "sequence.reversePreventable",
		old:    "p.left = append(p.left, p.at[n])",
		new:    "",
		broken: "where an Await comes before a change, later changes stay in the sequence",
	}, {
		name: "await-of-another-table", in: "comesBefore",
		old: "!s.weakInitial(initial{event: &executed[i]}, i)", new: "len(s.events) > 0",
		broken: "an Await comes before a change of a table that does not have its name at that time",
	}, {
		name: "begins-with-what-waits", in: "Source.initials",
		old: "k < j || waitsFor(k)", new: "k < j",
		broken: "source-DPOR begins a sequence with an event that only later events enable",
	}, {
		name: "one-alternative-for-all", in: "wakeup.follow",
		old: "w.partly(e) || !w.covered(e)", new: "!w.covered(e)",
		broken: "several alternatives of a choice count as planned although only the first of them is",
	}, {
		name: "alternatives-at-one-price", in: "Search.widen",
		old: "n, n.width+i", new: "n, n.width",
		broken: "the bound admits all alternatives of a choice at the price of the first",
	}, {
		name: "width-of-what-was-dropped", in: "pool.prune",
		old: "n.kids, n.width, n.mergers = n.kids[:0], 0, 0", new: "n.kids, n.mergers = n.kids[:0], 0",
		broken: "a task that starts again pays for the branches that it had planned before",
	}, {
		name: "merged-and-forgotten", in: "node.merge",
		old: "left.more += n.more + 1", new: "left.more += n.more",
		broken: "one of the explored alternatives of a choice is forgotten",
	}, {
		name: "await-before-its-start", in: "Beginning",
		old:    "starts := listOf(o.released, e.Actor)",
		new:    "starts := listOf(o.released[:0], e.Actor)",
		broken: "an Await may come before the start of its process",
	}, {
		name: "await-by-name", in: "prevents",
		old: "if names(&x.Accesses[i], e) { return true }", new: "_ = i",
		broken: "an Await by name does not come before the event that gave the name to another table",
	}, {
		name: "await-after-its-end", in: "preventers.planBeforeBoth",
		old: "plan(told, told)", new: "plan(i, -1)",
		broken: "an Await of a process that was ended is tried after the signal that ended it",
	}, {
		name: "await-with-no-change-after-the-signal", in: "preventers.planBeforeBoth",
		old: "!order.Before(told, i)", new: "i < told",
		broken: "what makes a row right after the signal that ends the waiting process does not come before that signal",
	}, {
		name: "await-with-its-rivals", in: "sequence.without",
		old:    "s.within[k] = 0",
		new:    "",
		broken: "receives that are left out of a sequence are predicted to take their messages in it",
	}, {
		name: "source-wakes-the-done", in: "Source.Observe",
		old: "slices.Concat(f.sleep, f.done)", new: "slices.Concat(f.sleep)",
		broken: "in source-DPOR, what was explored from a state is not asleep in later branches",
	},
}

// taskMutants are mistakes in the work of several workers and in resuming a search.
var taskMutants = []mutant{
	{
		name: "same-events-again", in: "Optimal.Observe",
		old: "o.same = depth", new: "",
		broken: "happens-before is kept for events that have been replaced",
	}, {
		name: "presume-nothing", in: "Optimal.begin",
		old: "o.look(0, true)", new: "o.look(0, false)",
		broken: "a task does not record what it assumes about the branches of others",
	}, {
		name: "adopt-what-was-presumed", in: "Search.adopt",
		old:    "!hold(t.presumed) || s.budget >= 0 && t.size > s.budget",
		new:    "s.budget >= 0 && t.size > s.budget",
		broken: "a task is adopted although one of its assumptions does not hold",
	}, {
		name: "adopt-beyond-the-budget", in: "Search.adopt",
		old: "!hold(t.presumed) || s.budget >= 0 && t.size > s.budget", new: "!hold(t.presumed)",
		broken: "a task is adopted although its interleavings exceed the budget",
	}, {
		name: "budget-not-spent-by-tasks", in: "Search.adopt",
		old: "if s.budget > 0 { s.budget -= f.size }", new: "if s.budget > 0 { }",
		broken: "interleavings of tasks do not count against the budget",
	}, {
		name: "repetition-of-a-task", in: "Optimal.End",
		old: "case repetition != nil: o.task.wrong = true", new: "",
		broken: "a task goes on although an interleaving shows that one of its assumptions was wrong",
	}, {
		name: "cut-again-in-tasks", in: "entry.allCut",
		old: "n += a.w.cut * a.times", new: "n += 0 * a.w.cut * a.times",
		broken: "what the bound cuts is counted once although a task has found it several times",
	}, {
		name: "cut-in-tasks", in: "entry.allCut",
		old: "n := f.boundCut", new: "n := 0",
		broken: "what the bound cuts within a task is not counted",
	}, {
		name: "reopen-with-the-old", in: "Search.reopen",
		old: "t.root.discard()", new: "",
		broken: "a task that starts again keeps what it had planned before",
	}, {
		name: "done-not-adopted", in: "Search.adopt",
		old: "t.root.done += t.done", new: "",
		broken: "the estimate lacks the interleavings of a task",
	}, {
		name: "kept-without-takers", in: "wakeup.kept",
		old: "w.takersOf(w.events, w.takers)", new: "w.takersOf(nil, w.takers)",
		broken: "which receives take the messages of a sequence is forgotten until it is planned",
	}, {
		name: "frontier-without-cost", in: "Search.Resume",
		old:    "if n.cost, n.done = b.Cost, b.Done; b.Leaf { n.planned(nil, b.Why) }",
		new:    "if n.done = b.Done; b.Leaf { n.planned(nil, b.Why) }",
		broken: "a resumed search has the whole bound again in each open branch",
	}, {
		name: "frontier-without-why", in: "Search.Resume",
		old:    "n.planned(nil, b.Why)",
		new:    "n.planned(nil, Reversal{})",
		broken: "a resumed search cannot say why an interleaving is explored",
	}, {
		name: "frontier-without-done", in: "Search.Resume",
		old:    "if n.cost, n.done = b.Cost, b.Done; b.Leaf { n.planned(nil, b.Why) }",
		new:    "if n.cost = b.Cost; b.Leaf { n.planned(nil, b.Why) }",
		broken: "the estimate of a resumed search forgets what was explored",
	}, {
		name: "frontier-forgets-the-done", in: "frontier",
		old: "k.place < path[n.depth+1].place", new: "k.place+1 < path[n.depth+1].place",
		broken: "the last explored sibling of an open branch counts as open",
	}, {
		name: "continued-undivided", in: "Optimal.Begin",
		old: "o.task.tree.divide(o.task.tree.turn)", new: "",
		broken: "when a task is continued, one interleaving stands for all alternatives of its next leaf",
	}, {
		name: "next-leaf-undivided", in: "Optimal.continueTask",
		old: "t.tree.divide(t.tree.turn)", new: "",
		broken: "within a task, one interleaving stands for all alternatives of a leaf",
	}, {
		name: "begun-undivided", in: "Optimal.begin",
		old: "whole.divide(leaf)", new: "",
		broken: "a task that begins stands for all alternatives of its leaf",
	}, {
		name: "divided-at-no-cost", in: "tree.divide",
		old: "k.cost, _ = t.cost(n, index)", new: "",
		broken: "when alternatives are divided, the bound does not charge for the later ones",
	}, {
		name: "divided-out-of-place", in: "tree.divide",
		old: "right.place = place + int32(i)", new: "_, _ = right, i",
		broken: "when alternatives are divided, the branches to their right keep their old places",
	}, {
		name: "handed-over-as-finished", in: "Search.adopt",
		old: "if t.tree.turn == nil { etc } else { s.tree.turn = t.tree.turn; s.tree.turns++; s.pause() }", new: "s.pass(t.root)",
		broken: "when the turn of an unfinished task comes, the rest of its subtree is dropped",
	}, {
		name: "continued-without-sleepers", in: "Optimal.begin",
		old: "t.sleepers = append(t.sleepers, o.sleepers...)", new: "",
		broken: "only the first interleaving of a task knows what sleeps outside of its subtree",
	}, {
		name: "reopened-but-taken", in: "Search.reopen",
		old: "t.root.task, t.root.taken, t.root.ended = nil, false, false", new: "t.root.task = nil",
		broken: "no explorer takes the leaf of a task that was discarded",
	}, {
		name: "resumed-with-one-alternative", in: "Search.Resume",
		old: "n.executed, n.more = true, b.More", new: "n.executed = true",
		broken: "a resumed search knows only the first of the alternatives of a branch",
	}, {
		name: "saved-without-explored-alternatives", in: "frontier",
		old:    "Branch{Depth: int(k.depth), Step: k.event.Step(), More: k.more, Cost: k.cost, Done: k.done}",
		new:    "Branch{Depth: int(k.depth), Step: k.event.Step(), Cost: k.cost, Done: k.done}",
		broken: "a saved search knows only the first of the explored alternatives beside an open branch",
	}, {
		name: "kept-with-one-alternative", in: "wakeup.kept",
		old:    "wakeup{at: w.at, branch: w.branch, more: w.more, etc}",
		new:    "wakeup{at: w.at, branch: w.branch, etc}",
		broken: "a sequence of a task that waits for its turn keeps only the first of its alternatives",
	},
}
