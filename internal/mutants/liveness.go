package main

// livenessMutants are mistakes in the search for fair interleavings without end.
var livenessMutants = []mutant{
	{
		name: "goes-on-after-it-holds", in: "explorer.enter",
		old: "if holds { return held }", new: "_ = holds",
		broken: "a cycle on which the condition holds counts as one on which it never does",
	}, {
		name: "cycle-without-the-disabled", in: "Graph.cycle",
		old: "a == e.by.Actor || !g.enabled(a, e.to)", new: "a == e.by.Actor",
		broken: "a cycle is looked for on which each actor takes a step, also one that cannot",
	}, {
		name: "cycle-of-anything", in: "Graph.cycle",
		old: "a == e.by.Actor || !g.enabled(a, e.to)", new: "true || !g.enabled(a, e.to)",
		broken: "the cycle that is shown is not fair",
	}, {
		name: "every-component-is-fair", in: "Graph.fair",
		old: "states == len(members) && !moves[a]", new: "states == len(members) && !moves[a] && moves[a]",
		broken: "an actor may stand still for ever although it can move",
	}, {
		name: "all-must-move", in: "Graph.fair",
		old: "states == len(members) && !moves[a]", new: "states >= 0 && !moves[a]",
		broken: "an actor that cannot move in some state must move for a cycle to be fair",
	}, {
		name: "moves-out-of-the-component", in: "Graph.fair",
		old: "e.to != held && of[e.to] == of[s]", new: "e.to != held",
		broken: "a step that leaves the cycle for good makes it fair",
	}, {
		name: "step-to-the-condition-is-none", in: "Graph.fair",
		old:    "i == 0 || e.by.Actor != edges[i-1].by.Actor",
		new:    "e.to != held && (i == 0 || e.by.Actor != edges[i-1].by.Actor)",
		broken: "an actor counts as disabled where its step makes the condition hold",
	}, {
		name: "some-lasso", in: "Graph.Lasso",
		old: "first == held || s < first", new: "first == held || s > first",
		broken: "the stem is not the shortest",
	}, {
		name: "low-stays-below", in: "components.leave",
		old: "c.low[before] = min(c.low[before], c.low[v.state])", new: "_ = before",
		broken: "states that lead to each other are not in one component",
	}, {
		name: "cut-states-not-counted", in: "explorer.expand",
		old: "x.Cut++; return nil", new: "return nil",
		broken: "a property counts as verified although states were not left",
	}, {
		name: "first-alternative-only", in: "explorer.expand",
		old: "max(1, p.Op.Alternatives)", new: "min(1, max(1, p.Op.Alternatives))",
		broken: "only the first alternative of a choice is followed",
	}, {
		name: "canceled-without-a-word", in: "search.fair",
		old: "case err == player.ErrStopped: s.tally.end(s.ctx); return nil", new: "case err == player.ErrStopped: return nil",
		broken: "a search that was canceled while it looked for cycles is complete",
	},
}
