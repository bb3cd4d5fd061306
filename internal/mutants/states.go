package main

// statesMutants are mistakes in the search of states.
var statesMutants = []mutant{
	{
		name: "replies-conflict-with-nothing", in: "each",
		old: "f(resource{kind: answers, id: int32(e.To)}, true)", new: "",
		broken: "the reply to a call is explored alone although another message may come before it",
	}, {
		name: "any-message-is-a-reply", in: "process.calls",
		old: "op.Flags&trace.Calling != 0 && etc", new: "op.Kind == trace.Receive && etc",
		broken: "a message to a process that waits for any is explored alone",
	}, {
		name: "found-message-counts-as-no-look", in: "each",
		old: "e.Kind == trace.ReceiveTimeout || e.Flushes()", new: "e.Kind == trace.ReceiveTimeout && e.TimedOut() || e.Flushes()",
		broken: "a receive with a timeout that finds its message is explored alone",
	}, {
		name: "assumptions-not-checked", in: "uses.note",
		old: "holds = holds && u.holds()", new: "",
		broken: "a step stays explored alone although another actor turns out to conflict with it",
	}, {
		name: "sleeping-step-is-gone", in: "Search.Observe",
		old: "[][]trace.Event{f.sleep, f.done}", new: "[][]trace.Event{f.done}",
		broken: "what sleeps above a state is explored again below it",
	}, {
		name: "key-without-sleep-set", in: "Search.key",
		old: "sleeping = sleeping.Plus(trace.Fingerprint{}.With32(int32(e.Actor), e.Alternative))", new: "_ = e",
		broken: "a state is not explored again although other steps slept before",
	}, {
		name: "passed-although-asleep", in: "Search.passes",
		old: "return e.Actor == p.Actor", new: "return false",
		broken: "a state from which the only step sleeps counts as one with a step to explore",
	}, {
		name: "ends-are-never-seen", in: "each",
		old: "f(resource{kind: shown, id: int32(e.Actor)}, true)", new: "",
		broken: "the end of a process is explored alone although a goal can tell when it ends",
	}, {
		name: "sleepers-need-no-others", in: "Search.sleepsAlone",
		old: "e.Actor == a && !s.uses.alone(e)", new: "e.Actor == a && false",
		broken: "nothing is explored where the steps of one actor sleep, although those of others may come before them",
	}, {
		name: "passes-without-end", in: "Search.passes",
		old: "n > longestPass || etc", new: "n < 0 || etc",
		broken: "a process that goes on and on alone is never at a state that is remembered",
	}, {
		name: "choice-in-passing", in: "Search.passes",
		old: "p.Op.Alternatives > 1 || etc", new: "p.Op.Alternatives < 0 || etc",
		broken: "a state with several alternatives to explore is not remembered",
	}, {
		name: "loop-of-one-actor", in: "Search.Choose",
		old: "s.widen()", new: "",
		broken: "an actor that comes back to a state alone keeps the others from moving for ever",
	}, {
		name: "cut-at-any-depth", in: "slot.fits",
		old: "return int(e.length) == depth", new: "return true",
		broken: "what was cut for its length counts as explored where there is room for more events",
	}, {
		name: "room-for-the-height", in: "slot.fits",
		old: "depth+int(e.length) <= limit", new: "depth <= limit",
		broken: "an interleaving that is cut for its length counts as complete where its end is known",
	}, {
		name: "open-pairs-forgotten", in: "memo.forget",
		old:    "e.status == known && (int(e.effort) < most || etc)",
		new:    "e.status != empty && (int(e.effort) < most || etc)",
		broken: "a search with little memory forgets states on its path",
	}, {
		name: "early-in-name-only", in: "late.filter",
		old:    "p.Op.Kind != trace.Deliver || l.early[to]",
		new:    "p.Op.Kind != trace.Deliver || l.early[to] && v.State.Reception(p.Actor) != trace.Unwanted",
		broken: "messages are put off although their receiver can tell when they arrive",
	}, {
		name: "put-off-for-good", in: "late.note",
		old: "l.wrong = l.wrong || l.put[e.To]", new: "",
		broken: "the search does not begin again when a process turns out to get messages from elsewhere",
	}, {
		name: "wanted-later-is-unwanted", in: "System.Reception",
		old: "return trace.Blocking", new: "return trace.Unwanted",
		broken: "a message is not delivered because another one comes out of its channel before it",
	}, {
		name: "wanted-later-is-wanted", in: "System.Reception",
		old: "return trace.Blocking", new: "return trace.Wanted",
		broken: "a message that is passed over is delivered late, although a mailbox keeps the order of these",
	}, {
		name: "state-without-mailboxes", in: "process.fingerprint",
		old: "for i := range p.mailbox.Len() { f = f.With(uint64(p.mailbox.At(i).Value)) }", new: "",
		broken: "states count as one although their mailboxes differ",
	}, {
		name: "state-without-channels", in: "channel.fingerprint",
		old: "f = c.queue[c.delivered+i].op.fingerprint(f)", new: "_ = i",
		broken: "states count as one although other messages are on their way",
	}, {
		name: "state-without-timers", in: "timer.fingerprint",
		old: "return t.expire.fingerprint(f)", new: "return f",
		broken: "states count as one although their timers do different things",
	}, {
		name: "state-without-links", in: "process.ties",
		old: "if !slices.Contains(p.peers[:i], peer) { etc }", new: "_ = slices.Contains(p.peers[:i], peer)",
		broken: "states count as one although other processes are linked",
	}, {
		name: "state-without-monitors", in: "process.ties",
		old: "for _, w := range p.watchers { etc }", new: "",
		broken: "states count as one although other processes are monitored",
	}, {
		name: "state-without-creations", in: "process.ties",
		old: "for _, t := range p.created { etc }", new: "",
		broken: "states count as one although a process has created other tables",
	}, {
		name: "state-without-kills", in: "process.fingerprint",
		old: "if p.killed != nil { f = p.killed.exit.fingerprint(f) }", new: "",
		broken: "states count as one although a process is about to end in one of them",
	}, {
		name: "other-process-unchanged", in: "prints.changedBy",
		old: "if other != nil { p.changed(other) }", new: "_ = other",
		broken: "the fingerprint of a process stays when an event of another one changes it",
	}, {
		name: "channel-unchanged", in: "prints.changedBy",
		old: "p.changed(c)", new: "_ = c",
		broken: "the fingerprint of a channel stays when a message enters it",
	},
}
