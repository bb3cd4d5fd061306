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
		name: "same-name-only", in: "attempts.pending",
		old: "s.now.match == byName && v.State.Name(p.Actor) == e.Step.Actor", new: "v.State.Name(p.Actor) == e.Step.Actor",
		broken: "of messages with one fingerprint, only that of the same channel is tried",
	},
}
