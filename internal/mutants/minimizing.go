package main

// minimizeMutants are changes of the minimizer, and of what executes its schedules.
var minimizeMutants = []mutant{
	{
		name: "proof-without-an-end", in: "minimizer.explore",
		old: "!found && complete", new: "!found && (complete || !found)",
		broken: "what a search that was cut has not found counts as impossible",
	}, {
		name: "left-out-comes-back", in: "minimizer.outside",
		old: "slices.Contains(left, name) && !slices.Contains(without, name)", new: "len(left) >= 0 && !slices.Contains(without, name)",
		broken: "an external event that was left out happens again when another one is left out",
	}, {
		name: "left-out-happens", in: "performAnnounce",
		old: "!ev.LeftOut()", new: "true",
		broken: "an external event that a schedule leaves out happens",
	}, {
		name: "same-name-only", in: "attempts.pending",
		old: "s.now.match != byFingerprint && n > best", new: "n > best",
		broken: "of messages with one fingerprint, only the one that resembles the other one most is tried",
	}, {
		name: "any-masked-fields", in: "resemblance",
		old: "v.State.Content(p.Op.Value) == e.Content", new: "false",
		broken: "of messages with one fingerprint, that of the same channel stands for it, even with other masked fields",
	}, {
		name: "periods-with-externals", in: "Run.apartFrom",
		old: "e.External != \"\"", new: "false",
		broken: "external events are left out with the periods in which they happen",
	}, {
		name: "earlier-one-at-a-time", in: "minimizer.tryEqual",
		old: "!ok || m.best.Less(r)", new: "!ok || !r.Less(m.best)",
		broken: "an external event happens earlier only if the run is smaller before the next one does",
	}, {
		name: "drawn-by-each", in: "sought.record",
		old: "s.runs.Store(v, r)", new: "s.runs.Store(v, s.run)",
		broken: "a search that is shared by workers loses the run that it has found",
	}, {
		name: "drawn-again", in: "minimizer.muchShorter",
		old: "len(m.best) <= than*3/4", new: "len(m.best) < than*2",
		broken: "random runs are drawn again although the best run is about as long as before",
	}, {
		name: "first-externals-only", in: "minimizer.become",
		old: "slices.Concat(m.all, r.named())", new: "slices.Concat(m.all, map[bool][]string{true: r.named()}[m.all == nil])",
		broken: "external events to which the first run did not get are never left out",
	}, {
		name: "runs-end-with-the-schedule", in: "attempts.Choose",
		old: "a.steps < a.length", new: "a.steps < a.length && a.ends",
		broken: "a schedule that is shorter than the best run does not go on at random",
	}, {
		name: "at-random-with-all", in: "attempts.further",
		old: "s.outside(p)", new: "0*s.outside(p)",
		broken: "external events that are left out happen after the end of a schedule",
	}, {
		name: "one-message-at-a-time", in: "minimizer.messages",
		old: "all[max(0, end-size):end]", new: "all[max(0, end-1):end]",
		broken: "several messages are never left undelivered together",
	}, {
		name: "turns-compared-for-ever", in: "histories.doubtful",
		old: "k.compared+cost > freeComparisons+k.added", new: "false",
		broken: "turns of loops are compared however long that takes",
	}, {
		name: "payloads-are-equal", in: "Run.size",
		old: "-replaced", new: "0*replaced",
		broken: "a run with a smaller payload is no smaller run",
	}, {
		name: "first-path-only", in: "attempts.outside",
		old: "a.replaced[p.Actor] < len(smaller)", new: "a.replaced[p.Actor] < min(1, len(smaller))",
		broken: "a payload is replaced once, and not by one that is smaller still",
	}, {
		name: "first-of-its-type", in: "attempts.pending",
		old: "s.now.match == byChance && s.now.drawn(similars) == 0", new: "s.now.match > byChance && s.now.drawn(similars) == 0",
		broken: "of several messages of one type, only the first stands for one that is not there",
	}, {
		name: "pairs-are-single", in: "minimizer.pairs",
		old: "[]int{all[first], all[second]}", new: "[]int{all[min(first, second)]}",
		broken: "two messages are not left undelivered together",
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
