package checker

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// nodesOps are those that a crash or a restart may make a difference to.
var nodesOps = [][]string{
	messageOps,
	onceOps,
	{"send", "send", "receive", "poll", "take any", "insert", "lookup", "timer", "cancel", "reset timer"},
	{"send", "take any", "link", "link", "unlink", "monitor", "monitor", "demonitor", "flush", "trap", "take exit", "take down", "kill", "exit", "alive", "spawn linked"},
	{"send", "send name", "register", "whereis", "named", "named with heir", "give", "take transfer", "named insert", "spawn", "spawn", "expose"},
	processOps,
	diskOps,
	diskOps,
}

var diskOps = slices.Concat(fileOps, []string{"append file", "read file", "read file", "sync file", "sync directory", "send", "send last", "insert last", "take any", "kill", "alive", "alive", "monitor"})

// nodes is the first process of a program of which some processes are nodes. They find each other in a table,
// also after a restart.
//
// If not late, they begin at once, and know only those that were started before them.
func (pr program) nodes(which []bool, late bool) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[int, int](p, "t")
		where := proc.NewTable[int, []proc.PID](p, "where")
		tables := [2]proc.Table[int, int]{t, t}
		var pids []proc.PID
		for i, code := range pr {
			var options []proc.SpawnOption
			if which[i] {
				options = append(options, proc.Node)
			}
			known := slices.Clone(pids)
			pids = append(pids, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
				world := surroundings{disk: true, tables: tables, pids: append(known[:len(known):len(known)], slices.Repeat([]proc.PID{p.Self()}, len(pr))...)}
				if late {
					world.pids = where.Await(p, 0, nil)
				}
				execute(p, code, world)
			}, options...))
		}
		where.Insert(p, 0, pids)
		proc.Receive[string](p)
	}
}

// drawNodes draws a program with nodes, also of more operations, and a budget of faults.
func drawNodes(t *rapid.T, more ...string) (main func(*proc.P), faults Faults) {
	ops := slices.Concat(rapid.SampledFrom(nodesOps).Draw(t, "operations"), more)
	pr := programs(ops, 3, 4).Draw(t, "program")
	which := []bool{rapid.Bool().Draw(t, "node"), rapid.Bool().Draw(t, "node"), true}
	if len(pr) == 2 {
		which[1] = true
	}
	faults = Faults{Crashes: rapid.IntRange(1, 2).Draw(t, "crashes"), CrashesOfNode: rapid.IntRange(0, 1).Draw(t, "of a node")}
	faults.Restarts = rapid.SampledFrom([]int{0, 1, faults.Crashes, faults.Crashes, AfterEachCrash}).Draw(t, "restarts")
	if rapid.IntRange(0, 3).Draw(t, "by name") == 0 {
		n := Node{Name: rapid.SampledFrom([]string{"p2", "p1", "p[12]"}).Draw(t, "name"), Crashes: rapid.IntRange(0, 2).Draw(t, "crashes"), SyncFailures: rapid.IntRange(0, 1).Draw(t, "sync failures")}
		if n.Crashes > 0 && faults.Restarts != AfterEachCrash {
			n.Restarts = rapid.SampledFrom([]int{0, 1, n.Crashes, AfterEachCrash}).Draw(t, "restarts")
		}
		faults.Nodes, faults.Crashes = []Node{n}, rapid.IntRange(0, 1).Draw(t, "crashes of others")
		if n.Crashes == 0 {
			faults.Crashes = 1
		}
	}
	faults.Connections = faults.has("restarts") && !pr.sendsOnce() && rapid.Bool().Draw(t, "connections")
	faults.Disk = rapid.SampledFrom(DiskPolicies()).Draw(t, "disk")
	faults.SyncFailures = rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "sync failures")
	t.Logf("\n%v%v are nodes, %+v", pr, which, faults)
	return pr.nodes(which, rapid.Bool().Draw(t, "late")), faults
}

// checkNodes compares the searches of a program with nodes with brute force; see families.
func checkNodes(t *rapid.T, more ...string) {
	body, faults := drawNodes(t, more...)
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"))
	main.SetFaults(faults.forSystem(false))
	main.SetOrdered(boards, boards)
	checkSystem(t, main, false, 4*tooMany)
}

// TestStatesOfNodes compares the search of states with the enumeration.
func TestStatesOfNodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNodes(t)
		compareStates(t, main, faults)
	})
}

// TestResumeStatesOfNodes is TestResumeStates for programs with nodes.
func TestResumeStatesOfNodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		main, faults := drawNodes(t)
		resumeStates(t, main, faults)
	})
}

// TestLateDeliveryToNodes is TestLateDelivery for processes that crash and are restarted.
func TestLateDeliveryToNodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		faults := Faults{Crashes: 1, Restarts: rapid.IntRange(0, 1).Draw(t, "restarts")}
		faults.Connections = faults.Restarts > 0 && rapid.Bool().Draw(t, "connections")
		compareLate(t, drawCorrespondents(t, false).nodes, faults)
	})
}

// nodes is the first process of correspondents of which the first one is a node.
func (c correspondents) nodes(p *proc.P) {
	main := p.Self()
	p.Spawn("keeper", func(p *proc.P) {
		p.Send(main, proc.NewTable[int, []proc.PID](p, "where"))
		proc.Receive[string](p)
	}, proc.Daemon)
	where := proc.Receive[proc.Table[int, []proc.PID]](p)
	var all []proc.PID
	for i, acts := range c {
		options := []proc.SpawnOption{proc.Daemon}
		if i == 0 {
			options = append(options, proc.Node)
		}
		all = append(all, p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
			w := &correspondent{all: where.Await(p, 0, nil)}
			if i == 0 { // a life in which nothing is taken can be told from none
				where.Insert(p, 1, append(where.Await(p, 1, nil), p.Self()))
				w.seen = fmt.Sprint("life ", len(where.Await(p, 1, nil)), ": ")
				w.note(p, "")
			}
			for _, a := range acts {
				w.do(p, a)
			}
		}, options...))
	}
	where.Insert(p, 1, nil)
	where.Insert(p, 0, all)
}
