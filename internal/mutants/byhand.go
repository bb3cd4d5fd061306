package main

// byHandMutants are mistakes in executions that a person drives.
var byHandMutants = []mutant{
	{
		name: "peek-and-stay", in: "Player.Peek",
		old: "p.StepBack(depth)", new: "_ = depth",
		broken: "what can happen next is shown after other steps, which nobody has chosen",
	}, {
		name: "peek-beyond-the-budget", in: "Player.Peek",
		old: "!next.Barred.Has(a)", new: "true",
		broken: "a message may be lost although none is left to lose",
	}, {
		name: "look-goes-on", in: "attempt",
		old: "return !l.On", new: "return false",
		broken: "a place is that at the end of the interleaving",
	}, {
		name: "look-unjudged", in: "judge.end",
		old: "j.sought != nil && j.sought.optional || j.result.Options.look != nil", new: "j.sought != nil && j.sought.optional",
		broken: "a violation in the middle of an interleaving is not seen by a person who drives it",
	}, {
		name: "would-hold-reversed", in: "looker.judgment",
		old: "of(WouldHold, WouldNotHold)", new: "of(WouldNotHold, WouldHold)",
		broken: "a property that would hold at the end is said not to, and the other way round",
	}, {
		name: "course-to-come-unseen", in: "faults.ahead",
		old: "f.course.crashes() - f.done.crashes()", new: "f.course.crashes()",
		broken: "a crash that has happened is said to come",
	}, {
		name: "partition-unseen", in: "partitions.inForce",
		old: "n.phase() != heals && (n.phase() != ended || n.course%2 == 0)", new: "n.phase() != heals",
		broken: "a network that stays cut is said to be whole",
	}, {
		name: "fork-overwritten", in: "Session.depart",
		old: "if same == len(f.steps) { f.steps, f.at = all, len(all); return nil }", new: "if true { f.steps, f.at = all, len(all); return nil }",
		broken: "what was chosen before is lost when something else is chosen",
	}, {
		name: "kept-faults-forgotten", in: "Continue",
		old: "s.options.Faults, s.kept = &faults, true", new: "_, s.kept = &faults, true",
		broken: "the faults of a given interleaving cannot be chosen again after stepping back",
	}, {
		name: "left-over-after-violation", in: "Lenient.End",
		old: "case trace.Complete, trace.Deadlocked, trace.Violated: f.Choose(trace.View{State: end.State})", new: "case trace.Complete: f.Choose(trace.View{State: end.State})",
		broken: "steps that are left over after a violation are not told",
	}, {
		name: "page-for-everyone", in: "page.ServeHTTP",
		old:    "!own || subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(p.path)) != 1",
		new:    "!own || subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(p.path)) > 1",
		broken: "any program on the machine can drive the execution",
	}, {
		name: "page-for-any-name", in: "page.ServeHTTP",
		old:    "!own || subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(p.path)) != 1",
		new:    "own && false || subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(p.path)) != 1",
		broken: "a name that was made to mean this machine reaches the page",
	}, {
		name: "page-from-anywhere", in: "loopback",
		old: "host == \"localhost\" || err == nil && ip.IsLoopback()", new: "host == \"localhost\" || err == nil && ip.IsValid()",
		broken: "other machines reach the page",
	},
}
