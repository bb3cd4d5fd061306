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
		old: "!fits && (f.later(st.Actor, operation, p) || !f.likes[f.next].Unknown() && single(st.Actor))", new: "false",
		broken: "after an operation was removed from a model, a replay is one operation ahead",
	}, {
		name: "any-message-received", in: "Lenient.did",
		old:    "return p == nil || !receives(p) || has(f.state, p.Actor, result)",
		new:    "_ = result; return true",
		broken: "a replay takes an earlier receive for a later one that takes another message",
	}, {
		name: "replaced-and-not-noticed", in: "Lenient.try",
		old: "sameSort(event, operation) && f.by == \"\"", new: "false",
		broken: "after an operation was replaced by another of its sort, a replay waits for the old one",
	}, {
		name: "like-nothing-elsewhere", in: "Lenient.elsewhere",
		old: "like := f.like(f.next, p)", new: "like := \"\"",
		broken: "a message of which a masked field has changed is not found in another channel",
	}, {
		name: "text-nowhere", in: "Lenient.elsewhere",
		old: "like == \"\" && f.sameText(f.next, p)", new: "false",
		broken: "a message is not found in another channel by a file that was kept without likenesses",
	}, {
		name: "wanted-and-taken-early", in: "Lenient.unknown",
		old: "f.wanted(p)", new: "false",
		broken: "where a message was removed, its receiver gets one that a later step delivers",
	}, {
		name: "single-and-delivered", in: "Lenient.try",
		old: "!f.likes[f.next].Unknown() && single(st.Actor)", new: "false",
		broken: "where a message was removed, that which has its channel now is delivered early",
	}, {
		name: "type-not-noticed", in: "Lenient.Observe",
		old: "f.begun && f.by == \"\"", new: "false",
		broken: "a message with other contents is skipped, and not found by its type",
	}, {
		name: "masked-and-compared", in: "encoder.encode",
		old: "e.masks && t.Field(i).Tag.Get(tag) == maskedTag", new: "false",
		broken: "masked fields tell messages apart",
	}, {
		name: "kept-as-it-looks", in: "Entry.Kept",
		old: "text != event", new: "text != event && false",
		broken: "an event that looks like one with a likeness is read as another one",
	}, {
		name: "another-is-again", in: "Fate",
		old: "trace.OneLine(v.Property) == property && (process == \"\" || v.Process == process)", new: "true",
		broken: "another violation than the one that was kept counts as the same",
	},
}
