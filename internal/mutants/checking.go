package main

// checkerMutants are mistakes in counting, in judging interleavings, and in the
// checks that the checker makes of itself.
var checkerMutants = []mutant{
	{
		name: "judged-not-saved", in: "search.checkpoint",
		old: "c.Judged = oftenJudged(s)", new: "",
		broken: "a search that is resumed forgets how often its properties were judged before",
	}, {
		name: "asserted-once", in: "process.advance",
		old: "if asserts(s, h); h.same != nil { h = h.same }", new: "if h.same != nil { h = h.same }",
		broken: "a property counts as asserted only where the process is executed",
	}, {
		name: "rule-has-time", in: "watchdog.overdue",
		old: "ctx.Err() != nil, 1", new: "ctx.Err() != nil, 6",
		broken: "a rule that loops is reported after half a minute",
	}, {
		name: "ends-in-order", in: "behaviour.announce",
		old: "b.write(Cell{Board, 0, int32(b.Key)}, 1)", new: "b.update(Cell{Board, 0, int32(b.Key)}, 1)",
		broken: "ends race with each other although the rule cannot tell",
	}, {
		name: "ends-in-any-order", in: "behaviour.announce",
		old: "b.write(Cell{Board, 0, int32(b.Key)}, 1)", new: "b.read(Cell{Board, 0, int32(b.Key)})",
		broken: "which operation ends before another begins is explored in one way only",
	}, {
		name: "intervals-for-all-rules", in: "Model.intervals",
		old: "n > 1 || of[board] == nil", new: "n > 9 || of[board] == nil",
		broken: "a rule that can tell the order of all events is not shown all orders",
	}, {
		name: "intervals-untried", in: "evaluator.exchanged",
		old: "left := manyExchanged", new: "left := 0",
		broken: "a rule can tell what its Intervals say that it cannot, and nobody is told",
	}, {
		name: "last-announcement-only", in: "evaluator.evidence",
		old: "rule.ends == nil || b.violation.Process == \"\"", new: "rule.ends == nil || true",
		broken: "the trace of operations that are not linearizable lacks returns without which they are",
	}, {
		name: "another-event-last", in: "judge.describe",
		old: "c.KeepLast()", new: "",
		broken: "the trace of operations that are not linearizable ends with another event than the one that shows it",
	}, {
		name: "pending-and-without-effect", in: "serializer.extend",
		old: "if o.Effects[i].Taken { continue }", new: "if o.Effects[i].Taken || i != s.of { continue }",
		broken: "an operation that has not returned is taken to have had no effect on others",
	}, {
		name: "outcomes-by-their-texts", in: "outcomes.sorted",
		old: "list = append(list, all[key]...)", new: "list = append(list, all[key][0])",
		broken: "of two states of an object with the same text only one is known",
	}, {
		name: "one-rule-at-a-time", in: "tryRules",
		old: "ending = append(ending, r.finally())", new: "if len(s.Rules) == 1 { ending = append(ending, r.finally()) } else { ending = append(ending, r) }",
		broken: "nothing is said of what several rules about the same states would save together",
	}, {
		name: "cut-without-its-past", in: "asker.relate",
		old: "b.events-1, a.events-1", new: "b.events-1, b.events-1",
		broken: "a goal is reached at a state that no order has",
	}, {
		name: "one-cut-only", in: "cuts.reduce",
		old: "clear(c.cut[:l])", new: "",
		broken: "only some states are tested for a goal",
	}, {
		name: "timers-in-turn", in: "roundRobin.next",
		old:    "over || !slices.ContainsFunc(enabled, etc)",
		new:    "len(events) > 0 || over || !slices.ContainsFunc(enabled, etc)",
		broken: "in the first interleaving, a timer expires although a process can step",
	}, {
		name: "higher-bound-forgets", in: "eachBound",
		old: "if below.last != nil { r.recall(below.last) }", new: "if below.last != nil { }",
		broken: "a violation that only the search under a lower bound shows is lost",
	}, {
		name: "others-not-shown", in: "tally.enter",
		old: "l.count(f); l.show(f)", new: "l.count(f)",
		broken: "an observer that counts misses interleavings of tasks",
	}, {
		name: "others-not-the-last", in: "tally.enter",
		old: "l.last = append(l.last[:0], f.last...)", new: "",
		broken: "new events are counted by comparison with the wrong interleaving",
	}, {
		name: "others-after-the-first", in: "deferred.add",
		old: "if a.found.others > 0 { before = a.found.last }", new: "",
		broken: "the new events in interleavings of tasks are counted by comparison with the first of them",
	}, {
		name: "plain-with-goals", in: "execution.plain",
		old: "len(f.reached) == 0 && f.events == nil", new: "f.events == nil",
		broken: "goals that interleavings of tasks reach are not counted",
	}, {
		name: "plain-with-cuts", in: "execution.plain",
		old: "f.outcome == trace.Complete && len(f.violations) == 0", new: "len(f.violations) == 0",
		broken: "an interleaving of a task that was cut is counted as complete",
	}, {
		name: "shorter-violation-without-words", in: "tally.knows",
		old: "w != nil && w.Length <= v.Length", new: "w != nil",
		broken: "a violation that is found again in a shorter interleaving is not described again",
	}, {
		name: "violation-counted-once", in: "tally.violating",
		old:    "if v.Length < w.Length { *w = *v }; w.Count = v.Count",
		new:    "if v.Length < w.Length { *w = *v }",
		broken: "the interleavings that have a violation are not counted",
	}, {
		name: "finally-also-in-deadlock", in: "judge.judge",
		old: "complete && !crashed && !blocked", new: "complete && !crashed",
		broken: "final properties are checked where a process is blocked",
	}, {
		name: "finally-also-in-crash", in: "judge.judge",
		old: "complete && !crashed && !blocked", new: "complete && !blocked",
		broken: "final properties are checked where a process has crashed",
	}, {
		name: "told-by-a-crash", in: "crashes.violations",
		old:    "sys.ExitReason(end).Deliberate && (c.reported(end, depth) || cut && sys.StillTells(end.ID()))",
		new:    "c.reported(end, depth) || cut && sys.StillTells(end.ID())",
		broken: "a panic is no violation if another process is linked with the process",
	}, {
		name: "told-by-what-was-flushed", in: "crashes.inVain",
		old: "e.Flushed() && earlier.Flags&trace.Flush != 0 && earlier.Key == e.Key", new: "false",
		broken: "an exit is no violation although the monitor was flushed long before",
	}, {
		name: "told-to-an-ended-process", in: "crashes.inVain",
		old: "case trace.Exit: return earlier.Actor == e.To", new: "case trace.Exit: return false",
		broken: "an exit is no violation although the process that is notified has certainly ended before",
	}, {
		name: "turns-without-limit", in: "roundRobin.turnEnds",
		old: "min(longestTurn, max(1, r.limit/(turnsEach*enabled)))", new: "longestTurn",
		broken: "processes that poll for ever use up all events of an interleaving",
	}, {
		name: "flush-of-what-was-sent", in: "Store.number",
		old: "if brought != nil { e.key = append(e.key, 'b') }", new: "",
		broken: "a flush takes a message that a process has forwarded, without a race",
	}, {
		name: "own-name-delayed", in: "Event.Behave",
		old: "e.Flags&Delayed == 0 || ActorID(holder-1) == e.Actor", new: "e.Flags&Delayed == 0",
		broken: "a message that a process sends to its own name depends on its later sends",
	}, {
		name: "told-by-no-channel", in: "tells",
		old: "after(e.ID()) || after(e.Cause)", new: "after(e.ID())",
		broken: "an exit is a violation although a channel reports it",
	}, {
		name: "told-too-late", in: "crashes.violations",
		old:    "c.reported(end, depth) || cut && sys.StillTells(end.ID())",
		new:    "c.reported(end, depth)",
		broken: "an exit is a violation where the interleaving is cut before another process is notified",
	}, {
		name: "untold-without-evidence", in: "crashes.evidence",
		old:    "if c.player.System().ExitReason(end).Deliberate { etc }",
		new:    "if c.player.System().ExitReason(end).Deliberate && false { etc }",
		broken: "the schedule of an unnoticed exit leads to an interleaving in which it is noticed",
	}, {
		name: "told-by-a-linked-exit", in: "crashes.reported",
		old: "(e.Delivers() || e.Fatal != trace.NoActor) && !x.inVain(i)", new: "e.Delivers() && !x.inVain(i)",
		broken: "an exit that ends a linked process counts as two violations",
	}, {
		name: "marks-of-the-past", in: "upTo",
		old: "positions[len(positions)-1] >= depth", new: "positions[len(positions)-1] > depth",
		broken: "an event that was replaced still counts as an announcement or a crash",
	}, {
		name: "resume-without-shared", in: "search.resume",
		old: "x.ledger.last = next[:min(c.Shared, len(next))]", new: "",
		broken: "a resumed search counts events of its first interleaving twice",
	}, {
		name: "resume-without-cuts", in: "search.resume",
		old: "x.search.SetBoundCut(c.BoundCut); sys := x.sys.Twin()", new: "sys := x.sys.Twin()",
		broken: "a resumed search forgets that the bound has cut, and may claim to be complete",
	}, {
		name: "resume-other-delivery", in: "Options.settings",
		old: `"delivery", string(cmp.Or(o.Delivery, proc.Instant))`, new: `"delivery", string(proc.Instant)`,
		broken: "a search is resumed with another delivery",
	}, {
		name: "resume-violations-shared", in: "Result.established",
		old:    "Violations: copies(r.Violations), Unlisted: r.Unlisted",
		new:    "Violations: r.Violations, Unlisted: r.Unlisted",
		broken: "the counts in a checkpoint go on with the search after it was taken",
	}, {
		name: "resume-leaf-beside", in: "search.checkpoint",
		old: "!open && b.Depth > 0", new: "b.Depth > 0",
		broken: "the prefix that the next interleaving shares with the last is taken from the wrong open branch",
	}, {
		name: "budget-not-less", in: "search.explore",
		old:    "max(0, o.MaxInterleavings-s.result.Interleavings-o.below.spent())",
		new:    "max(0, o.MaxInterleavings-o.below.spent())",
		broken: "the workers of a resumed search have the whole budget again",
	}, {
		name: "same-without-taken", in: "sameResult",
		old: "a.Ok == b.Ok && a.Taken == b.Taken", new: "a.Taken == b.Taken",
		broken: "an event whose result differs on repetition is not detected",
	}, {
		name: "repeat-again-unseen", in: "Repeater.once",
		old: "if err := r.Compare(etc); err != nil { return 0, err }", new: "",
		broken: "the schedule is not executed again to find out whether the model is deterministic",
	}, {
		name: "more-at-the-cost-of-later", in: "Repeater.often",
		old:    "if err != nil { return err }; r.costOfMore += spent",
		new:    "if err != nil { return err }; r.cost += 2 * spent",
		broken: "repeating the first interleaving many times leaves nothing for later ones",
	}, {
		name: "rule-without-parts", in: "asker.probe",
		old: "for k := range answers { etc }", new: "for k := len(answers) - 1; k < len(answers); k++ { etc }",
		broken: "a rule that keeps state between announcements is not detected",
	}, {
		name: "rule-not-asked-again", in: "asker.askAgain",
		old:    "case answer != before: return impure(rule, before, answer)",
		new:    "case answer != before && false: return impure(rule, before, answer)",
		broken: "a rule whose answer depends on when it is called is not detected",
	}, {
		name: "rule-sorts-what-there-is", in: "changed",
		old: "a.given != nil && !a.values.Is(a.number, a.given)", new: "a.given == nil",
		broken: "a rule that sorts a state is given the sorted state later",
	}, {
		name: "ten-kinds-of-all-properties", in: "kinds.of",
		old: "if k.property == property { n++ }", new: `if k.property != "" { n++ }`,
		broken: "a violation of a property is missed if another property was violated in ten ways before",
	}, {
		name: "kind-with-the-number", in: "Violation.kind",
		old: `"process " + nth.ReplaceAllString(v.Process, "")`, new: `"process " + v.Process`,
		broken: "the same mistake of several processes of one name counts as several violations",
	}, {
		name: "long-though-through", in: "search.run",
		old:    "if r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) { r.Repeated = nil }",
		new:    "if r.DepthCut == 0 && (!r.Cut() || r.Stop == Replayed) { _ = r.Repeated }",
		broken: "a search that has completed says that its interleavings are long",
	}, {
		name: "unique-handles-copied", in: "unshare",
		old:    "if isUnique(t) { return }; for i := range v.NumField() { unshare(writable(v.Field(i)), ps) }",
		new:    "if t == nil { return }; for i := range v.NumField() { unshare(writable(v.Field(i)), ps) }",
		broken: "an address of package netip arrives as a different one",
	},
}
