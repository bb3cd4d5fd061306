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
		old: "for _, m := range arrange(s, p) { f = f.With(uint64(m.Budget)<<32 | uint64(uint32(m.Value))) }", new: "",
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
	}, {
		name: "mailboxes-without-order", in: "arrange",
		old: "less(m, rest[first]) && commutes(s, p, rest[:i], m.Value)", new: "less(m, rest[first])",
		broken: "states count as one although their mailboxes have tied messages in another order",
	}, {
		name: "receives-tie-nothing-new", in: "ties.learn",
		old: "if e.Patterns.Match(v) && !r.tie(place, e.Patterns) { holds = false }", new: "if e.Patterns.Match(v) { r.tie(place, e.Patterns) }",
		broken: "the search does not begin again where a receive matches two messages that were independent",
	}, {
		name: "new-messages-are-not-tied", in: "receiver.add",
		old: "r.tie(place, p)", new: "_ = p",
		broken: "a message is independent of those that a receive matched before it came",
	}, {
		name: "equal-messages-are-not-tied", in: "receiver.tie",
		old: "was != tied && p.Match(r.values[i])", new: "i != place && was != tied && p.Match(r.values[i])",
		broken: "equal messages of two processes are independent",
	}, {
		name: "tied-messages-alone", in: "ties.mayDeliver",
		old: "!met || *r.pair(i, place) == tied", new: "met && i < 0 && place < 0",
		broken: "a message is explored alone although another actor delivers one that is tied with it",
	}, {
		name: "late-senders-are-missed", in: "ties.note",
		old: "holds = holds && (by.within(user) || *r.pair(i, place) != tied)", new: "_, _ = i, by",
		broken: "a message stays explored alone although another actor turns out to deliver one that is tied with it",
	}, {
		name: "independent-by-mailbox-alone", in: "ties.dependent",
		old: "return trace.Relation{ReceivePatterns: true}.Dependent(e, asleep, noTakers{}) != trace.Independent", new: "return false",
		broken: "steps that deliver messages which are not tied count as independent although they use the same cells",
	}, {
		name: "sleeping-messages-have-names", in: "Search.key",
		old: "s.ofBag(e)", new: "false",
		broken: "a sleep set has the channel of a message in a bag, which may carry another one in the same state on another path",
	}, {
		name: "sleeping-messages-have-names-in-whole", in: "exact.key",
		old: "ofBag(&asleep[i])", new: "false",
		broken: "the same, if whole sleep sets are compared",
	}, {
		name: "channels-of-bags-are-users", in: "uses.user",
		old: "us.bags && e.Cause != trace.NoEvent && etc", new: "false && e.Cause != trace.NoEvent && etc",
		broken: "what is known about a message in a bag is about the channel of that name, which may carry another one on another path",
	}, {
		name: "others-of-a-bag-tell-nothing", in: "uses.user",
		old: "us.ties != nil && !e.Kept && !us.ties.sole(e)", new: "us.ties != nil && !e.Kept && false",
		broken: "a channel is a user although another one has delivered, which a state need not tell",
	}, {
		name: "new-actors-are-not-learned", in: "Search.learned",
		old: "s.uses.learned + s.late.learned + s.actors + s.contents", new: "s.uses.learned + s.late.learned + s.contents",
		broken: "workers go on together although one has met an actor that changes the order of the search",
	}, {
		name: "together-beyond-the-limit", in: "team.finish",
		old: "limit > 0 && int(total.height) > limit", new: "limit < 0",
		broken: "workers find what one worker would have cut",
	}, {
		name: "goals-do-not-part", in: "tally.reaching",
		old: "t.unforeseen()", new: "_ = t",
		broken: "which interleaving reaches a goal first depends on the speed of workers",
	}, {
		name: "order-of-the-world", in: "expander.order",
		old: "slices.SortFunc(v.Enabled, func(a, b trace.Pending) int { return s.compare(v.State, a, b) })", new: "_ = slices.Sort[[]int]",
		broken: "what is explored from a state depends on the path to it",
	}, {
		name: "path-of-the-first-worker", in: "frame.join",
		old: "c.todo, c.rest = slices.Clone(f.todo), slices.Clone(f.rest)", new: "_ = slices.Clone[[]int]",
		broken: "a worker that joins shares the path of the first one",
	},
}
