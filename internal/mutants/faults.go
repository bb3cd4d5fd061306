package main

// faultsMutants are mistakes in crashes and restarts of nodes.
var faultsMutants = []mutant{
	{
		name: "lost-message-commutes-with-restart", in: "Relation.afterDelivery",
		old: "case b.Kind == Restart && ActorID(b.Object) == a.To: return Reversible", new: "",
		broken: "a message that is lost before a restart is never delivered after it",
	}, {
		name: "doomed-ends-by-itself", in: "canExit",
		old: "return p.killed != nil || !p.mustCrash()", new: "return true",
		broken: "a node that must crash ends by itself before, so its crash is explored at its end, too",
	}, {
		name: "end-before-the-crash", in: "aroundFatal",
		old: "b.Told == a.ID() && b.Instead != nil && b.Instead.Flags&Faulty != 0", new: "false",
		broken: "the search plans the end of a node before its crash, which is not possible",
	}, {
		name: "decision-forgotten", in: "Order.reset",
		old:    "o.released = cut(grown(o.released, width), from)",
		new:    "o.released = grown(o.released, width); for a := range o.released { if n := len(o.released[a]); n > 0 && int(o.released[a][n-1]) >= from { o.released[a] = nil } }",
		broken: "where an interleaving has no restart any more, the first event of the node does not need the decision about it",
	}, {
		name: "monitor-of-another-life", in: "behaviour.down",
		old: "!b.sameLife(ActorID(b.Object))", new: "false",
		broken: "a restarted node is told of an end that it watched before the crash",
	}, {
		name: "link-of-another-life", in: "behaviour.exitSignal",
		old: "b.sameLife(target)", new: "true",
		broken: "a link that a node made before the crash ends the restarted node",
	}, {
		name: "timer-of-another-life", in: "Event.Behave",
		old: "b.ownerLives() && b.finish(Cell{TimerStatus, int32(e.Actor), 0}, happened)", new: "b.finish(Cell{TimerStatus, int32(e.Actor), 0}, happened)",
		broken: "a timer that a node started before the crash expires after it",
	}, {
		name: "timer-of-an-end", in: "behaviour.ownerLives",
		old: "b.read(Cell{Ended, int32(owner), 0}) != crashed", new: "b.read(Cell{Ended, int32(owner), 0}) == 0",
		broken: "a node that ends by itself loses its timers",
	}, {
		name: "mailbox-outlives", in: "performRestart",
		old: "*p = process{common: p.common, co: p.co, node: true, faults: f, syncs: p.syncs, at: h}", new: "*p = process{common: p.common, co: p.co, node: true, faults: f, syncs: p.syncs, at: h, mailbox: p.mailbox}",
		broken: "a restarted node has the messages from before the crash",
	}, {
		name: "restart-alone", in: "expander.mayRaceWithFault",
		old: "slices.Contains(s.failing, p.Actor) || to && slices.Contains(s.failing, trace.ActorID(p.Op.Object))", new: "slices.Contains(s.failing, p.Actor) || to && false",
		broken: "a search of states explores a message to a node alone, although a restart may come before it",
	}, {
		name: "late-to-the-restarted", in: "late.filter",
		old: "r == trace.Restarting && !endless", new: "false",
		broken: "with late delivery no message is lost while a node is down",
	}, {
		name: "crash-alone", in: "expander.mayRaceWithFault",
		old: "slices.Contains(s.failing, p.Actor) || etc", new: "etc",
		broken: "a search of states explores a step of a node alone although it may crash before",
	}, {
		name: "undecided-do-not-fail", in: "world.Failing",
		old: "f.node.undecided || f.toCome() > 0", new: "f.toCome() > 0",
		broken: "a node whose faults are not decided yet counts as one that does not fail",
	}, {
		name: "restarts-are-over", in: "world.Failing",
		old: "f.toCome() > 0", new: "f.toCome() > 1",
		broken: "a search of states takes a node that may be restarted for one that may not",
	}, {
		name: "ends-do-not-count", in: "Model.judgesEnds",
		old: "r.atEnd || r.eventual", new: "r.eventual",
		broken: "no message is lost although a rule is about the end",
	}, {
		name: "nobody-waits", in: "expander.endless",
		old: "return daemons && !s.late.ends", new: "return !s.late.ends",
		broken: "no message is lost although a process may wait for it that is no daemon",
	}, {
		name: "nobody-will-wait", in: "expander.endless",
		old: "s.late.end()", new: "",
		broken: "no message is lost although a process will wait for it that is no daemon",
	}, {
		name: "state-without-the-course", in: "faults.fingerprint",
		old: "uint64(f.toCome())", new: "0",
		broken: "states count as one although a node must crash in one of them",
	}, {
		name: "state-without-the-budget", in: "decisions.fingerprint",
		old: "int32(left.Crashes), int32(left.Restarts)", new: "0, int32(0*left.Crashes)",
		broken: "states count as one although more nodes may crash in one of them",
	},
}
