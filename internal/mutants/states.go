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
		name: "ends-not-seen-by-goals", in: "each",
		old: "e.Kind == trace.Announce && e.Flags&trace.Unordered != 0", new: "false",
		broken: "the end of a process is explored alone although a goal sees its last state",
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
		name: "cycles-of-passed-states", in: "Search.passes",
		old: "n > longestPass || etc", new: "false || etc",
		broken: "a cycle of states that are not remembered is noticed at the depth limit only",
	}, {
		name: "cut-at-any-depth", in: "Search.End",
		old: "end.Outcome == trace.Cut && !s.wide", new: "false",
		broken: "a process that goes on for ever is explored alone, and hides the others",
	}, {
		name: "passed-over-messages-wait", in: "System.Reception",
		old: "op.Kind != trace.Deliver || takes(op.Value)", new: "op.Kind != trace.Deliver",
		broken: "with late delivery a message is taken in another order than it could have arrived in",
	}, {
		name: "signals-wait-for-messages", in: "System.Reception",
		old: "op.Kind != trace.Deliver || takes(op.Value)", new: "takes(op.Value)",
		broken: "with late delivery an exit signal waits for a message before it that is not taken",
	}, {
		name: "late-beside-early", in: "late.note",
		old: "l.wrong = l.wrong || l.put[e.To]", new: "",
		broken: "messages are put off to a process that gets others at once",
	}, {
		name: "nothing-arrives-in-the-end", in: "late.filter",
		old: "if len(l.enabled) == 0 { etc }", new: "if len(l.enabled) == 0 { return v.Enabled }",
		broken: "messages that are never taken arrive in all orders",
	}, {
		name: "state-without-mailbox", in: "process.fingerprint",
		old: "f = f.With(uint64(p.mailbox.At(i).Value))", new: "_ = i",
		broken: "states count as the same although other messages wait in a mailbox",
	}, {
		name: "state-kept-when-stepping-back", in: "System.StepBack",
		old: "s.changedBy(u)", new: "",
		broken: "the fingerprint of a process stays that of a state after which it has stepped back",
	}, {
		name: "state-without-what-arrived", in: "prints.changedBy",
		old: "[...]*process{u.arrived, u.killed, u.other}", new: "[...]*process{u.killed, u.other}",
		broken: "the fingerprint of a process does not change when a message arrives",
	},
}
