package explicit_test

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Faults: of messages, partitions between nodes, and crashes of nodes (see also restarts_test.go, disks_test.go and clocks_test.go). Each may happen at any moment, or not.

// budget is how many faults there may be, or how many are left.
type budget struct {
	Losses, Duplicates, Reorderings int
	Partitions                      int
	Crashes, Restarts               int
	Always                          bool // each crashed node is restarted; Restarts is 0
	FirstOnly                       bool // crashes are those of the first peer
	CrashesOfNode                   int  // 0 is no limit
	Disk                            checker.DiskPolicy
	SyncFailures                    int // of each node
	Drift                           int // of clocks, in percent
	Offset                          int // of clocks, in ticks
	Jump                            int // of clocks, in ticks
	OneWay, OneLink                 bool
	Connections                     bool // end with a life
}

// several reports whether there may be more than one fault.
func (b budget) several() bool {
	return b.Losses+b.Duplicates+b.Reorderings+b.Partitions+b.Crashes > 1
}

// faults returns the budget for the checker. The messages with which processes begin have no faults.
func (b budget) faults() *checker.Faults {
	f := &checker.Faults{Losses: b.Losses, Duplicates: b.Duplicates, Reorderings: b.Reorderings,
		Partitions: b.Partitions, OneWay: b.OneWay, OneLink: b.OneLink, Crashes: b.Crashes, Restarts: b.Restarts, Connections: b.Connections, CrashesOfNode: b.CrashesOfNode, Disk: b.Disk, SyncFailures: b.SyncFailures, Drift: b.Drift, Offset: b.Offset, Jump: b.Jump,
		Links: []checker.Link{{Message: peersText}}}
	if b.Always {
		f.Restarts = checker.AfterEachCrash
	}
	if b.FirstOnly {
		f.Nodes = []checker.Node{{Name: peer(0), Crashes: f.Crashes, Restarts: f.Restarts, SyncFailures: f.SyncFailures}}
		f.Crashes, f.Restarts = 0, 0
	}
	return f
}

// fate is what becomes of a message in an instruction that sends or takes it.
type fate string

const (
	usual      fate = ""
	lost       fate = "lost"
	duplicated fate = "duplicated"
	reordered  fate = "reordered"
	dropped    fate = "dropped"
)

// fates returns what may become of the message of an instruction.
func (x *interpreter) fates(s state, name string, p process, in instruction) []fate {
	left, all := s.Faults["left"], []fate{usual}
	to := x.whom(in, name, p)
	switch in.do {
	case "send name":
		to = s.Holders[names[in.k]]
	case doStart:
		return x.clocks(x.isNode(peer(in.k)))
	case "spawn node":
		return x.clocks(true)
	case "sync file", "sync directory":
		return x.syncs(s.Disks[name], in)
	case "send once":
		if s.onItsWay(parcel{From: name, To: to, Text: strconv.Itoa(in.value(p.Last))}) {
			return all
		}
	case "send", "forward":
	case "receive", "poll":
		i := find(&p, in)
		if i >= 0 && s.over(p.Mailbox[i].Origin) {
			return []fate{dropped}
		}
		if i >= 0 && p.Mailbox[i].Faulty && left.Losses > 0 {
			all = append(all, lost)
		}
		return all
	default:
		return all
	}
	if to == "" || to == name {
		return all
	}
	if left.Duplicates > 0 {
		all = append(all, duplicated)
	}
	if left.Reorderings > 0 {
		all = append(all, reordered)
	}
	return all
}

// lose loses or drops the message that an instruction would take. The process stays where it is.
func (x *interpreter) lose(s state, name string, in instruction) {
	s.with(name, func(p *process) { p.take(find(p, in)) })
	if in.fate == lost {
		s.spend(func(left *budget) { left.Losses-- })
	}
}

func (s state) spend(one func(*budget)) {
	left := s.Faults["left"]
	one(&left)
	s.Faults["left"] = left
}

// sendAlone sends a message that may overtake others, and be overtaken.
func (s state) sendAlone(what parcel) {
	way := [2]string{what.From, what.To}
	s.Alone[way] = appended(s.Alone[way], what)
}

// loseTimers cancels the timers of a node that has crashed.
func (s state) loseTimers(name string) {
	for id, t := range s.Timers {
		if t.By != name {
			continue
		}
		if t.Cancelled = true; t.Deadline == none {
			delete(s.Timers, id)
		} else {
			s.Timers[id] = t
		}
	}
}

// network is what the actor does that cuts links: it sees which nodes there are, and then parts them.
type network struct {
	Seen []string
	Cut  map[[2]string]bool
}

// outside returns the states that a fault leads to which does not belong to an instruction.
func (x *interpreter) outside(s state) (all []state) {
	step := func(change func(state)) {
		after := s.clone()
		change(after)
		all = append(all, after)
	}
	var nodes []string
	for _, name := range slices.Sorted(maps.Keys(s.Processes)) {
		p := s.Processes[name]
		if p.Home != name {
			continue
		}
		nodes = append(nodes, name)
		for _, ticks := range []int{x.faults.Jump, -x.faults.Jump} {
			if ticks != 0 && p.Jumped == 0 {
				step(func(s state) { s.with(name, func(p *process) { p.Jumped = ticks }) })
			}
		}
		if s.crashes(name) {
			step(func(s state) {
				s.with(name, func(p *process) { p.MustEnd = ending{Reason: proc.Crashed, Wanted: true, Fault: true} })
				s.spend(func(left *budget) { left.Crashes-- })
			})
		}
		if s.restarts(name) {
			for _, left := range s.Disks[name].left(x.faults.Disk) {
				step(func(s state) { s.restart(name, left) })
			}
		}
	}
	switch now := s.Network["now"]; {
	case now.Cut != nil:
		step(func(s state) { delete(s.Network, "now") })
	case now.Seen != nil:
		for _, cut := range x.ways(now.Seen) {
			step(func(s state) { s.Network["now"] = network{Cut: cut} })
		}
	case s.Faults["left"].Partitions > 0 && len(nodes) > 1:
		step(func(s state) {
			s.Network["now"] = network{Seen: nodes}
			s.spend(func(left *budget) { left.Partitions-- })
		})
	}
	return all
}

// ways returns the links that are cut, for each way to part the nodes in two, or two of them from each other.
func (x *interpreter) ways(nodes []string) (all []map[[2]string]bool) {
	for set := 1; set < 1<<len(nodes)-1; set++ {
		to, both := map[[2]string]bool{}, map[[2]string]bool{}
		for i, a := range nodes {
			for j, b := range nodes {
				if set>>i&1 == 1 && set>>j&1 == 0 {
					to[[2]string{a, b}] = true
					both[[2]string{a, b}], both[[2]string{b, a}] = true, true
				}
			}
		}
		all = append(all, both)
		if x.faults.OneWay {
			all = append(all, to)
		}
	}
	for i, a := range nodes {
		for _, b := range nodes[:i] {
			to, from := [2]string{a, b}, [2]string{b, a}
			if x.faults.OneLink {
				all = append(all, map[[2]string]bool{to: true, from: true})
			}
			if x.faults.OneLink && x.faults.OneWay {
				all = append(all, map[[2]string]bool{to: true}, map[[2]string]bool{from: true})
			}
		}
	}
	return all
}

// severed reports whether a partition loses a message that arrives now.
func (s state) severed(what parcel) bool {
	between := [2]string{s.Processes[what.From].Home, s.Processes[what.To].Home}
	return what.Sent && s.Network["now"].Cut[between]
}

// lives are phrases of programs with nodes that crash.
var lives = [][]string{
	endOps, messageOps, ownerOps,
	{"timer", "timer, receive, reset timer", "timed", "timed", "poll", "receive"}, {"timer, exit", "timed, now", "receive"},
	{"link", "trap, link", "monitor", "receive", "register", "whereis", "send name", "alive"},
	{"expose", "expose", "link", "send", "poll"},
}

// descents are phrases of programs in which processes start nodes, and may be killed or crash before.
var descents = [][]string{
	{"spawn node", "spawn node, kill", "kill", "alive", "exit"},
	{"spawn node", "spawn", "exit", "kill", "signal", "monitor, poll", "trap"},
	{"spawn node, send", "spawn node", "send", "poll", "receive"},
	{"spawn node", "timed", "timed", "now", "poll"},
	{"spawn node", "expose", "kill", "register, send name"},
}

// drawDescent draws such a program, with budgets of several kinds of faults.
func drawDescent(t *rapid.T, d proc.Delivery) program {
	pr := programs(descents, 2).Draw(t, "program")
	n := min(2, len(pr.peers))
	pr.peers, pr.ties = pr.peers[:n], pr.ties[:n]
	for range pr.peers {
		pr.nodes = append(pr.nodes, rapid.Bool().Draw(t, "node"))
	}
	pr.main = append(pr.main, instruction{do: "spawn node"}) // there may be no other
	few := rapid.SampledFrom([]int{0, 0, 0, 1, 2})
	pr.faults = budget{Crashes: rapid.IntRange(0, 2).Draw(t, "crashes"), Partitions: few.Draw(t, "partitions"),
		Losses: few.Draw(t, "losses"), Duplicates: few.Draw(t, "duplicates"), Drift: rapid.SampledFrom([]int{0, 0, 0, 50}).Draw(t, "drift"),
		Offset: rapid.SampledFrom([]int{0, 0, 0, 2}).Draw(t, "offset")}
	if pr.faults.Crashes > 0 {
		pr.faults.Restarts, pr.faults.CrashesOfNode = min(pr.faults.Crashes, few.Draw(t, "restarts")), few.Draw(t, "of a node")
		pr.faults.Connections = pr.faults.Restarts > 0 && !pr.sendsOnce() && rapid.Bool().Draw(t, "connections")
	}
	if pr.faults.Partitions > 0 {
		pr.faults.OneWay, pr.faults.OneLink = rapid.Bool().Draw(t, "one way"), rapid.Bool().Draw(t, "one link")
	}
	if d != proc.Bag {
		pr.faults.Reorderings = few.Draw(t, "reorderings")
	}
	return pr
}

// TestExplicitDescents is TestExplicit for programs in which nodes are started by others.
func TestExplicitDescents(t *testing.T) { testPrograms(t, drawDescent) }

// exchanges draws a program whose processes send each other messages, most of which are taken. These are
// the peers from the first one on, counted from 1 to last, and with 0 also main.
func exchanges(t *rapid.T, first, last int) program {
	pr := program{peers: make([][]instruction, last), ties: slices.Repeat([]tie{loose}, last), children: make([][]instruction, 1)}
	pr.main = []instruction{{do: "register", to: 1}}
	codes := []*[]instruction{&pr.main}
	for i := range pr.peers {
		codes = append(codes, &pr.peers[i])
	}
	add := func(who int, in instruction) { *codes[who] = append(*codes[who], in) }
	for range rapid.IntRange(2, 3).Draw(t, "exchanges") {
		from, to := rapid.IntRange(first, last).Draw(t, "from"), rapid.IntRange(first, last).Draw(t, "to")
		send := instruction{do: rapid.SampledFrom([]string{"send", "send", "send once", "send once", "send name", "forward"}).Draw(t, "send"), to: to, v: rapid.IntRange(lastLearnt, 2).Draw(t, "v")}
		if send.do == "send name" {
			to = 1
		}
		add(from, send)
		if send.do == "send once" {
			add(from, send)
		}
		add(to, instruction{do: rapid.SampledFrom([]string{"receive", "receive", "poll"}).Draw(t, "receive"),
			takes: rapid.SampledFrom([]string{"any", "any", "any", "number", "1"}).Draw(t, "takes")})
	}
	for range rapid.IntRange(0, 1).Draw(t, "beside") {
		code := codes[rapid.IntRange(0, last).Draw(t, "who")]
		*code = append(*code, phrases(slices.Concat(endOps, timerOps, showOps), 2).Draw(t, "instruction")...)
	}
	return pr
}

// drawFaulty draws a program with a budget of faults.
func drawFaulty(t *rapid.T, d proc.Delivery) (pr program) {
	few := rapid.SampledFrom([]int{0, 1, 2})
	kind := rapid.SampledFrom([]string{"messages", "messages", "partitions", "crashes", "all"}).Draw(t, "faults")
	switch kind {
	case "crashes":
		pr = programs(lives, 5).Draw(t, "program")
	case "partitions":
		pr = exchanges(t, 1, rapid.IntRange(2, 3).Draw(t, "nodes"))
	default:
		pr = exchanges(t, 0, 2)
	}
	for range pr.peers {
		pr.nodes = append(pr.nodes, kind == "partitions" || len(pr.nodes) == 0 || rapid.Bool().Draw(t, "node"))
	}
	switch kind {
	case "messages":
		pr.faults = budget{Losses: few.Draw(t, "losses"), Duplicates: few.Draw(t, "duplicates"), Reorderings: few.Draw(t, "reorderings")}
	case "partitions":
		pr.faults = budget{Partitions: 1, OneWay: rapid.Bool().Draw(t, "one way"), OneLink: rapid.Bool().Draw(t, "one link")}
	case "crashes":
		pr.faults.Crashes = rapid.IntRange(1, 2).Draw(t, "crashes")
	case "all":
		pr.faults = budget{Losses: 1, Duplicates: rapid.IntRange(0, 1).Draw(t, "duplicates"), Partitions: rapid.IntRange(0, 1).Draw(t, "partitions"),
			Crashes: rapid.IntRange(0, 1).Draw(t, "crashes")}
	}
	if d == proc.Bag {
		pr.faults.Reorderings = 0
	}
	return pr
}
