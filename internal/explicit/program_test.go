package explicit_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// instruction is one step of a program.
type instruction struct {
	do    string
	to    int    // the other process: an index of the processes that every process knows, or after them the last child
	k     int    // row, name or code
	v     int    // value; lastLearnt is what the process has learnt last
	takes string // the messages that a receive takes
	fate  fate   // of its message; only the interpreter chooses it
}

// lastLearnt is the value of an instruction that uses what the process has learnt last.
const lastLearnt = -1

func (in instruction) String() string {
	return fmt.Sprintf("%s(to %d, k %d, v %d, %s)", in.do, in.to, in.k, in.v, in.takes)
}

// program is what the processes of a model execute.
type program struct {
	main     []instruction   // of the first process, once the others exist
	peers    [][]instruction // of the others, p1, p2, …
	ties     []tie           // how the first process starts each of these
	children [][]instruction // what the instruction "spawn" starts
	table    bool            // the first process creates the table a first
	nodes    []bool          // which of the peers are nodes; none if it is nil
	apart    bool            // the peers do not learn who the others are, and do nothing that is about them
	faults   budget
}

// tie is the way in which a process is started.
type tie string

const (
	loose     tie = "loose"
	linked    tie = "linked"
	monitored tie = "monitored"
	daemon    tie = "daemon"
)

var ties = []tie{loose, linked, monitored, daemon}

// sendsOnce reports whether the program has SendOnce, which excludes Faults.Connections.
func (pr program) sendsOnce() bool {
	return slices.ContainsFunc(slices.Concat([][]instruction{pr.main}, pr.peers, pr.children), func(code []instruction) bool {
		return slices.ContainsFunc(code, func(in instruction) bool { return in.do == "send once" })
	})
}

func (pr program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "faults %+v\nmain, table %v: %v\n", pr.faults, pr.table, pr.main)
	for i, code := range pr.peers {
		fmt.Fprintf(&b, "%s, %s, a node %v: %v\n", peer(i), pr.ties[i], pr.isNode(peer(i)), code)
	}
	for i, code := range pr.children {
		fmt.Fprintf(&b, "child %d: %v\n", i, code)
	}
	return b.String()
}

// peer returns the name of one of the peers.
func peer(i int) string { return "p" + strconv.Itoa(i+1) }

// isNode reports whether one of the peers is a node.
func (pr program) isNode(name string) bool {
	for i, is := range pr.nodes {
		if is && peer(i) == name {
			return true
		}
	}
	return false
}

// known returns the names of those that every process knows.
func (pr program) known() []string {
	all := []string{"main"}
	for i := range pr.peers {
		all = append(all, peer(i))
	}
	return all
}

// names are the names of processes and tables.
var names = []string{"a", "b"}

// What is learnt is text. These are the answers that are not values.
const (
	yes     = "yes"
	no      = "no"
	nothing = "nothing"
	refused = "refused"
)

func answer(ok bool) string {
	if ok {
		return yes
	}
	return no
}

// number is the number that a program computes from a text that it has learnt.
func number(learnt string) int {
	switch n, err := strconv.Atoi(learnt); {
	case err == nil:
		return n
	case learnt == yes:
		return 1
	case learnt == no || learnt == nothing:
		return 0
	}
	return 2
}

// value returns the value of an instruction for a process that has learnt last.
func (in instruction) value(last int) int {
	if in.v == lastLearnt {
		return last % 3
	}
	return in.v
}

// ticks returns the duration of a timer.
func (in instruction) ticks() int { return in.k * (in.v + 2) }

// row returns the key of an instruction on rows.
func (in instruction) row(last int) int { return (in.k + in.value(last)) % rows }

// rows is the number of keys, from 0.
const rows = 2

// silent lists the instructions by which a process learns nothing.
var silent = map[string]bool{"send": true, "send once": true, "forward": true, "spawn": true, "spawn node": true, "trap": true, "do not trap": true, "link": true,
	"unlink": true, "monitor": true, "demonitor": true, "flush": true, "kill": true, "signal": true, "harmless": true,
	"timer": true, "timed": true, "expose": true, "write file": true, "append file": true, "store": true}

// Operations by what they are about. "skip" skips the next instruction, depending on what was learnt.
var (
	messageOps = []string{"send", "send", "forward", "receive", "receive", "poll", "choose", "skip"}
	endOps     = []string{"spawn", "spawn node", "trap", "trap", "do not trap", "link", "link", "unlink", "monitor", "monitor", "demonitor",
		"flush", "info", "flush info", "kill", "signal", "signal", "harmless", "exit", "exit", "alive"}
	nameOps  = []string{"register", "register", "unregister", "whereis", "send name", "send name"}
	timerOps = []string{"timer", "cancel", "read timer", "reset timer", "timed", "timed", "now"}
	rowOps   = []string{"insert", "insert", "insert new", "lookup", "delete", "take", "swap", "count", "count from", "member",
		"size", "first", "next", "select", "await"}
	ownerOps = []string{"new", "new with heir", "drop", "rename", "give", "heir", "no heir"}
	showOps  = []string{"expose", "expose"}
)

// everyOp lists all operations.
var everyOp = func() (all []string) {
	for _, ops := range [][]string{messageOps, endOps, nameOps, timerOps, rowOps, ownerOps, showOps} {
		all = append(all, ops...)
	}
	return all
}()

// families lists operations that show something only together; some are phrases, which one process
// executes in sequence. A program has those of one family, and a few others.
var families = [][]string{
	{"receive"}, {"send", "receive"}, {"collect", "collect, receive", "gather", "send", "send, send"}, {"collect", "gather, poll", "send", "exit", "kill", "monitor", "link"}, {"send once, send once", "send once", "receive", "poll"}, messageOps, endOps, rowOps, ownerOps,
	{"monitor, receive, forward, flush, poll", "receive, forward, flush, poll", "flush info", "poll"},
	{"trap, link", "monitor", "exit", "signal", "receive"},
	{"link, unlink", "link", "kill, signal", "signal, signal", "exit"},
	{"register", "send name, receive", "exit", "whereis", "kill"},
	{"new with heir", "give", "receive", "exit", "insert"},
	{"timer, cancel", "timer, read timer", "timer", "receive", "kill"},
	{"timer, reset timer", "timer, receive, reset timer", "timer, cancel, reset timer", "reset timer, read timer", "receive", "kill"},
	{"timed, timed", "timed, receive", "timed, cancel", "timed", "now", "receive, now"},
	{"expose", "exit", "kill", "poll"},
}

// takes lists the messages that receives take: those of a kind, a number, what was learnt last, or
// that of the last monitor.
var takes = []string{"any", "any", "number", "0", "1", "last", "down", "own down", "exited", "transfer"}

// programs draws programs of one of the families, of at most the given number of instructions or phrases, not
// counting their beginnings.
func programs(families [][]string, instructions int) *rapid.Generator[program] {
	return rapid.Custom(func(t *rapid.T) program {
		ops := slices.Clone(rapid.SampledFrom(families).Draw(t, "family"))
		pr := program{peers: make([][]instruction, rapid.IntRange(1, 3).Draw(t, "peers"))}
		some := phrases(append(ops, rapid.SliceOfN(rapid.SampledFrom(everyOp), 0, 4).Draw(t, "beside")...), len(pr.peers))
		for range pr.peers {
			pr.ties = append(pr.ties, rapid.SampledFrom(ties).Draw(t, "tie"))
		}
		for range rapid.IntRange(2, instructions).Draw(t, "instructions") {
			code := &pr.main
			if i := rapid.IntRange(0, len(pr.peers)).Draw(t, "process"); i > 0 {
				code = &pr.peers[i-1]
			}
			*code = append(*code, some.Draw(t, "instructions")...)
		}
		for range rapid.IntRange(1, 2).Draw(t, "children") {
			code := some.Draw(t, "child")
			pr.children = append(pr.children, slices.DeleteFunc(code, func(in instruction) bool { return in.do == "spawn" || in.do == "spawn node" }))
		}
		pr.table = rapid.Bool().Draw(t, "table")
		return pr
	})
}

// phrases draws one of the operations or phrases, for one of the given number of peers.
func phrases(ops []string, peers int) *rapid.Generator[[]instruction] {
	return rapid.Custom(func(t *rapid.T) (code []instruction) {
		for do := range strings.SplitSeq(rapid.SampledFrom(ops).Draw(t, "do"), ", ") {
			code = append(code, instruction{
				do:    do,
				to:    rapid.IntRange(0, peers+1).Draw(t, "to"),
				k:     rapid.IntRange(0, 1).Draw(t, "k"),
				v:     rapid.IntRange(lastLearnt, 2).Draw(t, "v"),
				takes: rapid.SampledFrom(takes).Draw(t, "takes"),
			})
		}
		return code
	})
}
