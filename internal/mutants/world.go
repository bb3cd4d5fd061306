package main

// worldMutants are mistakes in what processes do, and in stepping back over it.
var worldMutants = []mutant{
	{
		name: "untake-at-front", file: "proc/receive.go",
		old:    "a.mailbox.Untake(int(u.place), u.message)",
		new:    "a.mailbox.Untake(0, u.message)",
		broken: "stepping back over a receive puts the message in front of all others",
	}, {
		name: "passed-kept-by-undo", file: "proc/system.go",
		old:    "a.at, a.passed = u.at, 0",
		new:    "a.at = u.at",
		broken: "behind stepping back, the messages that another receive had looked at are passed over",
	}, {
		name: "passed-beyond-the-end", file: "proc/system.go",
		old:    "\t\t\tto.passed = min(to.passed, to.mailbox.Len())\n",
		new:    "",
		broken: "a message that comes where another one was taken back is passed over",
	}, {
		name: "watchers-outlive", file: "proc/system.go",
		old:    "a.peers, a.watchers, a.doomed = a.peers[:0], a.watchers[:0], nil",
		new:    "a.peers, a.doomed = a.peers[:0], nil",
		broken: "a process that is started again has the monitors of the interleaving before",
	}, {
		name: "signals-before-tables", file: "proc/exit.go",
		old:    "a.farewell, a.parting = append(a.farewell, a.parting...), nil",
		new:    "a.farewell, a.parting = append(a.parting, a.farewell...), nil",
		broken: "those linked with a process learn of its end before its tables go away",
	}, {
		name: "channels-before-tables", file: "proc/exit.go",
		old:    "if a.said < len(a.farewell) {",
		new:    "if a.said > 0 {",
		broken: "channels tell of the end of a process before its tables go away",
	}, {
		name: "flushed-message-arrives", file: "proc/system.go",
		old:    "to.state == running && !ev.Flushed()",
		new:    "to.state == running",
		broken: "the message of a monitor arrives although it was flushed before",
	}, {
		name: "bag-keeps-counting", file: "proc/delivery.go",
		old:    "\t\tif s.delivery == Bag {\n\t\t\tc.sender.sent--\n\t\t}\n",
		new:    "",
		broken: "behind stepping back, a message travels in another channel than before",
	}, {
		name: "channel-signal-without-cause", file: "proc/link.go",
		old:    "\t\tev.Cause = a.queue[a.said].cause\n\t\tfallthrough\n",
		new:    "\t\tfallthrough\n",
		broken: "a signal that a channel brings does not come behind the event that sent it",
	}, {
		name: "flush-takes-in-secret", file: "proc/monitor.go",
		old:    "\t\t\tev.Taken = u.message.ID\n",
		new:    "",
		broken: "the event of a Demonitor does not say which message it threw away",
	}, {
		name: "row-forgets-other", file: "table/table.go",
		old:    "\tif was.value == after {\n\t\tbefore.Other = was.other\n\t}\n",
		new:    "",
		broken: "of a row that is stored again as it is, a Select cannot tell what it was before",
	}, {
		name: "undo-forgets-other", file: "table/table.go",
		old:    "t.set(before.key, before.row)",
		new:    "t.set(before.key, row{before.Value, before.Other})",
		broken: "behind stepping back, a row does not know what was there that is different",
	}, {
		name: "refusal-not-learnt", file: "proc/history.go",
		old:    "if k.via == r {",
		new:    "if k.via.value == r.value && k.via.n == r.n {",
		broken: "a process is thought to go on as it did although the operation was refused",
	}, {
		name: "forget-keeps-children", file: "proc/history.go",
		old:    "\t\t\th.child.Store(nil)\n",
		new:    "",
		broken: "histories of processes that others have started are never forgotten",
	}, {
		name: "forget-keeps-siblings", file: "proc/history.go",
		old:    "\t\t\t\tk.next.Store(kept)\n",
		new:    "",
		broken: "points of histories that were forgotten are found beside those that were kept",
	}, {
		name: "rehearse-once", file: "proc/rehearse.go",
		old:    "\t\ts.try(pr, a, twice)\n",
		new:    "",
		broken: "a variable that outlives a process is not noticed",
	}, {
		name: "await-without-table", file: "proc/await.go",
		old:    "return true // to fail",
		new:    "return false",
		broken: "an Await by a name that no table has waits instead of failing",
	}, {
		name: "links-in-their-order", file: "proc/link.go",
		old:    "\tslices.SortFunc(peers, func(p, q trace.ActorID) int {\n\t\treturn s.actors.ByID(p).Compare(s.actors.ByID(q))\n\t})\n",
		new:    "",
		broken: "a process says farewell in the order in which it was linked, which no event may show",
	}, {
		name: "links-by-number", file: "proc/link.go",
		old:    "return s.actors.ByID(p).Compare(s.actors.ByID(q))",
		new:    "return int(p - q)",
		broken: "a process says farewell in an order that depends on what was met first in the search",
	}, {
		name: "tables-by-number", file: "proc/ownership.go",
		old:    "return strings.Compare(s.byID[t].key, s.byID[u].key)",
		new:    "return int(t-u) + strings.Compare(\"\", \"\")",
		broken: "tables of others go away in an order that depends on what was met first in the search",
	}, {
		name: "tables-in-their-order", file: "proc/ownership.go",
		old:    "\tslices.SortFunc(given, func(t, u trace.ObjectID) int { return strings.Compare(s.byID[t].key, s.byID[u].key) })\n",
		new:    "\t_ = strings.Compare\n",
		broken: "tables of others go away in the order in which they came",
	}, {
		name: "monitors-in-their-order", file: "proc/exit.go",
		old:    "\tslices.SortFunc(watchers, func(v, w watcher) int { return strings.Compare(s.ref(v.ref).String(), s.ref(w.ref).String()) })\n",
		new:    "\t_ = strings.Compare\n",
		broken: "those who monitor a process learn of its end in the order in which they began to",
	}, {
		name: "delivery-set-late", file: "proc/delivery.go",
		old:    "\t\ts.Restart() // the first process may have decided how to send\n",
		new:    "",
		broken: "what the first process does first is sent without delay whatever the delivery",
	}, {
		name: "boards-set-late", file: "proc/announce.go",
		old:    "\t\ts.Restart() // it has been asked for already\n",
		new:    "",
		broken: "what the first process announces first races although no property can tell",
	}, {
		name: "heir-may-be-gone", file: "proc/ownership.go",
		old:    "if trace.ActorID(cell(trace.TableOwner)-1) != a.actor.ID || slices.ContainsFunc(ops, isAbout(id)) {",
		new:    "if trace.ActorID(cell(trace.TableOwner)-1) != a.actor.ID {",
		broken: "a table that came back to its creator is released twice",
	}, {
		name: "said-kept-by-undo", file: "proc/ownership.go",
		old:    "\tif a.state == exiting {\n\t\ta.said--\n\t}\n\tswitch {",
		new:    "\tswitch {",
		broken: "behind stepping back over the end of a table, what follows from the end of its owner is left out",
	}, {
		name: "failure-behind-deferred", file: "proc/coroutine.go",
		old:    "if p.failed() && op.Kind != trace.Exit {",
		new:    "if p.failed() && op.Kind != trace.Exit && false {",
		broken: "a failed assertion is not seen where a deferred function waits for ever",
	},
}
