package main

// worldMutants are mistakes in what processes do and in stepping back over it.
var worldMutants = []mutant{
	{
		name: "untake-at-front", in: "undoReceive",
		old:    "u.process.mailbox.Untake(u.place, u.message)",
		new:    "u.process.mailbox.Untake(0, u.message)",
		broken: "stepping back over a receive puts its message at the head of the mailbox",
	}, {
		name: "passed-kept-by-undo", in: "System.StepBack",
		old: "p.at, p.passed, p.found = u.at, 0, false", new: "p.at = u.at",
		broken: "after stepping back, a receive skips the messages that another receive had looked at",
	}, {
		name: "over-though-taken-back", in: "System.StepBack",
		old: "s.offers.forget()", new: "s.depth, s.seen = 0, min(s.seen, len(s.started))",
		broken: "after stepping back, a channel whose message comes again is not enabled",
	}, {
		name: "killed-not-enabled", in: "lookAtChanged",
		old: "if u.killed != nil { lookAt(s, u.killed) }", new: "",
		broken: "a process that waits is not enabled when it is told to end",
	}, {
		name: "enabled-despite-time", in: "lookAtDue",
		old: "if running[0] != s.started[len(s.started)-1] { return }; running = running[1:]", new: "return",
		broken: "a timer stays enabled although another one comes first now",
	}, {
		name: "not-due-in-its-turn", in: "lookAtDue",
		old: "running[0].deadline == u.who.(*timer).deadline", new: "running[0].deadline >= u.who.(*timer).deadline",
		broken: "a timer stays disabled although the one that comes first has expired",
	}, {
		name: "await-changed-unseen", in: "changesTables",
		old: "u.table != nil || len(s.cells.written) > u.written", new: "u.table != nil",
		broken: "an Await stays enabled although its table has gone",
	}, {
		name: "accesses-overwritten", in: "cells.behave",
		old: "*list = slices.Clone(ev.Accesses)", new: "*list = ev.Accesses",
		broken: "the accesses of an event change when another event happens",
	}, {
		name: "changes-of-tables-kept", in: "undoTable",
		old: "s.tables.before = s.tables.before[:last]", new: "",
		broken: "stepping back over several changes of tables undoes the last one again and again",
	}, {
		name: "channels-over-early", in: "isOver",
		old: "a.alone && a.pending() == nil", new: "a.pending() == nil",
		broken: "a channel in which there is nothing now is not looked at any more",
	}, {
		name: "passed-beyond-the-end", in: "System.StepBack",
		old: "if to.passed >= to.mailbox.Len() { to.passed, to.found = to.mailbox.Len(), false }", new: "",
		broken: "a receive skips a message that arrives where another one was taken back",
	}, {
		name: "found-though-taken-back", in: "System.StepBack",
		old: "to.passed, to.found = to.mailbox.Len(), false", new: "to.passed = to.mailbox.Len()",
		broken: "a receive counts as enabled after the message that it would take was taken back",
	}, {
		name: "watchers-outlive", in: "startProcess",
		old:    "p.peers, p.watchers, p.killed = p.peers[:0], p.watchers[:0], nil",
		new:    "p.peers, p.killed = p.peers[:0], nil",
		broken: "a process that is started again keeps the monitors of the previous interleaving",
	}, {
		name: "signals-before-tables", in: "performExit",
		old:    "p.exitEvents, p.exitSignals = append(p.exitEvents, p.exitSignals...), nil",
		new:    "p.exitEvents, p.exitSignals = append(p.exitSignals, p.exitEvents...), nil",
		broken: "linked processes learn that a process has ended before its tables are released",
	}, {
		name: "channels-before-tables", in: "process.sendExits",
		old: "if p.exited < len(p.exitEvents) { return }", new: "if p.exited > 0 { return }",
		broken: "a channel reports the end of a process before its tables are released",
	}, {
		name: "flushed-message-arrives", in: "System.deliver",
		old: "to.running() && !ev.Flushed()", new: "to.running()",
		broken: "the message of a monitor arrives although it was flushed",
	}, {
		name: "bag-keeps-counting", in: "takeBack",
		old: "if c.alone { c.sender.sent-- }", new: "",
		broken: "after stepping back, a message travels in another channel than before",
	}, {
		name: "channel-signal-without-cause", in: "channel.deliver",
		old: "ev.Cause = a.queue[a.said].cause", new: "",
		broken: "a signal that a channel delivers does not depend on the event that sent it",
	}, {
		name: "flush-takes-in-secret", in: "performDemonitor",
		old:    "u.place, u.message = i, p.mailbox.Take(i); ev.Taken = u.message.ID",
		new:    "u.place, u.message = i, p.mailbox.Take(i)",
		broken: "the event of a Demonitor does not say which message it removed",
	}, {
		name: "row-forgets-other", in: "Table.Do",
		old: "if was.value == after { before.Other = was.other }", new: "",
		broken: "after a row is stored again unchanged, a Select cannot tell which other value it had",
	}, {
		name: "undo-forgets-other", in: "Table.Undo",
		old: "t.set(before.key, before.row)", new: "t.set(before.key, row{before.Value, before.Other})",
		broken: "after stepping back, a row has lost the other value that it had",
	}, {
		name: "refusal-not-learnt", in: "history.after",
		old: "if k.via == r { return k }", new: "if k.via.Value == r.Value && k.via.N == r.N { return k }",
		broken: "a process is assumed to go on as before although its operation was refused",
	}, {
		name: "forget-keeps-children", in: "forget",
		old:    "if child := h.child.Load(); child != nil && !needed[child] { h.child.Store(nil) }",
		new:    "if child := h.child.Load(); child != nil && !needed[child] { }",
		broken: "the histories of processes that others started are never freed",
	}, {
		name: "forget-keeps-siblings", in: "forget",
		old: "k.next.Store(kept); kept = k", new: "kept = k",
		broken: "freed points of a history are still found next to those that were kept",
	}, {
		name: "rehearse-once", in: "rehearse",
		old: "try(s, pr, p, twice)", new: "",
		broken: "a variable that outlives a process is not detected",
	}, {
		name: "await-without-table", in: "awaited",
		old:    "if _, ok := usable(s, op, ev.Table); !ok { return true }",
		new:    "if _, ok := usable(s, op, ev.Table); !ok { return ev.Table != trace.NoTable }",
		broken: "an Await by a name that no table has waits instead of failing",
	}, {
		name: "links-in-their-order", in: "process.linkedPeers",
		old: "slices.SortFunc(peers, func(p, q peer) int { etc })", new: "",
		broken: "an ending process signals its links in the order in which they were made, which no event may reveal",
	}, {
		name: "links-by-number", in: "process.linkedPeers",
		old: "actors.ByID(a.actor).Compare(actors.ByID(b.actor))", new: "int(a.actor - b.actor)",
		broken: "an ending process signals its links in an order that depends on what the search met first",
	}, {
		name: "tables-by-number", in: "process.releases",
		old:    "func(t, u trace.ObjectID) int { return strings.Compare(etc) }",
		new:    `func(t, u trace.ObjectID) int { return int(t-u) + strings.Compare("", "") }`,
		broken: "tables received from others are released in an order that depends on what the search met first",
	}, {
		name: "tables-in-their-order", in: "process.releases",
		old:    "slices.SortFunc(given, func(t, u trace.ObjectID) int { return strings.Compare(etc) })",
		new:    "_ = strings.Compare",
		broken: "tables received from others are released in the order in which they were received",
	}, {
		name: "monitors-in-their-order", in: "process.exitTold",
		old:    "slices.SortFunc(watchers, func(v, w watcher) int { return strings.Compare(etc) })",
		new:    "_ = strings.Compare",
		broken: "the monitors of a process are notified in the order in which they were set",
	}, {
		name: "delivery-set-late", in: "System.SetDelivery",
		old: "s.delivery = d; s.Restart()", new: "s.delivery = d",
		broken: "the first operation of the first process is sent without delay, whatever the delivery",
	}, {
		name: "boards-set-late", in: "System.SetOrdered",
		old:    "if s.past.first.op.Kind == trace.Announce { s.Restart() }",
		new:    "if s.past.first.op.Kind == trace.Announce { }",
		broken: "the first announcement of the first process races although no property can tell",
	}, {
		name: "heir-may-be-gone", in: "process.releases",
		old:    "trace.ActorID(cell(trace.TableOwner)-1) != p.id.ID || slices.ContainsFunc(ops, func(op *Operation) bool { return op.Object == int32(id) })",
		new:    "trace.ActorID(cell(trace.TableOwner)-1) != p.id.ID",
		broken: "a table that came back to its creator is released twice",
	}, {
		name: "said-kept-by-undo", in: "undoOwnership",
		old: "if p.ended { p.exited-- }", new: "",
		broken: "after stepping back over the release of a table, the rest of its owner's exit is left out",
	}, {
		name: "failure-after-deferred", in: "Execution.request",
		old: "p.failed() && op.Kind != trace.Exit", new: "p.failed() && op.Kind != trace.Exit && false",
		broken: "a failed assertion is missed if a deferred function blocks for ever",
	}, {
		name: "turn-forgets-references", in: "Turn",
		old: "int32(x.refs), int32(x.timers)", new: "0, int32(x.timers)",
		broken: "histories of a loop merge although the process has made another number of references",
	}, {
		name: "turn-forgets-timers", in: "Turn",
		old: "int32(x.refs), int32(x.timers)", new: "int32(x.refs), 0",
		broken: "histories of a loop merge although the process has started another number of timers",
	}, {
		name: "turn-forgets-children", in: "Turn",
		old: "[]trace.Fingerprint{counted(x.spawned()), etc}", new: "[]trace.Fingerprint{etc}",
		broken: "histories of a loop merge although the process has started another number of processes",
	}, {
		name: "turn-forgets-tables", in: "Turn",
		old: "counted(x.spawned()), counted(x.tables), shown(x.exposed)", new: "counted(x.spawned()), shown(x.exposed)",
		broken: "histories of a loop merge although the process has created another number of tables",
	}, {
		name: "turn-forgets-exposed", in: "Turn",
		old: "counted(x.spawned()), counted(x.tables), shown(x.exposed)", new: "counted(x.spawned()), counted(x.tables)",
		broken: "histories of a loop merge although the process has exposed another state",
	}, {
		name: "turn-forgets-code", in: "Turn",
		old: "origin.With(x.sys.addresses.of(code))", new: "origin.With(x.sys.addresses.of(code - code))",
		broken: "two loops of a process continue as one if they have the same state",
	}, {
		name: "turns-from-one-history", in: "process.advance",
		old: "compareTurns(s, p, h)", new: "",
		broken: "a variable that a process keeps beside the state of its loop is not detected",
	}, {
		name: "turns-end-anywhere", in: "Execution.compare",
		old: "alike(h.op.Patterns, now.Patterns) && h.head.same(turn)", new: "alike(h.op.Patterns, now.Patterns) && (h.head.same(turn) || true)",
		broken: "a turn of a loop may end in a state that depends on more than its state and what it received",
	},
}
