package main

// statesMutants are mistakes in the search of states.
var statesMutants = []mutant{
	{
		name: "replies-conflict-with-nothing", in: "uses.each",
		old: "f(resource{kind: answers, id: int32(e.To)}, true)", new: "",
		broken: "the reply to a call is explored alone although another message may come before it",
	}, {
		name: "any-message-is-a-reply", in: "process.calls",
		old: "op.Flags&trace.Calling != 0 && etc", new: "op.Kind == trace.Receive && etc",
		broken: "a message to a process that waits for any is explored alone",
	}, {
		name: "found-message-counts-as-no-look", in: "uses.each",
		old: "e.Kind == trace.ReceiveTimeout || e.Flushes()", new: "e.Kind == trace.ReceiveTimeout && e.TimedOut() || e.Flushes()",
		broken: "a receive with a timeout that finds its message is explored alone",
	}, {
		name: "assumptions-not-checked", in: "uses.note",
		old: "holds = holds && u.holds()", new: "",
		broken: "a step stays explored alone although another actor turns out to conflict with it",
	}, {
		name: "sleeping-step-is-gone", in: "Search.Observe",
		old: "s.sleepAfter(e, f.sleep, f.done[:f.at])", new: "s.sleepAfter(e, f.done[:f.at])",
		broken: "what sleeps above a state is explored again below it",
	}, {
		name: "key-without-sleep-set", in: "Search.key",
		old: "sleeping = sleeping.Plus(trace.Fingerprint{}.With32(int32(e.Actor), e.Alternative))", new: "_ = e",
		broken: "a state is not explored again although other steps slept before",
	}, {
		name: "passed-although-asleep", in: "expander.passes",
		old: "return e.Actor == p.Actor", new: "return false",
		broken: "a state from which the only step sleeps counts as one with a step to explore",
	}, {
		name: "ends-are-never-seen", in: "uses.each",
		old: "f(resource{kind: shown, id: int32(e.Actor)}, true)", new: "",
		broken: "the end of a process is explored alone although a goal can tell when it ends",
	}, {
		name: "sleepers-need-no-others", in: "expander.sleepsAlone",
		old: "e.Actor == a && !s.uses.alone(e)", new: "e.Actor == a && false",
		broken: "nothing is explored where the steps of one actor sleep, although those of others may come before them",
	}, {
		name: "state-without-mailboxes", in: "process.fingerprint",
		old: "for _, v := range arrange(s, p) { f = f.With(uint64(v)) }", new: "",
		broken: "states count as one although their mailboxes differ",
	}, {
		name: "state-without-channels", in: "channel.fingerprint",
		old: "f = c.queue[c.delivered+i].op.fingerprint(f)", new: "_ = i",
		broken: "states count as one although other messages are on their way",
	}, {
		name: "later-steps-sleep", in: "Search.Observe",
		old: "s.sleepAfter(e, f.sleep, f.done[:f.at])", new: "s.sleepAfter(e, f.sleep, f.done)",
		broken: "below a step that a helper explores, steps after it sleep",
	}, {
		name: "transitions-of-all-workers", in: "Search.leave",
		old: "first && s.team != nil", new: "(first || true) && s.team != nil",
		broken: "the transitions of a pair count once for each worker that has explored it",
	}, {
		name: "settled-not-checked", in: "partner.endShared",
		old: "s.again || s.learned() > s.settled", new: "s.again",
		broken: "workers go on together although one of them has learned something new",
	}, {
		name: "contradiction-together", in: "partner.endShared",
		old: "t.part(Learned)", new: "",
		broken: "workers go on together although something contradicts what was taken for granted",
	}, {
		name: "chain-forgotten", in: "partner.close",
		old: "above.add(below); below = above", new: "above.add(below)",
		broken: "the states between a pair that was put off and the state above do not count",
	}, {
		name: "postponed-pair-dropped", in: "partner.endShared",
		old: "f.open = append(f.open, s.met)", new: "_ = f",
		broken: "a pair that was put off does not count",
	},
}
