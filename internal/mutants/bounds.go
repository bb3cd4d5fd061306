package main

// boundMutants are mistakes in searches under one bound after the other, and in the
// bound on preemptions.
var boundMutants = []mutant{
	{
		name: "bounds-from-the-first-again", in: "eachBound",
		old: "o.Bound.First() + len(below.levels)", new: "o.Bound.First()",
		broken: "a search that is resumed under a higher bound goes on under the lowest one",
	}, {
		name: "checkpoint-for-each-bound", in: "eachBound",
		old: "below, level.Resume = &lower{r.Levels, r}, nil", new: "below = &lower{r.Levels, r}",
		broken: "the search under a higher bound begins with the open branches of the one that was resumed",
	}, {
		name: "budget-for-each-bound", in: "tally.spent",
		old: "r.Interleavings+r.Options.below.spent()", new: "r.Interleavings",
		broken: "the budget of interleavings is for each bound, not for all together",
	}, {
		name: "between-bounds-not-saved", in: "search.saved",
		old:    "o.Resume != nil || o.Saving != nil && o.below != nil && o.below.last != nil",
		new:    "o.Resume != nil",
		broken: "a search that is stopped between two bounds is not saved",
	}, {
		name: "lower-bounds-not-saved", in: "search.checkpoint",
		old: "c.Levels, c.Below = below.levels, below.last.established()", new: "",
		broken: "a resumed search forgets what was established under lower bounds",
	}, {
		name: "cut-by-the-last-bound-only", in: "BPOR.Begin",
		old: "if cut { s.boundCut++ }", new: "if cut { }",
		broken: "a search that the bound on preemptions cuts may claim to be complete",
	}, {
		name: "preemption-where-left", in: "Bound.Charge",
		old: "branch.Enabled && branch.Before != branch.Actor", new: "branch.Before != branch.Actor",
		broken: "a switch from an actor that cannot go on counts as a preemption",
	}, {
		name: "preemptions-one-at-a-time", in: "BPOR.Observe",
		old: "f.cost + s.bound.Charge(s.branch(depth, e.Actor))", new: "s.bound.Charge(s.branch(depth, e.Actor))",
		broken: "only the last event of an interleaving is charged for a preemption",
	}, {
		name: "backtrack-within-the-block", in: "BPOR.backtrack",
		old: "if start != i { s.plannedAt(start, need) }", new: "",
		broken: "a race is not reversed where the block of its first event begins, though only that is within the bound",
	}, {
		name: "asleep-although-it-enables", in: "BPOR.wake",
		old:    "f.sleep = slices.DeleteFunc(f.sleep, func(b block) bool { return b.mayEnable(last) })",
		new:    "f.sleep = slices.DeleteFunc(f.sleep, func(b block) bool { return false && b.mayEnable(last) })",
		broken: "where an actor cannot go on, a block sleeps that would let it, and cost a preemption earlier",
	}, {
		name: "enabling-is-no-reason", in: "BPOR.backtrackBefore",
		old:    "race := false; for _, r := range races { etc }",
		new:    "race := false; for _, r := range races { etc }; if !race { continue }",
		broken: "no other order is planned for an event that only enables a later one",
	}, {
		name: "first-of-a-block-sleeps", in: "BPOR.noteBlocks",
		old:    "end < len(events) && events[end].Actor == events[a].Actor",
		new:    "end < a && events[end].Actor == events[a].Actor",
		broken: "a block sleeps although a later event of it conflicts with what happened since",
	}, {
		name: "choice-sleeps", in: "BPOR.noteBlocks",
		old: "choice := etc", new: "choice := etc && false",
		broken: "a block sleeps although it may turn out differently",
	},
}
