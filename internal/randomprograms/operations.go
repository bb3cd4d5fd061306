package randomprograms

import "slices"

// MessageOps are operations on messages and choices.
var MessageOps = []string{"take any", "send", "send", "send", "send last", "send once", "receive", "receive", "poll", "skip", "choose"}

// CollectOps are operations of processes that take several messages at once.
var CollectOps = []string{"collect", "collect", "collect", "collect", "gather", "gather", "gather any", "send", "send", "send", "send", "send",
	"send", "send", "send", "send last", "send once", "receive", "poll", "skip"}

// OnceOps are operations whose effect depends on messages in transit.
var OnceOps = []string{"send once", "send once", "send once", "send once", "send once", "send", "take any", "take any", "receive", "poll", "kill"}

// ProcessOps are operations on processes, names and timers.
var ProcessOps = append([]string{"take exit", "take exit", "take down", "take down", "trap", "trap", "do not trap",
	"link", "link", "unlink", "spawn linked", "monitor", "monitor", "demonitor", "flush", "info", "kill", "signal", "signal",
	"harmless", "exit", "exit", "alive", "register", "register", "unregister", "whereis", "send name", "send name",
	"timer", "timer", "cancel", "read timer", "reset timer"}, MessageOps...)

// TableOps are operations on the rows of tables.
var TableOps = append([]string{"insert", "insert", "insert last", "insert new", "lookup", "delete", "take", "take",
	"swap", "swap", "count from", "member", "size", "first", "next", "select", "select"}, MessageOps...)

// heirOps are operations on tables that can tell whether a process has ended.
var heirOps = []string{"named with heir", "named with heir", "give", "give", "give", "heir", "heir",
	"take transfer", "take transfer"}

// OwnerOps are operations on names and owners of tables.
var OwnerOps = slices.Concat(heirOps, []string{"named", "named", "hashed", "no heir", "rename", "rename",
	"named insert", "named lookup", "named next", "drop", "kill", "exit"}, MessageOps)

// AllOps are the most common operations of each kind.
var AllOps = append([]string{"insert", "insert", "insert last", "insert new", "insert new", "lookup", "lookup",
	"delete", "count", "count from", "spawn", "named", "named insert", "drop"}, MessageOps...)

// AnnounceOps are operations that properties see, and some that race with them.
var AnnounceOps = append([]string{"announce", "announce", "announce last", "expose", "expose", "reach", "external",
	"insert", "lookup", "kill", "signal", "exit"}, MessageOps...)

// LivingOps are operations about the ends of processes that have shown something.
var LivingOps = slices.Concat([]string{"announce", "expose", "expose", "expose", "expose"}, ProcessOps)

// SignalOps are operations of processes that end each other, and some that a signal may prevent.
var SignalOps = []string{"send", "receive", "poll", "poll", "skip", "timer", "insert", "insert new", "lookup", "take exit", "take down",
	"trap", "link", "unlink", "spawn linked", "monitor", "flush", "kill", "signal", "signal", "harmless", "exit", "alive", "register", "send name"}

// AtOnceOps are operations of each kind that race, for programs that begin at once.
var AtOnceOps = []string{"send", "send", "receive", "poll", "poll", "skip", "choose", "timer",
	"insert", "insert", "insert last", "take", "swap", "select", "lookup", "await", "await any", "await any",
	"named insert", "named lookup", "named await", "named await", "rename", "drop", "named", "give",
	"register", "send name", "monitor", "take down", "link", "kill", "kill", "signal", "exit"}

// AwaitOps are operations on a row that processes wait for. The first 11 are only about the row.
var AwaitOps = []string{"await", "await", "await", "await any", "insert", "insert", "insert", "insert", "delete", "delete", "take",
	"swap", "insert new", "lookup", "send", "poll", "skip"}

// Assumptions are added to other operations, so that some interleavings do not count.
var Assumptions = slices.Repeat([]string{"assume"}, 6)

// NetworkOps are lists of operations that faults of messages may make a difference to.
var NetworkOps = [][]string{
	MessageOps,
	MessageOps,
	OnceOps,
	{"send", "send", "send last", "receive", "poll", "poll", "take any", "insert", "lookup", "timer", "cancel", "reset timer"},
	{"send", "send", "take any", "poll", "link", "monitor", "flush", "trap", "take exit", "take down", "kill", "exit", "alive"},
	{"send", "send name", "send name", "register", "register", "unregister", "take any", "poll", "receive", "spawn", "expose"},
	{"send", "send", "receive", "choose", "skip", "take any", "poll"},
	CollectOps,
}

// NodesOps are lists of operations that a crash or a restart may make a difference to.
var NodesOps = [][]string{
	MessageOps,
	OnceOps,
	{"send", "send", "receive", "poll", "take any", "insert", "lookup", "timer", "cancel", "reset timer"},
	{"send", "take any", "link", "link", "unlink", "monitor", "monitor", "demonitor", "flush", "trap", "take exit", "take down", "kill", "exit", "alive", "spawn linked"},
	{"send", "send name", "register", "whereis", "named", "named with heir", "give", "take transfer", "named insert", "spawn", "spawn", "expose"},
	ProcessOps,
	diskOps,
	diskOps,
	CollectOps,
}

// diskOps are operations of nodes on their disks, and some that tell others of them.
var diskOps = slices.Concat(FileOps, []string{"append file", "read file", "read file", "sync file", "sync directory", "send", "send last", "insert last", "take any", "kill", "alive", "alive", "monitor"})

// TimeOps are lists of operations on timers with durations and clocks.
var TimeOps = [][]string{
	{"timed", "timed", "timed", "receive", "take any"},
	{"timed", "timed", "timed", "cancel", "read timer", "now", "receive", "send"},
	{"timed", "timed", "sleep", "within", "now", "send", "send", "poll", "take any"},
	{"timed", "timed", "timer", "sleep", "now", "now", "insert last", "lookup", "skip", "spawn timed"},
	{"timed", "timed", "timed", "await", "insert", "send", "kill", "cancel", "take any", "choose"},
}

// everyOp has each operation once.
var everyOp = func() []string {
	ops := slices.Concat(MessageOps, CollectOps, ProcessOps, TableOps, OwnerOps, AllOps, AwaitOps, AtOnceOps, AnnounceOps, SignalOps,
		[]string{"timed", "now", "sleep", "within"})
	slices.Sort(ops)
	return slices.Compact(ops)
}()

// waits lists the operations that can keep later ones from being executed.
var waits = map[string]bool{"receive": true, "collect": true, "await": true, "await any": true, "named await": true, "poll row": true, "named poll": true}
