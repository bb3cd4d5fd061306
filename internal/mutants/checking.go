package main

// checkerMutants are mistakes in counting, in judging interleavings, and in the
// checks that the checker makes of itself.
var checkerMutants = []mutant{
	{
		name: "cut-without-its-past", in: "exploration.relate",
		old:    "b.events-1, a.events-1",
		new:    "b.events-1, b.events-1",
		broken: "a goal is reached at a moment that no order has",
	}, {
		name: "one-cut-only", in: "cuts.reduce",
		old:    "clear(c.cut[:l])",
		new:    "",
		broken: "a goal is asked about some moments only",
	}, {
		name: "timers-in-turn", in: "roundRobin.next",
		old:    "over || !slices.ContainsFunc(enabled, etc)",
		new:    "len(events) > 0 || over || !slices.ContainsFunc(enabled, etc)",
		broken: "a timer expires in the first interleaving though a process can move",
	}, {
		name: "higher-bound-forgets", in: "deepen",
		old:    "if r != nil && last != nil { r.recall(last) }",
		new:    "if r != nil && last != nil { }",
		broken: "a violation that only a search under a lower bound shows is lost",
	}, {
		name: "others-not-shown", in: "ledger.enter",
		old:    "l.count(f); l.show(f)",
		new:    "l.count(f)",
		broken: "an observer that counts misses interleavings of tasks",
	}, {
		name: "others-not-the-last", in: "ledger.enter",
		old:    "l.last = append(l.last[:0], f.last...)",
		new:    "",
		broken: "events are counted against another interleaving than the one before",
	}, {
		name: "others-behind-the-first", in: "account.add",
		old:    "if a.found.others > 0 { before = a.found.last }",
		new:    "",
		broken: "events of interleavings of tasks are counted against the first of them",
	}, {
		name: "plain-with-goals", in: "execution.plain",
		old:    "len(f.reached) == 0 && f.events == nil",
		new:    "f.events == nil",
		broken: "goals that interleavings of tasks reach are not counted",
	}, {
		name: "plain-with-cuts", in: "execution.plain",
		old:    "f.outcome == trace.Complete && len(f.violations) == 0",
		new:    "len(f.violations) == 0",
		broken: "an interleaving of a task that was cut is counted as one that was not",
	}, {
		name: "shorter-violation-without-words", in: "ledger.knows",
		old:    "w != nil && w.Length <= v.Length",
		new:    "w != nil",
		broken: "a violation that is found again in a shorter interleaving is not described",
	}, {
		name: "violation-counted-once", in: "ledger.violating",
		old:    "if v.Length < w.Length { *w = *v }; w.Count = v.Count",
		new:    "if v.Length < w.Length { *w = *v }",
		broken: "how many interleavings have a violation is not counted",
	}, {
		name: "finally-also-in-deadlock", in: "exploration.judge",
		old:    "complete && !crashed && !blocked",
		new:    "complete && !crashed",
		broken: "properties of the end are judged where a process waits for ever",
	}, {
		name: "finally-also-in-crash", in: "exploration.judge",
		old:    "complete && !crashed && !blocked",
		new:    "complete && !blocked",
		broken: "properties of the end are judged where a process has crashed",
	}, {
		name: "deadlock-also-in-crash", in: "exploration.judge",
		old:    "!crashed && x.sys.Blocked()",
		new:    "x.sys.Blocked()",
		broken: "that others wait for a process that has crashed is reported as a deadlock, too",
	}, {
		name: "told-by-a-crash", in: "exploration.crashes",
		old:    "x.sys.ExitReason(end).Deliberate && (x.told(end, depth) || x.found.outcome == trace.Cut && x.sys.StillTells(end.ID()))",
		new:    "x.told(end, depth) || x.found.outcome == trace.Cut && x.sys.StillTells(end.ID())",
		broken: "a panic is no violation if somebody is linked with the process",
	}, {
		name: "told-by-what-was-flushed", in: "exploration.inVain",
		old:    "e.Flushed() && earlier.Flags&trace.Flush != 0 && earlier.Key == e.Key",
		new:    "false",
		broken: "an exit is no violation although the monitor was flushed long before",
	}, {
		name: "told-to-nobody-left", in: "exploration.inVain",
		old:    "case trace.Exit: return earlier.Actor == e.To",
		new:    "case trace.Exit: return false",
		broken: "an exit is no violation although the one who is told has certainly ended before",
	}, {
		name: "turns-without-limit", in: "roundRobin.turnEnds",
		old:    "min(longestTurn, max(1, r.limit/(turnsEach*enabled)))",
		new:    "longestTurn",
		broken: "those who poll for ever take all that an interleaving may have",
	}, {
		name: "flush-of-what-was-sent", in: "broughtBy.Match",
		old:    "v := b.values.at(id); if !v.brought { return false }",
		new:    "v := b.values.at(id); if false { return false }",
		broken: "a flush takes what a process has sent on, without a race",
	}, {
		name: "own-name-delayed", in: "Event.Behave",
		old:    "e.Flags&Delayed == 0 || ActorID(holder-1) == e.Actor",
		new:    "e.Flags&Delayed == 0",
		broken: "what a process sends to a name of its own comes behind what it sends itself later",
	}, {
		name: "told-by-no-channel", in: "tells",
		old:    "after(e.ID()) || after(e.Cause)",
		new:    "after(e.ID())",
		broken: "an exit of which channels tell somebody is a violation",
	}, {
		name: "told-too-late", in: "exploration.crashes",
		old:    "x.told(end, depth) || x.found.outcome == trace.Cut && x.sys.StillTells(end.ID())",
		new:    "x.told(end, depth)",
		broken: "an exit is a violation where the interleaving is cut before somebody is told",
	}, {
		name: "untold-without-evidence", in: "exploration.evidence",
		old:    "if x.sys.ExitReason(end).Deliberate { etc }",
		new:    "if x.sys.ExitReason(end).Deliberate && false { etc }",
		broken: "the schedule of an exit that nobody is told of leads to one that somebody is told of",
	}, {
		name: "told-by-death", in: "exploration.told",
		old:    "(e.Delivers() || e.Fatal != trace.NoActor) && !x.inVain(i)",
		new:    "e.Delivers() && !x.inVain(i)",
		broken: "that a process ended because of a linked one counts as two violations",
	}, {
		name: "marks-of-the-past", in: "upTo",
		old:    "positions[len(positions)-1] >= depth",
		new:    "positions[len(positions)-1] > depth",
		broken: "an event that was replaced still counts as an announcement or a crash",
	}, {
		name: "resume-without-shared", in: "exploration.resume",
		old:    "x.ledger.last = next[:min(c.Shared, len(next))]",
		new:    "",
		broken: "events of the first interleaving of a search that is resumed are counted twice",
	}, {
		name: "resume-without-cuts", in: "exploration.resume",
		old:    "x.search.SetBoundCut(c.BoundCut); sys := x.sys.Twin()",
		new:    "sys := x.sys.Twin()",
		broken: "a search that is resumed forgets that the bound has cut, and may say that it is complete",
	}, {
		name: "resume-other-delivery", in: "Options.settings",
		old:    `"delivery", string(delivery)`,
		new:    `"delivery", string(proc.Instant)`,
		broken: "a search is resumed with another delivery",
	}, {
		name: "resume-violations-shared", in: "exploration.checkpoint",
		old:    "Violations: copies(r.Violations), Unlisted: r.Unlisted",
		new:    "Violations: r.Violations, Unlisted: r.Unlisted",
		broken: "a checkpoint counts on with the search after it was taken",
	}, {
		name: "resume-leaf-beside", in: "exploration.checkpoint",
		old:    "!open && b.Depth > 0",
		new:    "b.Depth > 0",
		broken: "what the next interleaving has in common with the last is taken from the last open branch",
	}, {
		name: "budget-not-less", in: "exploration.work",
		old:    "x.search.SetBudget(max(0, r.Options.MaxInterleavings-r.Interleavings))",
		new:    "x.search.SetBudget(max(0, r.Options.MaxInterleavings))",
		broken: "the workers of a search that is resumed have the whole budget again",
	}, {
		name: "same-without-taken", in: "sameResult",
		old:    "a.Ok == b.Ok && a.Taken == b.Taken",
		new:    "a.Taken == b.Taken",
		broken: "an event that comes out otherwise when it is executed again is not noticed",
	}, {
		name: "repeat-again-unseen", in: "exploration.repeatOnce",
		old:    "if err := x.again(etc); err != nil { return 0, err }",
		new:    "",
		broken: "the same schedule is not executed again to see whether the model is deterministic",
	}, {
		name: "more-at-the-cost-of-later", in: "exploration.repeatOften",
		old:    "if err != nil { return err }; x.moreCost += spent",
		new:    "if err != nil { return err }; x.repeatCost += 2 * spent",
		broken: "executing the first interleaving again many times leaves nothing for later ones",
	}, {
		name: "rule-without-parts", in: "exploration.probe",
		old:    "for k := range answers { etc }",
		new:    "for k := len(answers) - 1; k < len(answers); k++ { etc }",
		broken: "a rule that keeps something for later announcements is not noticed",
	}, {
		name: "rule-not-asked-again", in: "exploration.askAgain",
		old:    "case answer != before: return impure(rule, before, answer)",
		new:    "case answer != before && false: return impure(rule, before, answer)",
		broken: "a rule whose answer depends on the moment is not noticed",
	}, {
		name: "rule-sorts-what-there-is", in: "changed",
		old:    "a.given != nil && !a.values.Is(a.number, a.given)",
		new:    "a.given == nil",
		broken: "a rule that sorts a state that it is given is given the sorted one later",
	}, {
		name: "ten-kinds-of-all-properties", in: "kinds.note",
		old:    "if other.property == k.property { others++ }",
		new:    `if other.property != "" { others++ }`,
		broken: "a property is not seen to be violated where another one is violated in ten ways before",
	}, {
		name: "kind-with-the-number", in: "Violation.kind",
		old:    `"process " + nth.ReplaceAllString(v.Process, "")`,
		new:    `"process " + v.Process`,
		broken: "what each of several processes of one name does wrong is a violation of its own",
	}, {
		name: "long-though-through", in: "exploration.explore",
		old:    "if r := x.result; r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) { r.Repeated = nil }",
		new:    "if r := x.result; r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) { _ = r.Repeated }",
		broken: "a search that is through says that its interleavings are long",
	}, {
		name: "unique-handles-copied", in: "unshare",
		old:    "if isUnique(t) { return }; for i := range v.NumField() { unshare(writable(v.Field(i)), ps) }",
		new:    "if t == nil { return }; for i := range v.NumField() { unshare(writable(v.Field(i)), ps) }",
		broken: "an address of package netip arrives as another one",
	},
}
