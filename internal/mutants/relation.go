package main

// relationMutants are mistakes in the dependence relation and in what an operation
// does to the state that processes share.
var relationMutants = []mutant{
	{
		name: "touches-not-what-it-ends", in: "Event.Touched",
		old: "ofActor(e.Fatal)", new: "Touched(0)",
		broken: "an event that ends a process is not compared with the events of the process",
	}, {
		name: "gone-message-races", in: "Relation.messageThenReceive",
		old:    "b.TimedOut() && b.Patterns.Match(a.Value) && !r.goneBefore(a, b, takers)",
		new:    "b.TimedOut() && b.Patterns.Match(a.Value)",
		broken: "a receive that timed out races with a message that was taken before it",
	}, {
		name: "flush-does-not-take", in: "Relation.beforeDelivery",
		old:    "b.To == a.Actor && a.Patterns.Match(b.Value) && !r.goneBefore(b, a, takers)",
		new:    "b.To == a.Actor && a.Patterns.Match(b.Value)",
		broken: "a receive that timed out races with a message that is flushed",
	}, {
		name: "taken-before-races", in: "Relation.twoMessages",
		old: "!ta.Patterns.Match(b.Value) || takenBefore(b, ta, takers)", new: "!ta.Patterns.Match(b.Value)",
		broken: "two messages race although the later one is taken first",
	}, {
		name: "end-after-what-was-done", in: "aroundFatal",
		old:    "a.Fatal != NoActor && b.Actor == a.Fatal || b.Fatal != NoActor && a.Actor == b.Fatal",
		new:    "a.Fatal != NoActor && b.Actor == a.Fatal || false",
		broken: "a signal that ends a process does not race with what the process did before",
	}, {
		name: "flushed-without-patterns", in: "Relation.flushed",
		old: "r.ReceivePatterns && s == Watching", new: "s == Watching",
		broken: "without receive patterns, a flush does not race with the message that it flushes",
	}, {
		name: "informed-flush-is-quiet", in: "Event.quiet",
		old: "e.Flags&(Flush|Info) == Flush", new: "e.Flags&Flush != 0",
		broken: "a DemonitorInfo that flushes does not race with the message, although its result shows it",
	}, {
		name: "select-sees-only-after", in: "scanned",
		old:    "means(rows, row.Key, row.Before) || means(rows, row.Key, row.After)",
		new:    "means(rows, row.Key, row.After)",
		broken: "a Select does not race with a change of a row that it would have selected before the change",
	}, {
		name: "scan-of-no-table", in: "scanned",
		old: "!row.ChangesRow() || scan.Effect == NoEffect", new: "!row.ChangesRow()",
		broken: "a scan of a table that does not exist races with changes of rows",
	}, {
		name: "take-of-nothing-changes", in: "EffectOf",
		old:    "case TableTake: if old == NoValue { return Read }; return Update",
		new:    "case TableTake: return Update",
		broken: "a Take that finds nothing counts as a change",
	}, {
		name: "delete-is-a-write", in: "EffectOf",
		old:    "case TableSwap: if old != op.Expected { return Read }; return Update; case TableDelete: return Update",
		new:    "case TableSwap: if old != op.Expected { return Read }; return Update; case TableDelete: return Write",
		broken: "two Deletes of one row do not race, and what was there before is unknown",
	}, {
		name: "harmless-looks-at-the-link", in: "behaviour.exitSignal",
		old:    "(trapping || !b.harmless()) && (b.Flags&ByLink == 0 || b.read(linkOfSignal(b.Event)) == linked)",
		new:    "b.Flags&ByLink == 0 || b.read(linkOfSignal(b.Event)) == linked",
		broken: "a normal exit ends the linked processes",
	}, {
		name: "link-without-life", in: "linkCell",
		old: "lifeOfP == 0 && lifeOfQ == 0", new: "lifeOfP >= 0",
		broken: "a link with a later life of a node takes the place of that with an earlier one",
	}, {
		name: "unlinked-from-one-life", in: "behaviour.unlink",
		old: "min(1, last)", new: "last",
		broken: "an Unlink leaves the link with an earlier life of a node",
	}, {
		name: "ended-twice", in: "behaviour.deliverSignal",
		old: "case b.state(doomed) != 0: b.read(doomed); b.Ok = false", new: "",
		broken: "a second signal ends a process again",
	}, {
		name: "register-reads-one-cell", in: "behaviour.register",
		old:    "case b.state(name) != 0 || b.state(holder) != 0: b.read(name); b.read(holder)",
		new:    "case b.state(name) != 0: b.read(name); case b.state(holder) != 0: b.read(holder)",
		broken: "a Register that fails for two reasons depends on only one of them",
	}, {
		name: "exit-leaves-no-board", in: "behaviour.exit",
		old: "if b.state(Cell{Announced, int32(b.Actor), 0}) != 0 { b.update(Cell{Board, 0, 0}, 0) }", new: "",
		broken: "the exit of a process does not race with what others expose, although a rule sees live processes only",
	}, {
		name: "boards-apart", in: "behaviour.announce",
		old: "Cell{Board, 0, 0}, int32(b.Value)", new: "Cell{Board, 0, int32(b.Key)}, int32(b.Value)",
		broken: "what a process exposes does not race with the exits of others",
	}, {
		name: "undone-becomes-flushed", in: "behaviour.demonitor",
		old: "case was == undone || was == flushed: b.read(c)", new: "",
		broken: "a second Demonitor with flush of the same monitor changes when its message is flushed",
	}, {
		name: "nameless-exit", in: "behaviour.exit",
		old: "if b.state(own) == 0 { b.read(own); return }", new: "if b.state(own) == 0 { return }",
		broken: "the exit of a process does not depend on the Unregister that removed its name",
	}, {
		name: "signal-to-the-ended", in: "behaviour.deliverSignal",
		old: "case b.read(Cell{Ended, int32(target), 0}) != 0: b.Ok = false", new: "",
		broken: "a signal ends a process that has ended",
	}, {
		name: "cancel-after-expiry", in: "behaviour.finish",
		old: "b.read(c); return false", new: "return false",
		broken: "a cancellation that comes too late does not depend on the expiry of the timer",
	}, {
		name: "name-taken-unseen", in: "behaviour.newTable",
		old: "b.read(c); b.Effect, b.Ok = Read, false", new: "b.Effect, b.Ok = Read, false",
		broken: "a new table whose name is taken does not race with what frees the name",
	}, {
		name: "refused-rename", in: "behaviour.rename",
		old: "b.Ok = b.read(c) == 0", new: "b.Ok = b.state(c) == 0",
		broken: "a Rename that is refused does not race with what frees the name",
	}, {
		name: "alike-without-accesses", in: "Event.Alike",
		old:    "e.Fatal == f.Fatal && slices.Equal(e.Accesses, f.Accesses)",
		new:    "e.Fatal == f.Fatal && len(e.Accesses) == len(slices.Clone(f.Accesses))",
		broken: "an event counts as predicted although it accesses other cells than predicted",
	}, {
		name: "alike-without-effect", in: "Event.Alike",
		old:    "e.Effect == f.Effect && e.Ok == f.Ok && e.Alternative == f.Alternative",
		new:    "e.Ok == f.Ok && e.Alternative == f.Alternative",
		broken: "an event counts as predicted although it has another effect than predicted",
	},
}

// orderMutants are mistakes in happens-before and in what is kept of it from one
// interleaving to the next.
var orderMutants = []mutant{
	{
		name: "scan-skips-one-too-many", in: "index.unordered",
		old: "count(x.at, highest+1)", new: "count(x.at, highest)",
		broken: "a scan skips an event far back that is not ordered yet",
	}, {
		name: "scan-skips-the-next", in: "index.unordered",
		old: "x.at[n-1]+1", new: "x.at[n-1]",
		broken: "a scan skips the next event although it is not ordered yet",
	}, {
		name: "old-lanes", in: "index.cut",
		old:    "x.laned = len(x.at); for k := range x.lanes { x.lanes[k].at = cutOne(x.lanes[k].at, from) }",
		new:    "for k := range x.lanes { x.lanes[k].at = cutOne(x.lanes[k].at, from) }",
		broken: "a scan misses events that have replaced others",
	}, {
		name: "identical-with-another-effect", in: "Event.Identical",
		old: "e.Table == f.Table && e.Result == f.Result", new: "e.Table == f.Table",
		broken: "an event stands for another one that got something else",
	}, {
		name: "apart-from-what-was-replaced", in: "cutApart",
		old: "a.from, a.upTo = cutOne(a.from, from), min(a.upTo, from)", new: "a.upTo = min(a.upTo, from)",
		broken: "a sequence has an event because one in its place in another interleaving was independent",
	}, {
		name: "stretch-too-short", in: "Order.farNotAfter",
		old: "events[count(events, int32(from)):]", new: "events[count(events, int32(from+1)):]",
		broken: "a sequence lacks an independent event that comes long after the race",
	}, {
		name: "update-trusts-takers", in: "Order.take",
		old: "from = min(from, o.shows(int(o.arrival[m.message])))", new: "_ = m.message",
		broken: "clocks are kept although other receives take the messages now",
	}, {
		name: "update-knows-no-new-takers", in: "Order.take",
		old: "t.position < 0 || int(t.position) >= same", new: "int(t.position) >= same",
		broken: "clocks are kept although a message is taken now that was not taken before",
	}, {
		name: "any-taker-is-like-another", in: "taker.like",
		old:    "t.index == u.index && identical(t.patterns, u.patterns)",
		new:    "identical(t.patterns, u.patterns)",
		broken: "clocks are kept although a later receive takes the message now",
	}, {
		name: "any-pattern-is-like-another", in: "taker.like",
		old:    "t.index == u.index && identical(t.patterns, u.patterns)",
		new:    "t.index == u.index || identical(t.patterns, u.patterns)",
		broken: "clocks are kept although a receive with other patterns takes the message now",
	}, {
		name: "old-arrivals", in: "Order.reset",
		old: "forgetArrivals(o, from)", new: "",
		broken: "a message keeps the position of its arrival from the previous interleaving",
	}, {
		name: "old-starts", in: "Order.reset",
		old: "o.released = cut(grown(o.released, width), from)", new: "o.released = grown(o.released, width)",
		broken: "an actor keeps the position of its start from the previous interleaving",
	}, {
		name: "flusher-takes-nothing", in: "Order.TakerPosition",
		old: "message.ofMonitor() && int(message.Key) < len(o.flushOf)", new: "false",
		broken: "a message that arrives after its flush counts as never taken",
	}, {
		name: "old-flushes", in: "Order.reset",
		old:    "o.flushes = cutOne(o.flushes, same); forget(o.flushOf, same)",
		new:    "o.flushes = cutOne(o.flushes, same)",
		broken: "a monitor keeps the position of its flush from the previous interleaving",
	}, {
		name: "taken-in-another-branch", in: "Order.TakerPosition",
		old: "i >= 0 && (message.Kind != Down || o.events[i].Same(&message.Op))", new: "i >= 0",
		broken: "the message of a monitor counts as taken by the receive of a different message, sent in its place in another branch",
	}, {
		name: "kill-misses-what-was-done", in: "Order.candidates",
		old: "o.lists = append(o.lists, list{at: o.before(e.Fatal, c)})", new: "",
		broken: "a signal that ends a process does not race with the last operation of the process",
	}, {
		name: "signature-without-order", in: "Order.Signature",
		old: "int32(b), o.events[last].Index", new: "int32(b)",
		broken: "two classes with the same events in different orders have the same signature",
	},
}
