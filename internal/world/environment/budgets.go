package environment

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/world/identity"
)

// Faults is a budget of faults.
type Faults struct {
	// Crashes and Restarts limit the crashes and restarts of all nodes together that none of Nodes matches.
	Crashes, Restarts int
	// Nodes are the budgets of some nodes. The first one that matches the name of a node counts.
	Nodes []Node
	// Always lets each crashed node be restarted, also the nodes of Nodes; the numbers of restarts are 0.
	Always bool
	// Connections says that messages from and to a life of a node are dropped when the next one begins.
	Connections bool
	// CrashesOfNode limits the crashes of each node; 0 is no limit.
	CrashesOfNode int
	// Disk says which changes that are not durable may survive a crash.
	Disk disk.Policy
	// SyncFailures limits the failed syncs of each node that none of Nodes matches.
	SyncFailures int
	// Clocks says how the clocks of nodes may go wrong.
	Clocks effects.Clocks
	// Links are the budgets of the faults of messages. The first one that matches a message counts.
	Links []Link
	// Partitions limits the number of partitions. OneWay also allows cuts in one direction only, and OneLink cuts of a single link.
	Partitions int
	OneWay     bool
	OneLink    bool
}

// Node limits the crashes and restarts of all nodes together that it matches, and the failed syncs of each of them. The name is a
// pattern of path.Match; "" and "*" match all. Always lets each of these nodes be restarted after each crash.
type Node struct {
	Name                            string
	Crashes, Restarts, SyncFailures int
	Always                          bool
}

// NodeBudgets are the budgets of nodes. A system shares them with its twins.
type NodeBudgets struct {
	All     []Node // the last one is for nodes that no other matches
	matched []atomic.Bool
	always  bool // each of all nodes comes back
}

func newNodeBudgets(f Faults) *NodeBudgets {
	all := append(slices.Clone(f.Nodes), Node{Crashes: f.Crashes, Restarts: f.Restarts, SyncFailures: f.SyncFailures})
	for i := range all {
		all[i].Always = all[i].Always || f.Always
	}
	return &NodeBudgets{all, make([]atomic.Bool, len(all)), f.Always}
}

// Of returns the number of the budget of a node.
func (b *NodeBudgets) Of(name string) int {
	last := len(b.All) - 1
	for i := range last {
		if fits(b.All[i].Name, name) {
			b.matched[i].Store(true)
			return i
		}
	}
	return last
}

// Crashing reports whether nodes may crash.
func (b *NodeBudgets) Crashing() bool {
	return slices.ContainsFunc(b.All, func(n Node) bool { return n.Crashes > 0 })
}

// DecidesFaults is the name of the actor that decides which nodes crash and are restarted.
var DecidesFaults = names.Of(identity.FirstProcess, names.Faults, 1, 1)

// DecidesCrashes is its name where each crashed node is restarted: its alternatives are numbers of crashes.
var DecidesCrashes = names.Of(identity.FirstProcess, names.Crashes, 1, 1)

// DecidesCrashesOf returns the pattern of the nodes whose crashes the actor with that name decides, if each of these nodes is
// restarted after each crash and others are not. Another actor decides about these others.
func DecidesCrashesOf(actor string) (pattern string, ok bool) {
	n := names.Parse(actor)
	return n.Process().String(), n.Part == names.Crashes && actor != DecidesCrashes
}

// CrashesNode returns the node that the actor with that name crashes and restarts.
func CrashesNode(actor string) (node string, ok bool) {
	n := names.Parse(actor)
	return n.Process().String(), n.Part == names.Faults && actor != DecidesFaults
}

// FaultsOf returns as many faults as the decision with the given alternative stands for. If always, a restart comes after each crash.
func FaultsOf(clocks effects.Clocks, always bool, alternative int32) Node {
	c := FateOf(clocks, always, alternative)
	return Node{Crashes: c.Crashes(), Restarts: c.Restarts()}
}

// FateOf returns the fate that an alternative of a decision stands for. If clocks go wrong, there is an alternative for
// each way of the clock, too.
func FateOf(clocks effects.Clocks, always bool, alternative int32) NodeFate {
	c := NodeFate(alternative / clocks.Ways())
	if always {
		c *= 2 // a restart comes after each crash
	}
	return c
}

// NodeFate is the fate of a node: how many crashes and restarts there are, in turn.
type NodeFate int

func (c NodeFate) Crashes() int { return int(c+1) / 2 }

func (c NodeFate) Restarts() int { return int(c) / 2 }

func (c NodeFate) String() string {
	crashes, restarts := "a crash", "a restart"
	if c == 0 {
		return "none"
	}
	if n := c.Crashes(); n > 1 {
		crashes = fmt.Sprintf("%d crashes", n)
	}
	if n := c.Restarts(); n > 1 {
		restarts = fmt.Sprintf("%d restarts", n)
	}
	if c == 1 {
		return crashes
	}
	return crashes + " and " + restarts
}

// Fates returns how many fates a node may have within the rest of the budget that it shares with others.
func (f Faults) Fates(left Node) int {
	crashes := left.Crashes
	if f.CrashesOfNode > 0 {
		crashes = min(crashes, f.CrashesOfNode)
	}
	if left.Always {
		return crashes + 1
	}
	return min(2*crashes, 2*left.Restarts+1) + 1
}

// Decider returns the number of the decisions about the nodes of a budget.
func (b *NodeBudgets) Decider(allotted int) int {
	if b.always || !b.All[allotted].Always {
		return 0
	}
	return allotted + 1
}

// DecidesPartitions is the name of the actor that cuts and heals the links between nodes.
var DecidesPartitions = names.Of(identity.FirstProcess, names.Network, 1, 1)

// PartitionsOf returns how many partitions the decision with that alternative stands for.
func PartitionsOf(alternative int32) int { return NetworkFate(alternative).Partitions() }

// NetworkFate says how many partitions there are: each is cut and then healed, but the last one heals only if the number is even.
type NetworkFate int

func (c NetworkFate) Partitions() int { return int(c+1) / 2 }
func (c NetworkFate) Healed() bool    { return c > 0 && c%2 == 0 }
