package main

// minimizeMutants are changes of the minimizer, and of what executes its schedules.
var minimizeMutants = []mutant{
	{
		name: "proof-without-an-end", in: "minimizer.explore",
		old: "!found && complete", new: "!found && (complete || !found)",
		broken: "what a search that was cut has not found counts as impossible",
	}, {
		name: "left-out-comes-back", in: "minimizer.without",
		old: "slices.Contains(left, name) && !slices.Contains(names, name)", new: "len(left) >= 0 && !slices.Contains(names, name)",
		broken: "an external event that was left out happens again when another one is left out",
	}, {
		name: "left-out-happens", in: "performAnnounce",
		old: "!ev.LeftOut()", new: "true",
		broken: "an external event that a schedule leaves out happens",
	}, {
		name: "common-by-greed", in: "longest",
		old: "length[i+1][j] >= length[i][j+1]", new: "length[i+1][j] >= 0",
		broken: "a page finds fewer events of a minimized run in the original than there are",
	}, {
		name: "references-compared", in: "deeds",
		old: "reference.ReplaceAllString(outcome(&entries[i]), \"ref\")", new: "outcome(&entries[i])",
		broken: "an event is another one if the number of its reference has changed",
	}, {
		name: "folded-at-the-first", in: "comparison.removed",
		old: "after = c.back[j]", new: "after = max(after, 1)",
		broken: "all that was removed from a minimized run is folded in one place",
	}, {
		name: "folds-cover-events", in: "diagram.rowY",
		old: "n-1+d.folded[max(0, n-1)]", new: "n-1",
		broken: "the rows of a page cover those of what was removed",
	}, {
		name: "bound-unsaid", in: "Document.found",
		old: "d.Bound != nil && d.BoundCut > 0", new: "d.Bound == nil && d.BoundCut > 0",
		broken: "a page about a search with a bound does not say that nothing was found within it only",
	},
}
