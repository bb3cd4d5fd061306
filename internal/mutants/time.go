package main

// timeMutants are mistakes in virtual time.
var timeMutants = []mutant{
	{
		name: "earlier-start-prevents-nothing", in: "timer.enabled",
		old: "op.Flags&trace.On == 0 || t.deadline == s.timed.running()[0].deadline", new: "op.Flags&trace.On == 0 || t.deadline >= s.timed.running()[0].deadline",
		broken: "timers with durations expire in any order",
	}, {
		name: "expired-timer-prevents", in: "deadlines.expire",
		old: "d.expired++", new: "",
		broken: "a timer that has expired keeps others from expiring",
	}, {
		name: "expiry-not-tried-earlier", in: "preventers.findTimers",
		old: "if t.Deadline >= deadline { continue }", new: "if t.Deadline >= 0 { continue }",
		broken: "an expiry does not come before the start of a timer with an earlier deadline",
	}, {
		name: "expiry-planned-too-early", in: "sequence.due",
		old: "if end := trace.ExpiryOf(s.order, t); end < 0 || !s.has(end) { return false }", new: "",
		broken: "the search plans an expiry before one with an earlier deadline",
	}, {
		name: "expired-in-the-sequence", in: "sequence.due",
		old: "end < 0 || !s.has(end)", new: "end >= 0",
		broken: "the search does not plan an expiry because of a timer that has expired by then",
	}, {
		name: "started-later-in-the-sequence", in: "sequence.due",
		old: "t.Deadline >= deadline || !s.has(int(t.Start))", new: "t.Deadline >= deadline",
		broken: "the search does not plan an expiry because of a timer that is started only later",
	}, {
		name: "prevented-by-what-has-expired", in: "preventers.never",
		old: "p.runsTo[n] > p.at[n]", new: "p.runsTo[n] >= 0",
		broken: "an expiry is not tried before the start of a timer if an earlier one has expired by then",
	}, {
		name: "cancelled-timer-stops-time", in: "Event.Behave",
		old: "if e.Flags&On != 0 { b.advance() }", new: "if e.Flags&On != 0 && b.state(Cell{TimerStatus, int32(e.Actor), 0}) == 0 { b.advance() }",
		broken: "time does not go on to the deadline of a cancelled timer",
	}, {
		name: "start-without-the-time", in: "behaviour.startClock",
		old: "now := b.read(Cell{Clock, 0, 0})", new: "now := b.state(Cell{Clock, 0, 0})",
		broken: "the start of a timer and an expiry before it count as independent",
	}, {
		name: "now-without-the-time", in: "Event.Behave",
		old: "case Now: b.read(Cell{Clock, 0, 0})", new: "case Now:",
		broken: "a question for the time and an expiry count as independent",
	}, {
		name: "exact-clocks", in: "Op.Tick",
		old: "rate = state(Cell{Rate, int32(o.Key - 1), 0})", new: "_ = state",
		broken: "no clock drifts",
	}, {
		name: "drift-of-one-choice", in: "faults.decision",
		old: "(int32(n) + 1) * left.rates()", new: "int32(n) + left.rates()",
		broken: "where nodes crash, not all clocks of a crashed node are explored",
	}, {
		name: "rate-in-the-course", in: "Faults.course",
		old: "course(alternative / f.rates())", new: "course(alternative)",
		broken: "a node with a slow clock crashes, too",
	}, {
		name: "late-alarm-stays", in: "ReceiveWithin",
		old: "if !p.CancelTimer(timer) { p.Receive(over) }", new: "p.CancelTimer(timer)",
		broken: "the message of a time limit stays in the mailbox",
	},
}
