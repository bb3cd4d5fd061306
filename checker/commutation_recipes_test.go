package checker

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// recipe makes a situation happen: what the first process executes before, what a process executes,
// and on which one: p2, which ends at once, p3, which traps exits and takes messages, or any.
type recipe struct {
	situation
	setup string
	own   string
	to    int
}

const anybody, ended, waiting = -1, 2, 3

// recipes lists all situations.
var recipes = []recipe{
	{situation{kind.Spawn, "done"}, "", "spawn", anybody},
	{situation{kind.Send, "done"}, "", "send", anybody},
	{situation{kind.Send, "on its way"}, "", "send", waiting},
	{situation{kind.Send, "duplicated"}, "", "send", anybody},
	{situation{kind.Send, "reordered"}, "", "send", anybody},
	{situation{kind.Receive, "done"}, "", "receive", anybody},
	{situation{kind.Receive, "lost"}, "send", "receive", anybody},
	{situation{kind.ReceiveTimeout, "lost"}, "send", "take any", anybody},
	{situation{kind.ReceiveTimeout, "takes"}, "send", "take any", anybody},
	{situation{kind.ReceiveTimeout, "takes nothing"}, "", "poll", anybody},
	{situation{kind.Collect, "takes"}, "", "collect", anybody},
	{situation{kind.CollectTimeout, "takes"}, "send", "gather", anybody},
	{situation{kind.CollectTimeout, "takes nothing"}, "", "gather", anybody},
	{situation{kind.CollectTimeout, "takes too few"}, "send", "gather any", anybody},
	{situation{kind.Deliver, "done"}, "", "send", waiting},
	{situation{kind.PutOnTheWay, "begins"}, "", "send once", waiting},
	{situation{kind.PutOnTheWay, "is"}, "", "send once, send once", ended},
	{situation{kind.OffTheWay, "ends"}, "", "send once", waiting},
	{situation{kind.Choose, "done"}, "", "choose", anybody},
	{situation{kind.Exit, "by itself"}, "", "exit", anybody},
	{situation{kind.Exit, "told"}, "kill", "", anybody},
	{situation{kind.IsAlive, "done"}, "", "alive", waiting},
	{situation{kind.IsAlive, "not done"}, "", "alive", ended},
	{situation{kind.TrapExits, "done"}, "", "trap", anybody},
	{situation{kind.ExitSignal, "ends it"}, "", "kill", waiting},
	{situation{kind.ExitSignal, "message"}, "", "signal", waiting},
	{situation{kind.ExitSignal, "nothing happens"}, "", "kill", ended},
	{situation{kind.ExitSignal, "on its way"}, "", "signal", waiting},
	{situation{kind.Link, "done"}, "", "link", waiting},
	{situation{kind.Link, "ends it"}, "", "link", ended},
	{situation{kind.Link, "message"}, "", "trap, link", ended},
	{situation{kind.Unlink, "done"}, "", "unlink", anybody},
	{situation{kind.Monitor, "done"}, "", "monitor", waiting},
	{situation{kind.Monitor, "not done"}, "", "monitor", ended},
	{situation{kind.Demonitor, "takes"}, "", "monitor, flush", ended},
	{situation{kind.Demonitor, "takes nothing"}, "", "monitor, info", anybody},
	{situation{kind.Down, "message"}, "", "monitor", ended},
	{situation{kind.Down, "nothing happens"}, "", "monitor, demonitor", anybody},
	{situation{kind.Register, "done"}, "", "register", waiting},
	{situation{kind.Register, "not done"}, "", "register", ended},
	{situation{kind.Unregister, "done"}, "register", "unregister", waiting},
	{situation{kind.Unregister, "not done"}, "", "unregister", anybody},
	{situation{kind.Whereis, "done"}, "register", "whereis", waiting},
	{situation{kind.Whereis, "not done"}, "", "whereis", anybody},
	{situation{kind.SendName, "done"}, "register", "send name", waiting},
	{situation{kind.SendName, "not done"}, "", "send name", anybody},
	{situation{kind.SendName, "on its way"}, "register", "send name", waiting},
	{situation{kind.SendName, "nobody"}, "", "send name", anybody},
	{situation{kind.SendName, "duplicated"}, "register", "send name", waiting},
	{situation{kind.SendName, "reordered"}, "register", "send name", waiting},
	{situation{kind.TimerStart, "done"}, "", "timer", anybody},
	{situation{kind.TimerExpire, "message"}, "", "timer", waiting},
	{situation{kind.TimerExpire, "nothing happens"}, "", "timer, cancel", anybody},
	{situation{kind.TimerStart, "in time"}, "", "timed", anybody},
	{situation{kind.TimerExpire, "in time"}, "timed", "", waiting},
	{situation{kind.TimerExpire, "in time, cancelled"}, "timed, cancel", "", anybody},
	{situation{kind.Now, "done"}, "", "now", anybody},
	{situation{kind.TimerCancel, "done"}, "timer", "cancel", anybody},
	{situation{kind.TimerCancel, "not done"}, "timer, cancel", "cancel", anybody},
	{situation{kind.TimerRead, "done"}, "timer", "read timer", anybody},
	{situation{kind.TimerRead, "not done"}, "timer, cancel", "read timer", anybody},
	{situation{kind.TimerReset, "done"}, "timer", "reset timer", anybody},
	{situation{kind.TimerReset, "not done"}, "timer, cancel", "reset timer", anybody},
	{situation{kind.DecideFaults, "faults"}, "", "node", anybody},
	{situation{kind.Crash, "ends it"}, "", "node", anybody},
	{situation{kind.Crash, "not done"}, "", "node, kill", anybody},
	{situation{kind.Restart, "done"}, "", "node", anybody},
	{situation{kind.Jump, "done"}, "", "node, now", anybody},
	{situation{kind.DecideSurviving, "left"}, "", "node, append file", anybody},
	{situation{kind.DecideSync, "sync"}, "", "node, sync directory", anybody},
	{situation{kind.DecidePartitions, "partitions"}, "", "node", anybody},
	{situation{kind.DecideParts, "parts"}, "", "node", anybody},
	{situation{kind.Partition, "done"}, "", "node", anybody},
	{situation{kind.Sever, "done"}, "", "node", anybody},
	{situation{kind.Heal, "done"}, "", "node", anybody},
	{situation{kind.Send, trace.CutOff}, "", "node, send", waiting},
	{situation{kind.SendName, trace.CutOff}, "register", "node, send name", waiting},
	{situation{kind.Deliver, trace.CutOff}, "", "node, send", waiting},
	{situation{kind.Send, trace.Dropped}, "", "take any, send", waiting},
	{situation{kind.Deliver, trace.Dropped}, "", "send", waiting},
	{situation{kind.Receive, trace.Dropped}, "", "receive", anybody},
	{situation{kind.ReceiveTimeout, trace.Dropped}, "", "take any", anybody},
	{situation{kind.FileWrite, "done"}, "", "node, write file", anybody},
	{situation{kind.FileAppend, "done"}, "", "node, append file", anybody},
	{situation{kind.FileRead, "done"}, "", "node, append file, read file", anybody},
	{situation{kind.FileRead, "not done"}, "", "node, read file", anybody},
	{situation{kind.FileRename, "done"}, "", "node, append file, rename file", anybody},
	{situation{kind.FileRename, "not done"}, "", "node, rename file", anybody},
	{situation{kind.FileRemove, "done"}, "", "node, append file, remove file", anybody},
	{situation{kind.FileRemove, "not done"}, "", "node, remove file", anybody},
	{situation{kind.FileSync, "done"}, "", "node, sync directory, sync directory", anybody},
	{situation{kind.FileSync, "not done"}, "", "node, sync file", anybody},
	{situation{kind.Announce, "done"}, "", "announce", anybody},
	{situation{kind.Reach, "done"}, "", "reach", anybody},
	{situation{kind.TableNew, "done"}, "", "hashed", anybody},
	{situation{kind.TableNew, "not done"}, "named", "hashed", anybody},
	{situation{kind.TableDrop, "done"}, "named", "drop", anybody},
	{situation{kind.TableDrop, "no table"}, "", "drop", anybody},
	{situation{kind.TableRelease, "goes away"}, "", "named", anybody},
	{situation{kind.TableRelease, "inherited"}, "", "named with heir", waiting},
	{situation{kind.TableRelease, "no table"}, "", "named, drop", anybody},
	{situation{kind.TableRename, "done"}, "named", "rename", anybody},
	{situation{kind.TableRename, "no table"}, "", "rename", anybody},
	{situation{kind.TableRename, "not done"}, "named", "rename", anybody},
	{situation{kind.TableGive, "done"}, "", "named, give", waiting},
	{situation{kind.TableGive, "no table"}, "", "give", waiting},
	{situation{kind.TableGive, "not done"}, "named", "give", waiting},
	{situation{kind.TableHeir, "done"}, "", "named, heir", waiting},
	{situation{kind.TableHeir, "no table"}, "", "heir", waiting},
	{situation{kind.TableHeir, "not done"}, "named", "heir", waiting},
	{situation{kind.TableInsert, "done"}, "named", "insert", anybody},
	{situation{kind.TableInsert, "no table"}, "", "insert", anybody},
	{situation{kind.TableInsertNew, "done"}, "named", "insert new", anybody},
	{situation{kind.TableInsertNew, "not done"}, "named, insert", "insert new", anybody},
	{situation{kind.TableInsertNew, "no table"}, "", "insert new", anybody},
	{situation{kind.TableLookup, "row"}, "named, insert", "lookup", anybody},
	{situation{kind.TableLookup, "no row"}, "named", "lookup", anybody},
	{situation{kind.TableLookup, "no table"}, "", "lookup", anybody},
	{situation{kind.TableDelete, "row"}, "named, insert", "delete", anybody},
	{situation{kind.TableDelete, "no row"}, "named", "delete", anybody},
	{situation{kind.TableDelete, "no table"}, "", "delete", anybody},
	{situation{kind.TableUpdateCounter, "done"}, "named, insert", "count", anybody},
	{situation{kind.TableUpdateCounter, "begins"}, "named", "count from", anybody},
	{situation{kind.TableUpdateCounter, "not done"}, "named", "count", anybody},
	{situation{kind.TableUpdateCounter, "no table"}, "", "count", anybody},
	{situation{kind.TableTake, "done"}, "named, insert", "take", anybody},
	{situation{kind.TableTake, "not done"}, "named", "take", anybody},
	{situation{kind.TableTake, "no table"}, "", "take", anybody},
	{situation{kind.TableAwait, "done"}, "named, insert", "await", anybody},
	{situation{kind.TableAwait, "no table"}, "", "await", anybody},
	{situation{kind.TableSwap, "done"}, "named, insert", "swap", anybody},
	{situation{kind.TableSwap, "not done"}, "named", "swap", anybody},
	{situation{kind.TableSwap, "no table"}, "", "swap", anybody},
	{situation{kind.TableMember, "row"}, "named, insert", "member", anybody},
	{situation{kind.TableMember, "no row"}, "named", "member", anybody},
	{situation{kind.TableMember, "no table"}, "", "member", anybody},
	{situation{kind.TableSize, "done"}, "named", "size", anybody},
	{situation{kind.TableSize, "no table"}, "", "size", anybody},
	{situation{kind.TableFirst, "done"}, "named", "first", anybody},
	{situation{kind.TableFirst, "no table"}, "", "first", anybody},
	{situation{kind.TableNext, "done"}, "named", "next", anybody},
	{situation{kind.TableNext, "not done"}, "hashed", "named next", anybody},
	{situation{kind.TableNext, "no table"}, "", "next", anybody},
	{situation{kind.TableSelect, "done"}, "named", "select", anybody},
	{situation{kind.TableSelect, "no table"}, "", "select", anybody},
}

// combine draws a scene from two recipes, which may be about the same row, name or table.
func combine(random *rand.Rand, a, b recipe) scene {
	s := scene{named: true, wait: random.IntN(3) > 0, delivery: proc.Instant, program: make(randomprograms.Program, 5)}
	s.program[waiting] = []randomprograms.Instruction{{Do: "trap"}, {Do: "take any"}, {Do: "take any"}}
	s.program[waiting+1] = []randomprograms.Instruction{{Do: "receive"}}
	slot, k := random.IntN(2), random.IntN(2)
	for i, r := range []recipe{a, b} {
		if i == 1 && random.IntN(2) == 0 {
			slot, k = random.IntN(2), random.IntN(2)
		}
		follow := func(list string) (code []randomprograms.Instruction) {
			for do := range strings.SplitSeq(list, ", ") {
				if do == "" {
					continue
				}
				in := drawOne(random, do)
				switch {
				case slices.Contains(randomprograms.TableOps, do) && !slices.Contains(randomprograms.MessageOps, do) || do == "count" || do == "await":
					in.To, in.K = slot, k
				default:
					in.K = slot
					if r.to != anybody {
						in.To = r.to
					}
					if do == "register" && r.to == waiting {
						in.To += slot // no process can have two names
					}
					if do == "kill" && r.kind == kind.Exit || do == "send" && (r.kind == kind.ReceiveTimeout || r.kind == kind.CollectTimeout || r.status == "lost") {
						in.To = i
					}
				}
				code = append(code, in)
			}
			return code
		}
		if i == 0 || random.IntN(4) > 0 { // one may be what the other needs
			s.setup = append(s.setup, distinct(s.setup, follow(r.setup))...)
		}
		s.program[i] = follow(r.own)
		if strings.HasPrefix(r.setup, "time") && random.IntN(2) == 0 { // one of its own
			s.program[i] = append(follow(r.setup), s.program[i]...)
		}
		switch r.status {
		case trace.Lost.String():
			s.network.Losses++
		case trace.Duplicated.String():
			s.network.Duplicates++
		case trace.Reordered.String():
			s.network.Reorderings++
		case trace.Dropped:
			s.connected = true
			s.program[waiting] = []randomprograms.Instruction{{Do: "node"}, {Do: "send", To: i, V: random.IntN(2)}}
		}
		if r.parted() {
			s.parted = true
			if !randomprograms.IsNode(s.program[waiting]) {
				s.program[waiting] = append([]randomprograms.Instruction{{Do: "node"}}, s.program[waiting]...)
			}
		}
		if r.kind == kind.Jump {
			s.jump = 2
		}
		if r.kind == kind.Deliver && random.IntN(4) == 0 {
			s.network.Duplicates = 1 // it may be a copy
		} else if r.kind == kind.Deliver || r.travels() {
			s.delivery = []proc.Delivery{proc.Channel, proc.Bag}[random.IntN(2)]
		}
	}
	return s
}

// distinct omits instructions that would fail because they were already executed.
func distinct(done, code []randomprograms.Instruction) []randomprograms.Instruction {
	return slices.DeleteFunc(code, func(in randomprograms.Instruction) bool {
		return in.Do == "named" && slices.ContainsFunc(done, func(d randomprograms.Instruction) bool {
			return (d.Do == "named" || d.Do == "hashed") && d.K == in.K
		})
	})
}

// parted reports whether the situation exists only if the network is cut.
func (s situation) parted() bool {
	return s.status == trace.CutOff || s.kind.Is(kind.OfNetwork)
}

// travels reports whether the situation exists only with a delivery by which all messages arrive later.
func (s situation) travels() bool { return s.status == "on its way" || s.status == "nobody" }
