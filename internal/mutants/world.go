package main

// worldMutants are mistakes in what processes do and in stepping back over it.
var worldMutants = []mutant{
	{
		name: "untake-at-front", in: "undoReceive",
		old:    "a.mailbox.Untake(int(u.place), u.message)",
		new:    "a.mailbox.Untake(0, u.message)",
		broken: "stepping back over a receive puts the message in front of all others",
	}, {
		name: "passed-kept-by-undo", in: "System.StepBack",
		old:    "a.at, a.passed = u.at, 0",
		new:    "a.at = u.at",
		broken: "behind stepping back, the messages that another receive had looked at are passed over",
	}, {
		name: "passed-beyond-the-end", in: "System.StepBack",
		old:    "to.passed = min(to.passed, to.mailbox.Len())",
		new:    "",
		broken: "a message that comes where another one was taken back is passed over",
	}, {
		name: "watchers-outlive", in: "System.start",
		old:    "a.peers, a.watchers, a.doomed = a.peers[:0], a.watchers[:0], nil",
		new:    "a.peers, a.doomed = a.peers[:0], nil",
		broken: "a process that is started again has the monitors of the interleaving before",
	}, {
		name: "signals-before-tables", in: "performExit",
		old:    "a.farewell, a.parting = append(a.farewell, a.parting...), nil",
		new:    "a.farewell, a.parting = append(a.parting, a.farewell...), nil",
		broken: "those linked with a process learn of its end before its tables go away",
	}, {
		name: "channels-before-tables", in: "System.part",
		old:    "if a.said < len(a.farewell) { return }",
		new:    "if a.said > 0 { return }",
		broken: "channels tell of the end of a process before its tables go away",
	}, {
		name: "flushed-message-arrives", in: "System.deliver",
		old:    "to.state == running && !ev.Flushed()",
		new:    "to.state == running",
		broken: "the message of a monitor arrives although it was flushed before",
	}, {
		name: "bag-keeps-counting", in: "System.takeBack",
		old:    "if s.delivery == Bag { c.sender.sent-- }",
		new:    "",
		broken: "behind stepping back, a message travels in another channel than before",
	}, {
		name: "channel-signal-without-cause", in: "performFarewell",
		old:    "ev.Cause = a.queue[a.said].cause",
		new:    "",
		broken: "a signal that a channel brings does not come behind the event that sent it",
	}, {
		name: "flush-takes-in-secret", in: "performDemonitor",
		old:    "u.place, u.message = int32(i), a.mailbox.Take(i); ev.Taken = u.message.ID",
		new:    "u.place, u.message = int32(i), a.mailbox.Take(i)",
		broken: "the event of a Demonitor does not say which message it threw away",
	}, {
		name: "row-forgets-other", in: "Table.Do",
		old:    "if was.value == after { before.Other = was.other }",
		new:    "",
		broken: "of a row that is stored again as it is, a Select cannot tell what it was before",
	}, {
		name: "undo-forgets-other", in: "Table.Undo",
		old:    "t.set(before.key, before.row)",
		new:    "t.set(before.key, row{before.Value, before.Other})",
		broken: "behind stepping back, a row does not know what was there that is different",
	}, {
		name: "refusal-not-learnt", in: "history.after",
		old:    "if k.via == r { return k }",
		new:    "if k.via.value == r.value && k.via.n == r.n { return k }",
		broken: "a process is thought to go on as it did although the operation was refused",
	}, {
		name: "forget-keeps-children", in: "System.forget",
		old:    "if child := h.child.Load(); child != nil && !needed[child] { h.child.Store(nil) }",
		new:    "if child := h.child.Load(); child != nil && !needed[child] { }",
		broken: "histories of processes that others have started are never forgotten",
	}, {
		name: "forget-keeps-siblings", in: "System.forget",
		old:    "k.next.Store(kept); kept = k",
		new:    "kept = k",
		broken: "points of histories that were forgotten are found beside those that were kept",
	}, {
		name: "rehearse-once", in: "System.Rehearse",
		old:    "s.try(pr, a, twice)",
		new:    "",
		broken: "a variable that outlives a process is not noticed",
	}, {
		name: "await-without-table", in: "System.awaits",
		old:    "if op.OnCells() { ev.Behave(s.cell) }; if ev.Table == trace.NoTable { return true }",
		new:    "if op.OnCells() { ev.Behave(s.cell) }; if ev.Table == trace.NoTable { return false }",
		broken: "an Await by a name that no table has waits instead of failing",
	}, {
		name: "links-in-their-order", in: "System.linkedPeers",
		old:    "slices.SortFunc(peers, func(p, q trace.ActorID) int { etc })",
		new:    "",
		broken: "a process says farewell in the order in which it was linked, which no event may show",
	}, {
		name: "links-by-number", in: "System.linkedPeers",
		old:    "s.actors.ByID(p).Compare(s.actors.ByID(q))",
		new:    "int(p - q)",
		broken: "a process says farewell in an order that depends on what was met first in the search",
	}, {
		name: "tables-by-number", in: "System.releases",
		old:    "func(t, u trace.ObjectID) int { return strings.Compare(etc) }",
		new:    `func(t, u trace.ObjectID) int { return int(t-u) + strings.Compare("", "") }`,
		broken: "tables of others go away in an order that depends on what was met first in the search",
	}, {
		name: "tables-in-their-order", in: "System.releases",
		old:    "slices.SortFunc(given, func(t, u trace.ObjectID) int { return strings.Compare(etc) })",
		new:    "_ = strings.Compare",
		broken: "tables of others go away in the order in which they came",
	}, {
		name: "monitors-in-their-order", in: "System.farewell",
		old:    "slices.SortFunc(watchers, func(v, w watcher) int { return strings.Compare(etc) })",
		new:    "_ = strings.Compare",
		broken: "those who monitor a process learn of its end in the order in which they began to",
	}, {
		name: "delivery-set-late", in: "System.SetDelivery",
		old:    "s.delivery = d; s.Restart()",
		new:    "s.delivery = d",
		broken: "what the first process does first is sent without delay whatever the delivery",
	}, {
		name: "boards-set-late", in: "System.SetOrdered",
		old:    "if s.past.first.op.Kind == trace.Announce { s.Restart() }",
		new:    "if s.past.first.op.Kind == trace.Announce { }",
		broken: "what the first process announces first races although no property can tell",
	}, {
		name: "heir-may-be-gone", in: "System.releases",
		old:    "trace.ActorID(cell(trace.TableOwner)-1) != a.actor.ID || slices.ContainsFunc(ops, isAbout(id))",
		new:    "trace.ActorID(cell(trace.TableOwner)-1) != a.actor.ID",
		broken: "a table that came back to its creator is released twice",
	}, {
		name: "said-kept-by-undo", in: "undoOwnership",
		old:    "if a.state == exiting { a.said-- }",
		new:    "",
		broken: "behind stepping back over the end of a table, what follows from the end of its owner is left out",
	}, {
		name: "failure-behind-deferred", in: "P.request",
		old:    "p.failed() && op.Kind != trace.Exit",
		new:    "p.failed() && op.Kind != trace.Exit && false",
		broken: "a failed assertion is not seen where a deferred function waits for ever",
	},
}
