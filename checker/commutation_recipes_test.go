package checker

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
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
	{situation{trace.Spawn, "done"}, "", "spawn", anybody},
	{situation{trace.Send, "done"}, "", "send", anybody},
	{situation{trace.Send, "on its way"}, "", "send", waiting},
	{situation{trace.Send, "duplicated"}, "", "send", anybody},
	{situation{trace.Send, "reordered"}, "", "send", anybody},
	{situation{trace.Receive, "done"}, "", "receive", anybody},
	{situation{trace.Receive, "lost"}, "send", "receive", anybody},
	{situation{trace.ReceiveTimeout, "lost"}, "send", "take any", anybody},
	{situation{trace.ReceiveTimeout, "takes"}, "send", "take any", anybody},
	{situation{trace.ReceiveTimeout, "takes nothing"}, "", "poll", anybody},
	{situation{trace.Deliver, "done"}, "", "send", waiting},
	{situation{trace.PutOnTheWay, "begins"}, "", "send once", waiting},
	{situation{trace.PutOnTheWay, "is"}, "", "send once, send once", ended},
	{situation{trace.OffTheWay, "ends"}, "", "send once", waiting},
	{situation{trace.Choose, "done"}, "", "choose", anybody},
	{situation{trace.Exit, "by itself"}, "", "exit", anybody},
	{situation{trace.Exit, "told"}, "kill", "", anybody},
	{situation{trace.IsAlive, "done"}, "", "alive", waiting},
	{situation{trace.IsAlive, "not done"}, "", "alive", ended},
	{situation{trace.TrapExits, "done"}, "", "trap", anybody},
	{situation{trace.ExitSignal, "ends it"}, "", "kill", waiting},
	{situation{trace.ExitSignal, "message"}, "", "signal", waiting},
	{situation{trace.ExitSignal, "nothing happens"}, "", "kill", ended},
	{situation{trace.ExitSignal, "on its way"}, "", "signal", waiting},
	{situation{trace.Link, "done"}, "", "link", waiting},
	{situation{trace.Link, "ends it"}, "", "link", ended},
	{situation{trace.Link, "message"}, "", "trap, link", ended},
	{situation{trace.Unlink, "done"}, "", "unlink", anybody},
	{situation{trace.Monitor, "done"}, "", "monitor", waiting},
	{situation{trace.Monitor, "not done"}, "", "monitor", ended},
	{situation{trace.Demonitor, "takes"}, "", "monitor, flush", ended},
	{situation{trace.Demonitor, "takes nothing"}, "", "monitor, info", anybody},
	{situation{trace.Down, "message"}, "", "monitor", ended},
	{situation{trace.Down, "nothing happens"}, "", "monitor, demonitor", anybody},
	{situation{trace.Register, "done"}, "", "register", waiting},
	{situation{trace.Register, "not done"}, "", "register", ended},
	{situation{trace.Unregister, "done"}, "register", "unregister", waiting},
	{situation{trace.Unregister, "not done"}, "", "unregister", anybody},
	{situation{trace.Whereis, "done"}, "register", "whereis", waiting},
	{situation{trace.Whereis, "not done"}, "", "whereis", anybody},
	{situation{trace.SendName, "done"}, "register", "send name", waiting},
	{situation{trace.SendName, "not done"}, "", "send name", anybody},
	{situation{trace.SendName, "on its way"}, "register", "send name", waiting},
	{situation{trace.SendName, "nobody"}, "", "send name", anybody},
	{situation{trace.SendName, "duplicated"}, "register", "send name", waiting},
	{situation{trace.SendName, "reordered"}, "register", "send name", waiting},
	{situation{trace.TimerStart, "done"}, "", "timer", anybody},
	{situation{trace.TimerExpire, "message"}, "", "timer", waiting},
	{situation{trace.TimerExpire, "nothing happens"}, "", "timer, cancel", anybody},
	{situation{trace.TimerStart, "in time"}, "", "timed", anybody},
	{situation{trace.TimerExpire, "in time"}, "timed", "", waiting},
	{situation{trace.TimerExpire, "in time, cancelled"}, "timed, cancel", "", anybody},
	{situation{trace.Now, "done"}, "", "now", anybody},
	{situation{trace.TimerCancel, "done"}, "timer", "cancel", anybody},
	{situation{trace.TimerCancel, "not done"}, "timer, cancel", "cancel", anybody},
	{situation{trace.TimerRead, "done"}, "timer", "read timer", anybody},
	{situation{trace.TimerRead, "not done"}, "timer, cancel", "read timer", anybody},
	{situation{trace.TimerReset, "done"}, "timer", "reset timer", anybody},
	{situation{trace.TimerReset, "not done"}, "timer, cancel", "reset timer", anybody},
	{situation{trace.DecideFaults, "faults"}, "", "node", anybody},
	{situation{trace.Crash, "ends it"}, "", "node", anybody},
	{situation{trace.Crash, "not done"}, "", "node, kill", anybody},
	{situation{trace.Restart, "done"}, "", "node", anybody},
	{situation{trace.Jump, "done"}, "", "node, now", anybody},
	{situation{trace.DecideSurviving, "left"}, "", "node, append file", anybody},
	{situation{trace.DecideSync, "sync"}, "", "node, sync directory", anybody},
	{situation{trace.DecidePartitions, "partitions"}, "", "node", anybody},
	{situation{trace.DecideParts, "parts"}, "", "node", anybody},
	{situation{trace.Partition, "done"}, "", "node", anybody},
	{situation{trace.Sever, "done"}, "", "node", anybody},
	{situation{trace.Heal, "done"}, "", "node", anybody},
	{situation{trace.Send, trace.CutOff}, "", "node, send", waiting},
	{situation{trace.SendName, trace.CutOff}, "register", "node, send name", waiting},
	{situation{trace.Deliver, trace.CutOff}, "", "node, send", waiting},
	{situation{trace.Send, trace.Dropped}, "", "take any, send", waiting},
	{situation{trace.Deliver, trace.Dropped}, "", "send", waiting},
	{situation{trace.Receive, trace.Dropped}, "", "receive", anybody},
	{situation{trace.ReceiveTimeout, trace.Dropped}, "", "take any", anybody},
	{situation{trace.FileWrite, "done"}, "", "node, write file", anybody},
	{situation{trace.FileAppend, "done"}, "", "node, append file", anybody},
	{situation{trace.FileRead, "done"}, "", "node, append file, read file", anybody},
	{situation{trace.FileRead, "not done"}, "", "node, read file", anybody},
	{situation{trace.FileRename, "done"}, "", "node, append file, rename file", anybody},
	{situation{trace.FileRename, "not done"}, "", "node, rename file", anybody},
	{situation{trace.FileRemove, "done"}, "", "node, append file, remove file", anybody},
	{situation{trace.FileRemove, "not done"}, "", "node, remove file", anybody},
	{situation{trace.FileSync, "done"}, "", "node, sync directory, sync directory", anybody},
	{situation{trace.FileSync, "not done"}, "", "node, sync file", anybody},
	{situation{trace.Announce, "done"}, "", "announce", anybody},
	{situation{trace.Reach, "done"}, "", "reach", anybody},
	{situation{trace.TableNew, "done"}, "", "hashed", anybody},
	{situation{trace.TableNew, "not done"}, "named", "hashed", anybody},
	{situation{trace.TableDrop, "done"}, "named", "drop", anybody},
	{situation{trace.TableDrop, "no table"}, "", "drop", anybody},
	{situation{trace.TableRelease, "goes away"}, "", "named", anybody},
	{situation{trace.TableRelease, "inherited"}, "", "named with heir", waiting},
	{situation{trace.TableRelease, "no table"}, "", "named, drop", anybody},
	{situation{trace.TableRename, "done"}, "named", "rename", anybody},
	{situation{trace.TableRename, "no table"}, "", "rename", anybody},
	{situation{trace.TableRename, "not done"}, "named", "rename", anybody},
	{situation{trace.TableGive, "done"}, "", "named, give", waiting},
	{situation{trace.TableGive, "no table"}, "", "give", waiting},
	{situation{trace.TableGive, "not done"}, "named", "give", waiting},
	{situation{trace.TableHeir, "done"}, "", "named, heir", waiting},
	{situation{trace.TableHeir, "no table"}, "", "heir", waiting},
	{situation{trace.TableHeir, "not done"}, "named", "heir", waiting},
	{situation{trace.TableInsert, "done"}, "named", "insert", anybody},
	{situation{trace.TableInsert, "no table"}, "", "insert", anybody},
	{situation{trace.TableInsertNew, "done"}, "named", "insert new", anybody},
	{situation{trace.TableInsertNew, "not done"}, "named, insert", "insert new", anybody},
	{situation{trace.TableInsertNew, "no table"}, "", "insert new", anybody},
	{situation{trace.TableLookup, "row"}, "named, insert", "lookup", anybody},
	{situation{trace.TableLookup, "no row"}, "named", "lookup", anybody},
	{situation{trace.TableLookup, "no table"}, "", "lookup", anybody},
	{situation{trace.TableDelete, "row"}, "named, insert", "delete", anybody},
	{situation{trace.TableDelete, "no row"}, "named", "delete", anybody},
	{situation{trace.TableDelete, "no table"}, "", "delete", anybody},
	{situation{trace.TableUpdateCounter, "done"}, "named, insert", "count", anybody},
	{situation{trace.TableUpdateCounter, "begins"}, "named", "count from", anybody},
	{situation{trace.TableUpdateCounter, "not done"}, "named", "count", anybody},
	{situation{trace.TableUpdateCounter, "no table"}, "", "count", anybody},
	{situation{trace.TableTake, "done"}, "named, insert", "take", anybody},
	{situation{trace.TableTake, "not done"}, "named", "take", anybody},
	{situation{trace.TableTake, "no table"}, "", "take", anybody},
	{situation{trace.TableAwait, "done"}, "named, insert", "await", anybody},
	{situation{trace.TableAwait, "no table"}, "", "await", anybody},
	{situation{trace.TableSwap, "done"}, "named, insert", "swap", anybody},
	{situation{trace.TableSwap, "not done"}, "named", "swap", anybody},
	{situation{trace.TableSwap, "no table"}, "", "swap", anybody},
	{situation{trace.TableMember, "row"}, "named, insert", "member", anybody},
	{situation{trace.TableMember, "no row"}, "named", "member", anybody},
	{situation{trace.TableMember, "no table"}, "", "member", anybody},
	{situation{trace.TableSize, "done"}, "named", "size", anybody},
	{situation{trace.TableSize, "no table"}, "", "size", anybody},
	{situation{trace.TableFirst, "done"}, "named", "first", anybody},
	{situation{trace.TableFirst, "no table"}, "", "first", anybody},
	{situation{trace.TableNext, "done"}, "named", "next", anybody},
	{situation{trace.TableNext, "not done"}, "hashed", "named next", anybody},
	{situation{trace.TableNext, "no table"}, "", "next", anybody},
	{situation{trace.TableSelect, "done"}, "named", "select", anybody},
	{situation{trace.TableSelect, "no table"}, "", "select", anybody},
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
					if do == "kill" && r.kind == trace.Exit || do == "send" && (r.kind == trace.ReceiveTimeout || r.status == "lost") {
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
		if r.kind == trace.Jump {
			s.jump = 2
		}
		if r.kind == trace.Deliver && random.IntN(4) == 0 {
			s.network.Duplicates = 1 // it may be a copy
		} else if r.kind == trace.Deliver || r.travels() {
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
	return s.status == trace.CutOff || s.kind.Is(trace.OfNetwork)
}

// travels reports whether the situation exists only with a delivery by which all messages arrive later.
func (s situation) travels() bool { return s.status == "on its way" || s.status == "nobody" }
