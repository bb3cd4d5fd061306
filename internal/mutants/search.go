package main

// searchMutants are mistakes in what the search plans.
var searchMutants = []mutant{
	{
		name: "descend-with-the-event", in: "Search.insert",
		old:    "w.pass(&k.event); k.shut = false",
		new:    "k.shut = false",
		broken: "a sequence that goes below a branch keeps the event of that branch",
	}, {
		name: "left-without-what-is-seen-later", in: "Optimal.asleep",
		old:    "s.awake >= o.seq.start && o.seq.covered(s.initial, s.from)",
		new:    "s.awake >= o.seq.start && o.seq.weakInitial(s.initial, s.from)",
		broken: "a sequence is dropped although a receive behind it shows an order that was not explored",
	}, {
		name: "right-without-what-is-seen-later", in: "Search.insert",
		old:    "!w.covered(k.initial())",
		new:    "!weakInitial(w.relation, k.initial(), w.takers, w.events)",
		broken: "a sequence goes below a branch although a receive behind it shows another order",
	}, {
		name: "below-what-conflicts-beyond", in: "wakeup.covered",
		old:    "w.wide(), w.events, w.beyond",
		new:    "w.wide(), w.events",
		broken: "a sequence goes below a branch that conflicts with what is certain behind it",
	}, {
		name: "asleep-where-it-conflicts-beyond", in: "sequence.weakInitial",
		old:    "e, s, s.events, s.beyond",
		new:    "e, s, s.events",
		broken: "a sequence is dropped for what conflicts with what is certain behind it",
	}, {
		name: "other-outcomes-of-the-first", in: "Optimal.plans",
		old:    "if e := &o.trace[j]; e.Kind == trace.Choose { etc }",
		new:    "if e := &o.trace[j]; e.Kind == trace.Choose && e.Alternative == 0 { etc }",
		broken: "the other outcomes of a choice are planned only where it had the first",
	}, {
		name: "outcomes-that-slept", in: "Optimal.unsettled",
		old:    "s.awake == j && s.event.Actor == choice.Actor",
		new:    "s.awake <= j && s.event.Actor == choice.Actor",
		broken: "an outcome of a choice is not planned where it slept but was woken",
	}, {
		name: "beyond-again", in: "wakeup.pass",
		old:    "remove(&w.beyond, e.Actor)",
		new:    "",
		broken: "what comes behind a sequence is planned again where a branch has done it already",
	}, {
		name: "alternatives-all-apart", in: "choice.excludes",
		old:    "!any",
		new:    "!any || true",
		broken: "a sequence that begins with a choice is planned although a branch has the same alternative",
	}, {
		name: "common-alternatives-to-the-right", in: "wakeup.divide",
		old:    "if part == both { v.branch = branch.before() }",
		new:    "if false { v.branch = branch.before() }",
		broken: "alternatives that a branch stands for are planned to the right of it once more",
	}, {
		name: "below-where-it-parts", in: "Search.insert",
		old:    "p.unfold(k, common+1).parent",
		new:    "p.unfold(k, common+1)",
		broken: "a sequence goes on below the event at which it parts from a planned one",
	}, {
		name: "rest-forgotten", in: "pool.unfold",
		old:    "last.rest = append(p.rest(len(rest)-events), rest[events:]...)",
		new:    "_ = rest[events:]",
		broken: "of a planned sequence from which another branches off, the rest is left to chance",
	}, {
		name: "folded-although-taken", in: "Search.take",
		old:    "leaf = p.unfold(leaf, len(leaf.rest))",
		new:    "",
		broken: "an explorer ahead of the turn takes a leaf on the way to which others may plan something",
	}, {
		name: "frontier-without-rest", in: "frontier",
		old:    "for i := range n.rest { list[len(list)-1].Leaf = false; etc }",
		new:    "for i := range n.rest[:0] { list[len(list)-1].Leaf = false; etc }",
		broken: "a search that is resumed does not know all of a planned sequence",
	}, {
		name: "shut-behind-insert", in: "Search.insert",
		old:    "w.pass(&k.event); k.shut = false",
		new:    "w.pass(&k.event)",
		broken: "explorers that look for work do not find what was planned below a branch that had none",
	}, {
		name: "reverse-what-somebody-else-told", in: "sequence.reverse",
		old:    "s.changed.Told == executed[i].ID() && s.changed.Instead != nil",
		new:    "s.changed.Instead != nil",
		broken: "the end of a process is undone by reversing a race with an event that did not cause it",
	}, {
		name: "observer-takes-the-old", in: "sequence.observe",
		old:     "s.given, s.taking = s.changed.Message, w; s.events = append(s.events, &s.taker)",
		new:     "s.given, s.taking = s.changed.Message, -1; s.events = append(s.events, &s.taker)",
		broken:  "the observer is thought to take both messages",
		nothing: "it is not part of the sequence at its old place, and such a receive takes nothing anyhow",
	}, {
		name: "later-events-left-out", in: "sequence.independentOf",
		old:    "int(k) != j",
		new:    "int(k) < j",
		broken: "a sequence does not have what comes behind the race and has nothing to do with it",
	}, {
		name: "cells-foreseen-from-reads", in: "sequence.cell",
		old:    "if a := &f.Accesses[k]; a.Cell == c && a.Effect != trace.Read { value = a.After; return true }",
		new:    "if a := &f.Accesses[k]; a.Cell == c { value = a.After; return true }",
		broken: "a cell is thought to be empty where it was read last",
	}, {
		name: "foreseen-row-without-other", in: "sequence.foreseeRow",
		old:    "e.Before = old; if e.Effect == trace.Write { e.Before = other }",
		new:    "e.Before = old; _ = other",
		broken: "of a reversed insert, a Select cannot tell what was there before that is different",
	}, {
		name: "dropped-table-foreseen", in: "sequence.foreseeRow",
		old:    "exists = f.Kind == trace.TableNew",
		new:    "exists = true",
		broken: "a reversed operation is thought to find a table that has been dropped",
	}, {
		name: "row-of-dropped-table", in: "sequence.foreseeRow",
		old:    "exists = f.Kind == trace.TableNew; return true",
		new:    "exists = exists || f.Kind == trace.TableNew",
		broken: "a reversed operation is thought to find rows of a table that has been dropped since",
	}, {
		name: "ended-takes-what-is-taken", in: "sequence.foreseeReceive",
		old:    "f.To != e.Actor || s.Taker(f) != nil",
		new:    "f.To != e.Actor",
		broken: "a process that goes on instead of ending is thought to take a message again",
	}, {
		name: "ended-waits-for-ever", in: "sequence.foreseeReceive",
		old:    "e.Kind == trace.ReceiveTimeout || e.Taken != trace.NoEvent",
		new:    "e.Taken != trace.NoEvent",
		broken: "a process that might have timed out instead of ending is thought to wait",
	}, {
		name: "taker-behind-the-plan", in: "sequence.has",
		old:    "s.within[k] == s.round",
		new:    "s.within[k] != 0",
		broken: "in a planned sequence a message is taken by a receive that is not part of it",
	}, {
		name: "flush-on-the-way", in: "wakeup.pass",
		old:    "if e.Flushes() { w.passed = append(w.passed, copied(e)); etc }",
		new:    "if false { w.passed = append(w.passed, copied(e)); etc }",
		broken: "a sequence that goes below a branch that flushes a monitor does not know it",
	}, {
		name: "flush-passed-and-gone", in: "wakeup.wide",
		old:    "for _, f := range w.passed { t = behind{t, f} }",
		new:    "",
		broken: "a flush that a sequence has passed is forgotten where what is beyond matters",
	}, {
		name: "flush-out-of-beyond", in: "wakeup.pass",
		old:    "remove(&w.beyond, e.Actor)",
		new:    "if remove(&w.beyond, e.Actor) { return }",
		broken: "a flush that comes out of what is beyond a sequence is not known in front of it",
	}, {
		name: "kept-without-flushes", in: "takersOf",
		old:    "for _, f := range by.flushes() { t.flush = append(t.flush, copied(f)) }",
		new:    "",
		broken: "a sequence that is kept forgets which monitors are flushed in it",
	}, {
		name: "kept-without-flushes-before", in: "sequence.flushes",
		old:    "if s.has(int(k)) { all = append(all, &s.executed[k]) }",
		new:    "if s.has(int(k)) && int(k) >= s.start { all = append(all, &s.executed[k]) }",
		broken: "a sequence that is kept forgets which monitors have been flushed before it",
	}, {
		name: "observed-at-once", in: "sequence.waking",
		old:    "max(k, s.order.TakerPosition(x))",
		new:    "k",
		broken: "a sleeper is held for awake before the receive that shows that it is",
	}, {
		name: "sleepers-of-one-depth", in: "Optimal.asleep",
		old:    "if s.from > o.seq.start { return false }",
		new:    "if s.from >= o.seq.start { return false }",
		broken: "what sleeps at the state where the sequence begins is passed over",
	}, {
		name: "awake-at-the-start", in: "Optimal.asleep",
		old:    "s.awake >= o.seq.start && o.seq.covered(s.initial, s.from)",
		new:    "s.awake > o.seq.start && o.seq.covered(s.initial, s.from)",
		broken: "a sleeper that the reversed event woke counts as awake in the reversal, too",
	}, {
		name: "sleep-in-cut", in: "Optimal.End",
		old:    "o.findSleepers(end.Outcome != trace.Cut)",
		new:    "o.findSleepers(true)",
		broken: "an interleaving that was cut is said to be one too many",
	}, {
		name: "no-second-thought-for-awaits", in: "Optimal.plans",
		old:    "for _, await := range waiting(o.trace, o.waiting) { etc }",
		new:    "for _, await := range waiting(o.trace, o.waiting[:0]) { etc }",
		broken: "an Await that waits in vain is not tried earlier",
	}, {
		name: "await-only-at-the-end", in: "Optimal.plans",
		old:    "{ impossible = true }",
		new:    "{ }",
		broken: "an Await that cannot come directly in front of a change is not tried still earlier",
	}, {
		name: "awaited-changes-stay", in: "sequence.sooner",
		old:    "away = append(away, i); if i != told || !tried { inFrontOf(i, away) }",
		new:    "if i != told || !tried { inFrontOf(i, away) }",
		broken: "where an Await comes in front of a change, later changes stay",
	}, {
		name: "await-of-another-table", in: "sequence.sooner",
		old:    "!s.weakInitial(initial{event: &executed[i]}, i)",
		new:    "len(s.events) > 0",
		broken: "an Await comes in front of a change of a table that does not have its name then",
	}, {
		name: "begins-with-what-waits", in: "Source.initials",
		old:    "k < j || waitsFor(k)",
		new:    "k < j",
		broken: "source-DPOR begins a sequence with an event that only what comes later makes possible",
	}, {
		name: "one-alternative-for-all", in: "wakeup.follow",
		old:    "w.partly(e) || !w.covered(e)",
		new:    "!w.covered(e)",
		broken: "several alternatives of a choice are taken for planned where only the first of them is",
	}, {
		name: "alternatives-at-one-price", in: "Search.widen",
		old:    "n, n.width+i",
		new:    "n, n.width",
		broken: "the bound admits all alternatives of a choice at the price of the first",
	}, {
		name: "width-of-what-was-dropped", in: "pool.prune",
		old:    "n.kids, n.width, n.mergers = n.kids[:0], 0, 0",
		new:    "n.kids, n.mergers = n.kids[:0], 0",
		broken: "a task that begins anew pays for the branches that it had planned before",
	}, {
		name: "merged-and-forgotten", in: "node.merge",
		old:    "left.more += n.more + 1",
		new:    "left.more += n.more",
		broken: "of alternatives of a choice that were explored, one is forgotten",
	}, {
		name: "await-before-its-start", in: "beginning",
		old:    "executed[i].Actor == e.Actor || executed[i].Starts() == e.Actor",
		new:    "executed[i].Actor == e.Actor",
		broken: "an Await may come in front of the start of its process",
	}, {
		name: "await-by-name", in: "changes",
		old:    "if names(&e.Accesses[i], await) { return true }",
		new:    "_ = i",
		broken: "an Await by name does not come in front of what gave the name to another table",
	}, {
		name: "await-behind-its-end", in: "sequence.sooner",
		old:    "told, append(slices.Clip(away), told)",
		new:    "i, away",
		broken: "an Await of a process that was ended is tried behind what ended it",
	}, {
		name: "await-with-no-change-behind-the-signal", in: "sequence.sooner",
		old:    "!s.order.Before(told, i)",
		new:    "i < told",
		broken: "what makes a row right behind the signal that ends who waits does not come in front of that",
	}, {
		name: "await-with-its-rivals", in: "sequence.without",
		old:    "if slices.ContainsFunc(away, after) { s.within[k] = 0 } else { kept = append(kept, &s.executed[k]) }",
		new:    "if slices.ContainsFunc(away, after) { } else { kept = append(kept, &s.executed[k]) }",
		broken: "receives that stay away from a sequence are thought to take their messages in it",
	}, {
		name: "source-wakes-the-done", in: "Source.Observe",
		old:    "slices.Concat(f.sleep, f.done)",
		new:    "slices.Concat(f.sleep)",
		broken: "in source-DPOR what was explored from a state does not sleep behind it",
	},
}

// taskMutants are mistakes in the work of several workers and in resuming a search.
var taskMutants = []mutant{
	{
		name: "same-events-again", in: "Optimal.Observe",
		old:    "o.same = min(o.same, depth); o.turn.observe(depth, e)",
		new:    "o.turn.observe(depth, e)",
		broken: "happens-before is kept of events that have been replaced",
	}, {
		name: "presume-nothing", in: "Optimal.begin",
		old:    "o.look(0, true)",
		new:    "o.look(0, false)",
		broken: "a task does not note what it presumes of others' branches",
	}, {
		name: "adopt-what-was-presumed", in: "Search.adopt",
		old:    "!hold(t.presumed) || s.budget >= 0 && t.size > s.budget",
		new:    "s.budget >= 0 && t.size > s.budget",
		broken: "a task is adopted although something that it presumed is not so",
	}, {
		name: "adopt-beyond-the-budget", in: "Search.adopt",
		old:    "!hold(t.presumed) || s.budget >= 0 && t.size > s.budget",
		new:    "!hold(t.presumed)",
		broken: "a task is adopted although it has more interleavings than there shall be",
	}, {
		name: "budget-not-spent-by-tasks", in: "Search.adopt",
		old:    "if s.budget > 0 { s.budget -= f.size }",
		new:    "if s.budget > 0 { }",
		broken: "interleavings of tasks do not count against the budget",
	}, {
		name: "repetition-of-a-task", in: "Optimal.End",
		old:    "case repetition != nil: o.task.wrong = true",
		new:    "",
		broken: "a task goes on although an interleaving shows that something was presumed wrongly",
	}, {
		name: "cut-again-in-tasks", in: "Search.adopt",
		old:    "for _, w := range f.again { s.boundCut += w.cut }",
		new:    "for _, w := range f.again { _ = w }",
		broken: "what the bound cuts is counted once where a task has found it several times",
	}, {
		name: "cut-in-tasks", in: "Search.adopt",
		old:    "for _, w := range f.again { s.boundCut += w.cut }; s.boundCut += f.boundCut",
		new:    "for _, w := range f.again { s.boundCut += w.cut }",
		broken: "what the bound cuts within a task is not counted",
	}, {
		name: "reopen-with-the-old", in: "Search.reopen",
		old:    "p.drop(t.root); t.root.task, t.root.state = nil, open",
		new:    "t.root.task, t.root.state = nil, open",
		broken: "a task that begins anew finds what it did before",
	}, {
		name: "done-not-adopted", in: "Search.adopt",
		old:    "t.root.done += t.done",
		new:    "",
		broken: "the interleavings of a task are missing in the outlook",
	}, {
		name: "kept-without-takers", in: "wakeup.kept",
		old:    "takersOf(w.events, w.takers)",
		new:    "takers{}",
		broken: "who takes the messages of a sequence is forgotten until it is planned",
	}, {
		name: "frontier-without-cost", in: "Search.Resume",
		old:    "n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why",
		new:    "n.done, n.leaf, n.why = b.Done, b.Leaf, b.Why",
		broken: "a search that is resumed has the whole bound again in each open branch",
	}, {
		name: "frontier-without-why", in: "Search.Resume",
		old:    "n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why",
		new:    "n.cost, n.done, n.leaf = b.Cost, b.Done, b.Leaf",
		broken: "a search that is resumed cannot say why an interleaving is explored",
	}, {
		name: "frontier-without-done", in: "Search.Resume",
		old:    "n.cost, n.done, n.leaf, n.why = b.Cost, b.Done, b.Leaf, b.Why",
		new:    "n.cost, n.leaf, n.why = b.Cost, b.Leaf, b.Why",
		broken: "the outlook of a search that is resumed forgets what was explored",
	}, {
		name: "frontier-forgets-the-done", in: "frontier",
		old:    "k.place < path[n.depth+1].place",
		new:    "k.place+1 < path[n.depth+1].place",
		broken: "what was explored last beside the open branches is taken for open",
	},
}
