package main

// checkerMutants are mistakes in the account of a search, in judging interleavings,
// and in the checks that the checker makes of itself.
var checkerMutants = []mutant{
	{
		name: "cut-without-its-past", file: "checker/cuts.go",
		old:    "if !met && b.process != a.process && x.order.Before(b.events-1, a.events-1) {",
		new:    "if !met && b.process != a.process && x.order.Before(b.events-1, b.events-1) {",
		broken: "a goal is reached at a moment that no order has",
	}, {
		name: "one-cut-only", file: "checker/cuts.go",
		old:    "\tclear(c.cut[:l])\n",
		new:    "",
		broken: "a goal is asked about some moments only",
	}, {
		name: "timers-in-turn", file: "optimaldpor/roundrobin.go",
		old:    "timersToo := over ||",
		new:    "timersToo := len(events) > 0 || over ||",
		broken: "a timer expires in the first interleaving though a process can move",
	}, {
		name: "higher-bound-forgets", file: "checker/deepen.go",
		old:    "\t\t\tr.recall(last)\n",
		new:    "",
		broken: "a violation that only a search under a lower bound shows is lost",
	}, {
		name: "others-not-shown", file: "checker/ledger.go",
		old:    "\t\tl.count(f)\n\t\tl.show(f)\n\t}\n",
		new:    "\t\tl.count(f)\n\t}\n",
		broken: "an observer that counts misses interleavings of tasks",
	}, {
		name: "others-not-the-last", file: "checker/ledger.go",
		old:    "\t\tl.last = append(l.last[:0], f.last...)\n",
		new:    "",
		broken: "events are counted against another interleaving than the one before",
	}, {
		name: "others-behind-the-first", file: "checker/ledger.go",
		old:    "\tif a.found.others > 0 {\n\t\tbefore = a.found.last\n\t}\n",
		new:    "",
		broken: "events of interleavings of tasks are counted against the first of them",
	}, {
		name: "plain-with-goals", file: "checker/ledger.go",
		old:    "len(f.violations) == 0 && len(f.reached) == 0 && f.events == nil",
		new:    "len(f.violations) == 0 && f.events == nil",
		broken: "goals that interleavings of tasks reach are not counted",
	}, {
		name: "plain-with-cuts", file: "checker/ledger.go",
		old:    "return f.outcome == trace.Complete && len(f.violations) == 0",
		new:    "return len(f.violations) == 0",
		broken: "an interleaving of a task that was cut is counted as one that was not",
	}, {
		name: "shorter-violation-without-words", file: "checker/ledger.go",
		old:    "return w != nil && w.Length <= v.Length",
		new:    "return w != nil",
		broken: "a violation that is found again in a shorter interleaving is not described",
	}, {
		name: "violation-counted-once", file: "checker/ledger.go",
		old:    "\t\tw.Count = v.Count\n",
		new:    "",
		broken: "how many interleavings have a violation is not counted",
	}, {
		name: "finally-also-in-deadlock", file: "checker/check.go",
		old:    "complete && !crashed && !blocked)",
		new:    "complete && !crashed)",
		broken: "properties of the end are judged where a process waits for ever",
	}, {
		name: "finally-also-in-crash", file: "checker/check.go",
		old:    "complete && !crashed && !blocked)",
		new:    "complete && !blocked)",
		broken: "properties of the end are judged where a process has crashed",
	}, {
		name: "deadlock-also-in-crash", file: "checker/check.go",
		old:    "blocked := complete && !crashed && x.sys.Blocked()",
		new:    "blocked := complete && x.sys.Blocked()",
		broken: "that others wait for a process that has crashed is reported as a deadlock, too",
	}, {
		name: "told-by-a-crash", file: "checker/told.go",
		old:    "return x.sys.ExitReason(end).Deliberate && (x.told",
		new:    "return (x.told",
		broken: "a panic is no violation if somebody is linked with the process",
	}, {
		name: "told-by-what-was-flushed", file: "checker/told.go",
		old:    "return e.Flushed() && earlier.Flags&trace.Flush != 0 && earlier.Key == e.Key",
		new:    "return false",
		broken: "an exit is no violation although the monitor was flushed long before",
	}, {
		name: "told-to-nobody-left", file: "checker/told.go",
		old:    "return earlier.Actor == e.To",
		new:    "return false",
		broken: "an exit is no violation although the one who is told has certainly ended before",
	}, {
		name: "turns-without-limit", file: "optimaldpor/roundrobin.go",
		old:    "return min(longestTurn, max(1, r.limit/(turnsEach*enabled)))",
		new:    "return longestTurn",
		broken: "those who poll for ever take all that an interleaving may have",
	}, {
		name: "flush-of-what-was-sent", file: "proc/monitor.go",
		old:    "if !v.brought {",
		new:    "if false {",
		broken: "a flush takes what a process has sent on, without a race",
	}, {
		name: "own-name-delayed", file: "trace/cells.go",
		old:    "|| ActorID(holder-1) == e.Actor {",
		new:    "{",
		broken: "what a process sends to a name of its own comes behind what it sends itself later",
	}, {
		name: "told-by-no-channel", file: "checker/told.go",
		old:    " || after(e.Cause))",
		new:    ")",
		broken: "an exit of which channels tell somebody is a violation",
	}, {
		name: "told-too-late", file: "checker/told.go",
		old:    " || x.found.outcome == trace.Cut && x.sys.StillTells(end.ID()))",
		new:    ")",
		broken: "an exit is a violation where the interleaving is cut before somebody is told",
	}, {
		name: "untold-without-evidence", file: "checker/told.go",
		old:    "\tif x.sys.ExitReason(end).Deliberate {\n",
		new:    "\tif x.sys.ExitReason(end).Deliberate && false {\n",
		broken: "the schedule of an exit that nobody is told of leads to one that somebody is told of",
	}, {
		name: "told-by-death", file: "checker/told.go",
		old:    "(e.Delivers() || e.Fatal != trace.NoActor)",
		new:    "e.Delivers()",
		broken: "that a process ended because of a linked one counts as two violations",
	}, {
		name: "marks-of-the-past", file: "checker/check.go",
		old:    "positions[len(positions)-1] >= depth {",
		new:    "positions[len(positions)-1] > depth {",
		broken: "an event that was replaced still counts as an announcement or a crash",
	}, {
		name: "resume-without-shared", file: "checker/checkpoint.go",
		old:    "\t\t\t\tx.ledger.last = next[:min(c.Shared, len(next))]\n",
		new:    "",
		broken: "events of the first interleaving of a search that is resumed are counted twice",
	}, {
		name: "resume-without-cuts", file: "checker/checkpoint.go",
		old:    "\tx.search.SetBoundCut(c.BoundCut)\n",
		new:    "",
		broken: "a search that is resumed forgets that the bound has cut, and may say that it is complete",
	}, {
		name: "resume-other-delivery", file: "checker/checkpoint.go",
		old:    "\t\t{\"delivery\", string(delivery)},\n",
		new:    "\t\t{\"delivery\", string(proc.Instant)},\n",
		broken: "a search is resumed with another delivery",
	}, {
		name: "resume-violations-shared", file: "checker/checkpoint.go",
		old:    "Violations: copies(r.Violations)",
		new:    "Violations: r.Violations",
		broken: "a checkpoint counts on with the search after it was taken",
	}, {
		name: "resume-leaf-beside", file: "checker/checkpoint.go",
		old:    "if !open && b.Depth > 0 { // on the way to the next leaf, or beside it",
		new:    "if b.Depth > 0 { // on the way to the next leaf, or beside it",
		broken: "what the next interleaving has in common with the last is taken from the last open branch",
	}, {
		name: "budget-not-less", file: "checker/workers.go",
		old:    "max(0, r.Options.MaxInterleavings-r.Interleavings)",
		new:    "max(0, r.Options.MaxInterleavings)",
		broken: "the workers of a search that is resumed have the whole budget again",
	}, {
		name: "same-without-taken", file: "checker/repeat.go",
		old:    "a.Effect == b.Effect && a.Ok == b.Ok && a.Taken == b.Taken &&",
		new:    "a.Effect == b.Effect && a.Taken == b.Taken &&",
		broken: "an event that comes out otherwise when it is executed again is not noticed",
	}, {
		name: "repeat-again-unseen", file: "checker/repeat.go",
		old:    "\tif err := x.again(twin, len(x.events), func(*trace.Event) {}); err != nil {\n\t\treturn 0, err\n\t}\n",
		new:    "",
		broken: "the same schedule is not executed again to see whether the model is deterministic",
	}, {
		name: "more-at-the-cost-of-later", file: "checker/repeat.go",
		old:    "x.moreCost += spent",
		new:    "x.repeatCost += 2 * spent",
		broken: "executing the first interleaving again many times leaves nothing for later ones",
	}, {
		name: "rule-without-parts", file: "checker/pure.go",
		old:    "for k := range answers {",
		new:    "for k := len(answers) - 1; k < len(answers); k++ {",
		broken: "a rule that keeps something for later announcements is not noticed",
	}, {
		name: "rule-not-asked-again", file: "checker/pure.go",
		old:    "\tcase answer != before:\n",
		new:    "\tcase answer != before && false:\n",
		broken: "a rule whose answer depends on the moment is not noticed",
	}, {
		name: "rule-sorts-what-there-is", file: "checker/judge.go",
		old:    "a.given != nil && !a.values.Is(a.number, a.given)",
		new:    "a.given == nil",
		broken: "a rule that sorts a state that it is given is given the sorted one later",
	}, {
		name: "ten-kinds-of-all-properties", file: "checker/kind.go",
		old:    "if other.property == k.property {",
		new:    "if other.property != \"\" {",
		broken: "a property is not seen to be violated where another one is violated in ten ways before",
	}, {
		name: "kind-with-the-number", file: "checker/kind.go",
		old:    "nth.ReplaceAllString(v.Process, \"\")",
		new:    "v.Process",
		broken: "what each of several processes of one name does wrong is a violation of its own",
	}, {
		name: "long-though-through", file: "checker/check.go",
		old:    "r.Repeated = nil // an interleaving may be long",
		new:    "_ = r.Repeated",
		broken: "a search that is through says that its interleavings are long",
	}, {
		name: "unique-handles-copied", file: "proc/values.go",
		old:    "if isUnique(t) {",
		new:    "if t == nil {",
		broken: "an address of package netip arrives as another one",
	},
}
