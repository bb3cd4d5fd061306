package main

// claimsMutants are mistakes about messages that commute by a claim of a model.
var claimsMutants = []mutant{
	{
		name: "claim-one-way", in: "Commutes",
		old: "ask(to, x, y) || ask(to, y, x)", new: "ask(to, x, y)",
		broken: "a claim about two types holds in one order of the messages only",
	}, {
		name: "exchanged-answers-unordered", in: "exchanger.ordered",
		old: "!bag && !j.claims.Commute(trace.ActorID(a.Object), a.Value, b.Value)", new: "bag && !j.claims.Commute(trace.ActorID(a.Object), a.Value, b.Value)",
		broken: "messages commute by a claim although answers to them come in another order",
	}, {
		name: "exchanged-without-what-follows", in: "exchanger.exchanged",
		old: "problem = world.GoOn(one.System(), other.System(), j.sys, e.process)", new: "",
		broken: "messages commute by a claim although their receiver goes on in another way",
	}, {
		name: "exchanged-without-what-comes-later", in: "GoOn",
		old: "if p.at.head == nil { etc }", new: "if p.at.head == nil && p.ended { etc }",
		broken: "only the next operation of a receiver without a loop is compared",
	}, {
		name: "exchanged-though-caused", in: "exchanger.exchange",
		old: "if !j.claims.raced(e) { continue }", new: "",
		broken: "messages are exchanged that cannot come in the other order",
	}, {
		name: "commuting-deliveries-ordered", in: "handlers.add",
		old: "events[i].Actor != e.Actor && !h.commutes(&events[i], e)", new: "events[i].Actor != e.Actor",
		broken: "the deliveries of messages that commute are ordered in a class",
	}, {
		name: "dependent-although-ordered", in: "handlers.add",
		old: "!has64(set, i) && reversible(&events[i], e)", new: "reversible(&events[i], e)",
		broken: "events race although others order them, if a model has claims",
	}, {
		name: "end-belongs-to-a-message", in: "handlers.follow",
		old: "n > 0 && !e.IsReceive() && e.Kind != trace.Exit", new: "n > 0 && !e.IsReceive()",
		broken: "the end of a process belongs to the message that it has taken last",
	},
}
