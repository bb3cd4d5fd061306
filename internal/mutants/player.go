package main

// playerMutants are mistakes in the execution of schedules, strictly or leniently.
var playerMutants = []mutant{
	{
		name: "in-common-but-for-the-alternative", in: "Player.inCommon",
		old: "p.events[n].Step() == prefix[n]", new: "p.events[n].Actor == prefix[n].Actor",
		broken: "another alternative of a choice is planned, and the one before is executed",
	}, {
		name: "complete-at-the-limit", in: "Player.Play",
		old:    "if p.enabled = p.sys.Enabled(p.enabled[:0]); len(p.enabled) == 0 { return trace.Complete, nil }",
		new:    "if p.enabled = p.sys.Enabled(p.enabled[:0]); len(p.enabled) == 0 && depth != p.Limit { return trace.Complete, nil }",
		broken: "an interleaving that has ended with as many events as are allowed counts as cut",
	}, {
		name: "other-operation-same-result", in: "Player.Repeat",
		old: "!before.Same(&now.Op) || !sameResult(before, now)", new: "!sameResult(before, now)",
		broken: "a process that asks for something else when it is executed again is not detected",
	}, {
		name: "one-alternative-too-many", in: "Lenient.try",
		old: "st.Alternative >= p.Op.Alternatives", new: "st.Alternative > p.Op.Alternatives",
		broken: "a replay ends with an error where a choice has one alternative less than before",
	}, {
		name: "removed-and-not-skipped", in: "Lenient.try",
		old: "!fits && f.later(st.Actor, operation, p)", new: "false",
		broken: "after an operation was removed from a model, a replay is one operation ahead",
	}, {
		name: "any-message-received", in: "Lenient.did",
		old:    "ok && (p == nil || !receives(p) || f.has(p.Actor, result))",
		new:    "ok && (p == nil || !receives(p) || f.has(p.Actor, result) || true)",
		broken: "a replay takes an earlier receive for a later one that takes another message",
	}, {
		name: "replaced-and-not-noticed", in: "Lenient.try",
		old: "if sameSort(event, operation) { f.instead = operation }", new: "",
		broken: "after an operation was replaced by another of its sort, a replay waits for the old one",
	},
}
