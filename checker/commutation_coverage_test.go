package checker

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// instructionsFor returns the instructions that lead to an event of a kind.
var instructionsFor = map[kind.Kind][]string{
	kind.Spawn: {"spawn", "spawn linked", "spawn node"}, kind.Send: {"send"}, kind.Receive: {"receive"}, kind.ReceiveTimeout: {"poll"},
	kind.Collect: {"collect"}, kind.CollectTimeout: {"gather", "gather any"},
	kind.Deliver: {"send"}, kind.Choose: {"choose"}, kind.Exit: {"exit", "trap"}, kind.IsAlive: {"alive"}, kind.TrapExits: {"trap", "do not trap"}, kind.KeepExits: {"do not trap"},
	kind.ExitSignal: {"signal", "kill", "harmless"}, kind.Link: {"link"}, kind.Unlink: {"unlink"}, kind.Monitor: {"monitor"},
	kind.Demonitor: {"info", "flush", "demonitor"}, kind.Down: {"monitor"},
	kind.Register: {"register"}, kind.Unregister: {"unregister"}, kind.Whereis: {"whereis"}, kind.SendName: {"send name"},
	kind.TimerStart: {"timer", "timed"}, kind.TimerExpire: {"timer", "timed"}, kind.Now: {"now"}, kind.TimerCancel: {"cancel"}, kind.TimerRead: {"read timer"}, kind.TimerReset: {"reset timer"}, kind.PutOnTheWay: {"send once"}, kind.OffTheWay: {"send once"},
	kind.DecideFaults: {"node"}, kind.DecideSurviving: {"node"}, kind.DecideSync: {"sync file", "sync directory"}, kind.DecidePartitions: {"node"}, kind.DecideParts: {"node"},
	kind.Crash: {"node"}, kind.Jump: {"node"}, kind.Restart: {"node"}, kind.Partition: {"node"}, kind.Sever: {"node"}, kind.Heal: {"node"},
	kind.FileWrite: {"write file", "store"}, kind.FileSet: {"store"}, kind.FileAppend: {"append file"}, kind.FileRead: {"read file", "load"},
	kind.FileRename: {"rename file"}, kind.FileRemove: {"remove file"}, kind.FileSync: {"sync file", "sync directory"},
	kind.Announce: {"announce", "announce last", "expose"}, kind.Expose: {"expose"}, kind.Reach: {"reach"},
	kind.TableNew: {"named", "hashed", "named with heir"}, kind.TableDrop: {"drop"}, kind.TableRelease: {"named", "named with heir"},
	kind.TableRename: {"rename"}, kind.TableGive: {"give"}, kind.TableHeir: {"heir", "no heir"},
	kind.TableInsert: {"insert", "named insert"}, kind.TableInsertNew: {"insert new"}, kind.TableLookup: {"lookup", "named lookup"},
	kind.TableDelete: {"delete"}, kind.TableUpdateCounter: {"count", "count from"}, kind.TableTake: {"take"}, kind.TableAwait: {"await", "await any"}, kind.TableSwap: {"swap"},
	kind.TableMember: {"member"}, kind.TableSize: {"size"}, kind.TableFirst: {"first"}, kind.TableNext: {"next", "named next"},
	kind.TableSelect: {"select"},
}

// preparations lists the instructions that affect the result of an event of a kind.
func preparations(k kind.Kind) []string {
	switch {
	case k.Is(kind.OnWholeTable):
		return []string{"named", "hashed", "named with heir", "kill"}
	case k.Is(kind.OnTable):
		return []string{"insert", "insert", "hashed", "named insert"}
	case k.Is(kind.OnDisk):
		return []string{"append file", "append file", "sync file"}
	case onName(k):
		return []string{"register", "register"}
	case k == kind.TimerCancel, k == kind.TimerRead, k == kind.TimerReset, k == kind.TimerExpire:
		return []string{"timer", "timed"}
	case k == kind.PutOnTheWay || k == kind.OffTheWay:
		return []string{"send once", "send once"}
	case k == kind.Now:
		return []string{"timed", "timed"}
	case k.Is(kind.Receives):
		return []string{"send", "send"}
	case k >= kind.Exit && k <= kind.Down:
		return []string{"kill", "signal", "monitor", "link"}
	}
	return []string{"send"}
}

// aim draws a scene in which the order of operations of two kinds may be visible.
func aim(random *rand.Rand, kinds [2]kind.Kind) scene {
	s := scene{wait: random.IntN(2) == 0, named: random.IntN(2) == 0, delivery: proc.Instant, program: make(randomprograms.Program, 3)}
	for i, k := range kinds {
		if s.named && k.Is(kind.OnTable) && i == 0 {
			s.setup = append(s.setup, drawOne(random, pick(random, []string{"named", "hashed", "named with heir"})))
		}
		for range random.IntN(3) {
			s.setup = append(s.setup, drawOne(random, pick(random, preparations(k))))
		}
		code := prepared(random, pick(random, instructionsFor[k]))
		if random.IntN(4) == 0 {
			code = append(prepared(random, pick(random, preparations(k))), code...)
		}
		s.program[i] = append(code, observation(random, k, code[len(code)-1])...)
		if k == kind.Jump || k == kind.Now && random.IntN(4) == 0 {
			s.jump = 2
		}
		if k == kind.Deliver || random.IntN(4) == 0 {
			s.delivery = []proc.Delivery{proc.Channel, proc.Bag}[random.IntN(2)]
		}
	}
	switch random.IntN(4) {
	case 0:
		s.program[2] = []randomprograms.Instruction{drawOne(random, pick(random, preparations(kinds[0])))}
	case 1, 2:
		s.meet(random, kinds)
	}
	return s
}

func pick(random *rand.Rand, from []string) string { return from[random.IntN(len(from))] }

// observation returns the instructions that may show an operation of a kind.
func observation(random *rand.Rand, k kind.Kind, in randomprograms.Instruction) []randomprograms.Instruction {
	if !k.Is(kind.OnTable) || random.IntN(2) == 0 {
		return nil
	}
	return []randomprograms.Instruction{{Do: "lookup", K: in.K}}
}

// meet makes messages arrive at the last process, which takes all of them, and has requested some
// itself.
func (s *scene) meet(random *rand.Rand, kinds [2]kind.Kind) {
	last := len(s.program) - 1
	for _, code := range append(s.program[:last:last], s.setup) {
		for i := range code {
			code[i].To = last
		}
	}
	var asks []randomprograms.Instruction
	if random.IntN(2) == 0 {
		asks = append(asks, drawOne(random, "trap"))
	}
	for _, k := range kinds {
		if k >= kind.Link && k <= kind.Down && random.IntN(3) > 0 {
			asks = append(asks, drawOne(random, pick(random, instructionsFor[k])))
		}
	}
	random.Shuffle(len(asks), func(i, j int) { asks[i], asks[j] = asks[j], asks[i] })
	s.program[last] = append(asks, randomprograms.Instruction{Do: "take any"}, randomprograms.Instruction{Do: "take any"})
	for i := range s.program[:last] {
		switch random.IntN(4) {
		case 0:
			s.program[i] = append(s.program[i], drawOne(random, "exit"))
		case 1:
			s.program[i] = nil // it ends at once
		}
	}
}

// cover aims at the cells that the programs have not visited, and fails if possible ones remain.
func (c *commutation) cover() {
	var left []string
	known := map[situation]bool{}
	for i, a := range recipes {
		known[a.situation] = true
		for _, b := range recipes[i:] {
			for _, where := range places(a.kind, b.kind) {
				if at := cellFor(a.situation, b.situation, where); !c.aimAt(at, a, b) {
					left = append(left, at.String())
				}
			}
		}
	}
	for _, cell := range left {
		c.t.Errorf("%s: never next to each other, and no reason is known why they cannot be", cell)
	}
	for cell := range c.visited {
		if !known[cell.a] || !known[cell.b] {
			c.t.Errorf("%v: there is no recipe for one of them", cell)
		}
		if reason := impossible(cell); reason != "" {
			c.t.Errorf("%v: they were next to each other, though %s", cell, reason)
		}
	}
}

// Every kind of operation has a recipe and an instruction; otherwise it would not be in the matrix.
func TestEveryKindHasARecipe(t *testing.T) {
	for k := kind.Spawn; k.String() != "no operation"; k++ {
		if k == kind.Use { // is for other worlds; see TestLocksAgainstBruteForce
			continue
		}
		if !slices.ContainsFunc(recipes, func(r recipe) bool { return r.kind == k || r.kind == countsAs[k] }) {
			t.Errorf("there is no recipe for %q; without one it is not known to commute with anything", k)
		}
		if len(instructionsFor[k]) == 0 && k != kind.External { // see TestEarlierExternals
			t.Errorf("no instruction is known that makes an event of kind %q", k)
		}
		for _, do := range instructionsFor[k] {
			if !slices.Contains(instructions(), do) {
				t.Errorf("%q is no instruction of random programs", do)
			}
		}
	}
}

// needless reports whether a cell need not be visited: it is about an operation on the disk of a node, which no other
// actor can use, and not about a crash either; or about a partition or a message that it has lost, which only the start of
// nodes and other messages can have to do with; or about a message that is dropped, which only a restart can have to do with.
func needless(c cell) bool {
	ofLives := func(s, with situation) bool { return s.status == trace.Dropped && with.kind != kind.Restart }
	return ofLives(c.a, c.b) || ofLives(c.b, c.a) || needlessOnDisk(c) || needlessOnNetwork(c.a, c.b) || needlessOnNetwork(c.b, c.a)
}

func needlessOnNetwork(s, with situation) bool {
	switch {
	case !s.parted():
		return false
	case s.kind == kind.Partition:
		return with.kind != kind.Spawn
	case s.kind == kind.Sever, s.kind == kind.Heal:
		return with != situation{kind.Send, "done"} && with != situation{kind.SendName, "done"} && with != situation{kind.Deliver, "done"} &&
			with.status != trace.CutOff
	case s.status == trace.CutOff:
		return !with.ofNetwork() && with != situation{kind.Receive, "done"} && with != situation{kind.Send, "done"}
	}
	return true
}

func needlessOnDisk(c cell) bool {
	onDisk := func(s situation) bool {
		return s.kind.Is(kind.OnDisk) || s.kind == kind.DecideSurviving || s.kind == kind.DecideSync
	}
	with := func(s situation) bool {
		return s.kind == kind.Send || s.kind == kind.Crash || s.kind == kind.FileAppend
	}
	return onDisk(c.a) && !with(c.b) || onDisk(c.b) && !with(c.a)
}

// aimAt reports whether a cell has been visited, or need not or cannot be.
func (c *commutation) aimAt(at cell, a, b recipe) bool {
	if needless(at) || impossible(at) != "" || c.t.Failed() || c.visited[at] == 0 && c.skips(sampledCells) {
		return true
	}
	for try := 0; try < 400 && c.visited[at] == 0; try++ {
		if try%2 == 0 {
			c.check(combine(c.random, a, b))
		} else {
			c.check(combine(c.random, b, a))
		}
	}
	return c.visited[at] > 0
}
