package main

// networkMutants are mistakes in the faults of messages.
var networkMutants = []mutant{
	{
		name: "one-more-message-fault", in: "barredOf",
		old: "s.cells.get(faulted(b, fault)) >= b.Limits[fault]", new: "s.cells.get(faulted(b, fault)) > b.Limits[fault]",
		broken: "more messages have faults than the budget says",
	}, {
		name: "lost-message-taken", in: "System.Step",
		old: "alive && !p.ended && ev.Fault() != trace.Lost", new: "alive && !p.ended",
		broken: "a process gets a message that is lost",
	}, {
		name: "copy-is-the-message", in: "performDeliver",
		old: "!c.queue[c.delivered-1].copy", new: "true",
		broken: "a copy counts as the message that was sent",
	}, {
		name: "reordered-in-turn", in: "Event.Vary",
		old: "e.Op.Fault(alternative) == Reordered", new: "false",
		broken: "a message that is reordered also arrives in its turn",
	}, {
		name: "first-link-only", in: "network.match",
		old: "fits(l.From, from) && fits(l.To, to)", new: "fits(l.From, from)",
		broken: "a link matches messages to any process",
	}, {
		name: "budget-not-counted", in: "sequence.admits",
		old: "left >= 0", new: "true",
		broken: "a plan has more faults than the budget admits",
	}, {
		name: "fault-covers-others", in: "limit.exceeded",
		old: "l.left < 0", new: "false",
		broken: "a fault counts as possible before others that use up its budget",
	}, {
		name: "diverted-covers-all", in: "limit.admits",
		old: "!l.stays", new: "true",
		broken: "a reordered message covers sequences that conflict with the message in its turn",
	}, {
		name: "lost-message-forgotten", in: "sequence.choose",
		old: "if s.changed.IsReceive() { etc }", new: "",
		broken: "a plan for another outcome of a receive does not know that it takes its message",
	}, {
		name: "barred-explored", in: "frame.add",
		old: "!p.Barred.Has(alternative)", new: "true",
		broken: "a search of states explores faults that the budget does not admit",
	},
}
