package main

// relationMutants are mistakes in what depends on what, and in what an operation
// does to the state that processes share.
var relationMutants = []mutant{
	{
		name: "gone-message-races", file: "trace/dependence.go",
		old:    "b.TimedOut() && b.Patterns.Match(a.Value) && !r.goneBefore(a, b, takers)",
		new:    "b.TimedOut() && b.Patterns.Match(a.Value)",
		broken: "a receive that timed out races with a message that was taken before it",
	}, {
		name: "flush-does-not-take", file: "trace/dependence.go",
		old:    "a.TimedOut() && b.To == a.Actor && a.Patterns.Match(b.Value) && !r.goneBefore(b, a, takers)",
		new:    "a.TimedOut() && b.To == a.Actor && a.Patterns.Match(b.Value)",
		broken: "a receive that timed out races with a message that is thrown away",
	}, {
		name: "taken-before-races", file: "trace/dependence.go",
		old:    "!ta.Patterns.Match(b.Value) || takenBefore(b, ta, takers) {",
		new:    "!ta.Patterns.Match(b.Value) {",
		broken: "two messages race although the later one is taken first",
	}, {
		name: "end-behind-what-was-done", file: "trace/dependence.go",
		old:    "b.Fatal != NoActor && a.Actor == b.Fatal",
		new:    "false",
		broken: "a signal that ends a process does not race with what that did before",
	}, {
		name: "flushed-without-patterns", file: "trace/dependence.go",
		old:    "return r.ReceivePatterns && s == Watching",
		new:    "return s == Watching",
		broken: "without receive patterns, a flush does not race with the message that it flushes",
	}, {
		name: "informed-flush-is-quiet", file: "trace/dependence.go",
		old:    "e.Flags&(Flush|Info) == Flush",
		new:    "e.Flags&Flush != 0",
		broken: "a DemonitorInfo that flushes does not race with the message, though it tells",
	}, {
		name: "select-sees-only-after", file: "trace/dependence.go",
		old:    "if means(rows, row.Key, row.Before) || means(rows, row.Key, row.After) {",
		new:    "if means(rows, row.Key, row.After) {",
		broken: "a Select does not race with a change of a row that it would have selected before",
	}, {
		name: "scan-of-no-table", file: "trace/dependence.go",
		old:    "if !row.ChangesRow() || scan.Effect == NoEffect {",
		new:    "if !row.ChangesRow() {",
		broken: "a scan of a table that is not there races with changes of rows",
	}, {
		name: "take-of-nothing-changes", file: "trace/effect.go",
		old:    "\tcase TableTake:\n\t\tif old == NoValue {\n\t\t\treturn Read\n\t\t}\n",
		new:    "\tcase TableTake:\n",
		broken: "a Take that finds nothing counts as a change",
	}, {
		name: "delete-is-a-write", file: "trace/effect.go",
		old:    "\tcase TableDelete:\n\t\treturn Update\n",
		new:    "\tcase TableDelete:\n\t\treturn Write\n",
		broken: "two Deletes of a row do not race, nor is it known what was there before",
	}, {
		name: "undone-link-leaves-nothing", file: "proc/link.go",
		old:    "if !slices.Contains(peers, peer) {",
		new:    "if !slices.Contains(peers, peer) && trace.AreLinked(a.actor.ID, peer, s.cell) {",
		broken: "the signal of an undone link is no event, though Unlink does not race with the end that decides it",
	}, {
		name: "harmless-looks-at-the-link", file: "trace/cells.go",
		old:    "b.Ok = (trapping || !b.harmless()) && (b.Flags&ByLink == 0",
		new:    "b.Ok = (b.Flags&ByLink == 0",
		broken: "a normal end ends who is linked",
	}, {
		name: "struck-twice", file: "trace/cells.go",
		old:    "\tcase b.state(doomed) != 0:\n\t\tb.read(doomed)\n\t\tb.Ok = false\n",
		new:    "",
		broken: "a second signal ends a process again",
	}, {
		name: "register-reads-one-cell", file: "trace/cells.go",
		old:    "\tcase b.state(name) != 0 || b.state(holder) != 0:\n\t\tb.read(name)\n\t\tb.read(holder)\n",
		new:    "\tcase b.state(name) != 0:\n\t\tb.read(name)\n\tcase b.state(holder) != 0:\n\t\tb.read(holder)\n",
		broken: "a Register that fails depends on one reason only, though there may be two",
	}, {
		name: "exit-leaves-no-board", file: "trace/cells.go",
		old:    "\tif b.state(Cell{Announced, int32(b.Actor), 0}) != 0 {\n\t\tb.update(Cell{Board, 0, 0}, 0)\n\t}\n",
		new:    "",
		broken: "the end of a process does not race with what others expose, though a rule is about the living only",
	}, {
		name: "boards-apart", file: "trace/cells.go",
		old:    "\t\tb.update(Cell{Board, 0, 0}, int32(b.Value))\n",
		new:    "\t\tb.update(Cell{Board, 0, int32(b.Key)}, int32(b.Value))\n",
		broken: "what is exposed does not race with the ends of processes, which leave another board",
	}, {
		name: "undone-becomes-flushed", file: "trace/cells.go",
		old:    "\tcase was == undone || was == flushed:\n\t\tb.read(c)\n",
		new:    "",
		broken: "a monitor that is undone again with flush lets its message come, to be thrown away, behind that only",
	}, {
		name: "nameless-exit", file: "trace/cells.go",
		old:    "\tif b.state(own) == 0 {\n\t\tb.read(own)\n\t\treturn\n\t}\n",
		new:    "\tif b.state(own) == 0 {\n\t\treturn\n\t}\n",
		broken: "the end of a process does not come behind the Unregister that took its name",
	}, {
		name: "strike-the-dead", file: "trace/cells.go",
		old:    "\tcase b.read(Cell{Ended, int32(target), 0}) != 0:\n\t\tb.Ok = false\n\tdefault:\n\t\tb.update(doomed, 1)",
		new:    "\tdefault:\n\t\tb.update(doomed, 1)",
		broken: "a signal tells a process to end that has ended",
	}, {
		name: "cancel-behind-expiry", file: "trace/cells.go",
		old:    "\tif b.state(c) != 0 {\n\t\tb.read(c)\n\t\treturn false\n\t}\n\tb.update(c, after)",
		new:    "\tif b.state(c) != 0 {\n\t\treturn false\n\t}\n\tb.update(c, after)",
		broken: "what comes too late for a timer does not come behind what was in time",
	}, {
		name: "name-taken-unseen", file: "trace/ownership.go",
		old:    "\t\tif b.state(c) != 0 {\n\t\t\tb.read(c)\n\t\t\tb.Effect, b.Ok = Read, false",
		new:    "\t\tif b.state(c) != 0 {\n\t\t\tb.Effect, b.Ok = Read, false",
		broken: "a new table whose name is taken does not race with what frees the name",
	}, {
		name: "refused-rename", file: "trace/ownership.go",
		old:    "if b.Ok = b.read(c) == 0; b.Ok {",
		new:    "if b.Ok = b.state(c) == 0; b.Ok {",
		broken: "a Rename that is refused does not race with what frees the name",
	}, {
		name: "alike-without-accesses", file: "trace/event.go",
		old:    "e.Fatal == f.Fatal && slices.Equal(e.Accesses, f.Accesses)",
		new:    "e.Fatal == f.Fatal && len(e.Accesses) == len(slices.Clone(f.Accesses))",
		broken: "an event that accesses other cells than was presumed is taken for the presumed one",
	}, {
		name: "alike-without-effect", file: "trace/event.go",
		old:    "return e.Effect == f.Effect && e.Ok == f.Ok &&",
		new:    "return e.Ok == f.Ok &&",
		broken: "an event that changes a row which was presumed to find it so is taken for the presumed one",
	},
}

// orderMutants are mistakes in happens-before, and in what is kept of it from one
// interleaving to the next.
var orderMutants = []mutant{
	{
		name: "scan-skips-one-too-many", file: "trace/index.go",
		old:    "return count(x.at, highest+1)",
		new:    "return count(x.at, highest)",
		broken: "a scan skips an event far back that is not ordered yet",
	}, {
		name: "scan-skips-the-next", file: "trace/index.go",
		old:    "count(l.at, x.at[n-1]+1); k > 0",
		new:    "count(l.at, x.at[n-1]); k > 0",
		broken: "a scan skips the event that comes next although it is not ordered yet",
	}, {
		name: "old-lanes", file: "trace/index.go",
		old:    "\t\tx.laned = len(x.at)\n",
		new:    "",
		broken: "a scan does not meet events that have come in place of others",
	}, {
		name: "stretch-too-short", file: "trace/notafter.go",
		old:    "events = events[count(events, int32(from)):]",
		new:    "events = events[count(events, int32(from+1)):]",
		broken: "a sequence does not have an event that is far behind the race and has nothing to do with it",
	}, {
		name: "update-trusts-takers", file: "trace/takers.go",
		old:    "from = min(from, o.shows(int(o.arrival[m.message])))",
		new:    "_ = m.message",
		broken: "clocks are kept although other receives take the messages now",
	}, {
		name: "update-knows-no-new-takers", file: "trace/takers.go",
		old:    "if t := o.takers[i]; t.position < 0 || int(t.position) >= same {",
		new:    "if t := o.takers[i]; int(t.position) >= same {",
		broken: "clocks are kept although a message is taken that was not before",
	}, {
		name: "any-taker-is-like-another", file: "trace/takers.go",
		old:    "return t.index == u.index && identical(t.patterns, u.patterns)",
		new:    "return identical(t.patterns, u.patterns)",
		broken: "clocks are kept although a later receive takes the message now",
	}, {
		name: "any-pattern-is-like-another", file: "trace/takers.go",
		old:    "return t.index == u.index && identical(t.patterns, u.patterns)",
		new:    "return t.index == u.index || identical(t.patterns, u.patterns)",
		broken: "clocks are kept although a receive with other patterns takes the message now",
	}, {
		name: "old-arrivals", file: "trace/order.go",
		old:    "\tforget(o.arrival[:from], from)\n",
		new:    "",
		broken: "a message is thought to have arrived where it did in the interleaving before",
	}, {
		name: "old-starts", file: "trace/order.go",
		old:    "\tforget(o.started, from)\n",
		new:    "",
		broken: "an actor is thought to have been started where it was in the interleaving before",
	}, {
		name: "flusher-takes-nothing", file: "trace/order.go",
		old:    "if message.ofMonitor() && int(message.Key) < len(o.flushOf) {",
		new:    "if false {",
		broken: "a message that comes behind its flush is one that nobody takes",
	}, {
		name: "old-flushes", file: "trace/order.go",
		old:    "\tforget(o.flushOf, same)\n",
		new:    "",
		broken: "a monitor is thought to be flushed where it was in the interleaving before",
	}, {
		name: "taken-in-another-branch", file: "trace/order.go",
		old:    "i >= 0 && (message.Kind != Down || o.events[i].Same(&message.Op))",
		new:    "i >= 0",
		broken: "the message of a monitor is taken by what takes another one, which is sent in its place in another branch",
	}, {
		name: "kill-misses-what-was-done", file: "trace/scan.go",
		old:    "\t\to.lists = append(o.lists, list{at: o.before(e.Fatal, c)})\n",
		new:    "",
		broken: "a signal that ends a process does not race with what that did last",
	}, {
		name: "signature-without-order", file: "trace/signature.go",
		old:    "\t\t\t\t\tput(int32(b), o.events[last].Index)\n",
		new:    "\t\t\t\t\tput(int32(b))\n",
		broken: "two classes with the same events in another order have the same signature",
	},
}
