package faults

import (
	"path"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
)

// Budget is a budget of faults: how many may happen in one interleaving. The search explores every way to
// spend it, and also that it is not spent. The zero value stands for no faults. Crashes and failed syncs happen to
// nodes, which are the processes that are started with [proc.Node]. Each number is at most [Max].
type Budget struct {
	// Crashes is how often nodes may crash, all of them together. A crash may come before each operation of a
	// node.
	Crashes int `json:"crashes,omitempty"`
	// Restarts is how often crashed nodes may be started again, all of them together. A restart may come at any
	// time after the crash. AfterEachCrash lets a restart follow each crash: no node stays away.
	Restarts int `json:"restarts,omitempty"`
	// Connections says that a message belongs to one life of a node, as if it came over a connection, which ends with that life.
	// When the next life begins, messages to and from the last one that no process has taken are dropped. A message to a node from
	// which the sender has received is for the life that sent the last message received.
	Connections bool `json:"connections,omitempty"`
	// CrashesOfNode is how often one node may crash; 0 is no limit of its own.
	CrashesOfNode int `json:"crashes_of_node,omitempty"`
	// Disk says which unsynced writes of a node may survive its crash; "" is DiskSynced. See [proc.File].
	Disk DiskPolicy `json:"disk,omitempty"`
	// SyncFailures is how many syncs may fail, of each node; see [proc.File.Sync].
	SyncFailures int `json:"sync_failures,omitempty"`
	// Pauses is how often nodes may pause, all of them together: the processes of a node stop for a while and go on in their old
	// state, as while memory is collected, and messages, timers and clocks do not stop. A process may always be slow, so this
	// adds no behavior: only searches that draw interleavings use it, and draw long pauses more often.
	Pauses int `json:"pauses,omitempty"`
	// Drift is by how many percent the clock of each node may go wrong, at most [MaxDrift]: it is exact, slow by
	// so much, or fast by so much. See [proc.P.Now].
	Drift int `json:"drift,omitempty"`
	// Offset is by how many ticks the clock of each node may be ahead or behind, or neither, for the whole interleaving: at most
	// [MaxOffset]. Only [proc.P.Now] shows it, as timers have durations.
	Offset int `json:"offset,omitempty"`
	// Jump is by how many ticks the clock of each node may jump, ahead or back, once and at any time: at most [MaxOffset]. So do clocks
	// that a person or a time server sets, or whose machine was suspended. Only [proc.P.Now] shows it.
	Jump int `json:"jump,omitempty"`
	// Losses, Duplicates and Reorderings are how many messages from one process to another may be lost, arrive twice,
	// or arrive later than in their turn. They concern messages that are sent with [proc.P.Send], also by other
	// functions of proc, not signals and messages of monitors, timers and tables. A message is lost at a receive that
	// would take it. A copy, and a message that is reordered, arrives at any time after the send.
	Losses      int `json:"losses,omitempty"`
	Duplicates  int `json:"duplicates,omitempty"`
	Reorderings int `json:"reorderings,omitempty"`
	// Partitions is how often the network between the nodes is cut, at any time and in every way into two parts: messages
	// from one part to the other are lost while it is cut. It may stay so, or heal at any later time. Processes that
	// are no nodes, and belong to none, are never cut off. A process belongs to the node that has started it, directly
	// or through others.
	Partitions int `json:"partitions,omitempty"`
	// OneWay also lets a partition cut the network in one direction only.
	OneWay bool `json:"one_way,omitempty"`
	// OneLink also lets a partition cut one link between two nodes, and no other one.
	OneLink bool `json:"one_link,omitempty"`
	// Nodes have budgets of their own. The first one that matches the name of a node counts for it; Crashes, Restarts, SyncFailures
	// and Pauses count for all nodes that none matches.
	Nodes []Node `json:"nodes,omitempty"`
	// Links have budgets of their own. The first one that matches a message counts for it; the three numbers above
	// count for all messages that none matches.
	Links []Link `json:"links,omitempty"`
}

// AfterEachCrash is the value of Budget.Restarts by which each crashed node is started again, and of Node.Restarts for some nodes.
const AfterEachCrash = -1

// Node is a budget of faults of the nodes that it matches, all of them together; SyncFailures is for each of them. Name is a pattern, as for
// [path.Match], of the name of the process. The empty pattern, and "*", match all. With AfterEachCrash for Restarts, each of these nodes
// is started again after each crash.
type Node struct {
	Name         string `json:"name,omitempty"`
	Crashes      int    `json:"crashes,omitempty"`
	Restarts     int    `json:"restarts,omitempty"`
	SyncFailures int    `json:"sync_failures,omitempty"`
	Pauses       int    `json:"pauses,omitempty"`
}

// Link is a budget of faults of some messages. From and To are patterns, as for [path.Match], of the names of the
// processes, and Message of the type of the message, without packages, such as "Request*". The empty pattern, and "*", match all.
type Link struct {
	From        string `json:"from,omitempty"`
	To          string `json:"to,omitempty"`
	Message     string `json:"message,omitempty"`
	Losses      int    `json:"losses,omitempty"`
	Duplicates  int    `json:"duplicates,omitempty"`
	Reorderings int    `json:"reorderings,omitempty"`
}

// None reports whether no message has a fault.
func (l Link) None() bool { return l.Losses == 0 && l.Duplicates == 0 && l.Reorderings == 0 }

// AllLinks returns the links, the last of which is for messages that no other matches.
func (f Budget) AllLinks() []Link {
	return append(slices.Clone(f.Links), Link{Losses: f.Losses, Duplicates: f.Duplicates, Reorderings: f.Reorderings})
}

// AllNodes returns the budgets of nodes, the last of which is for nodes that no other matches.
func (f Budget) AllNodes() []Node {
	return append(slices.Clone(f.Nodes), Node{Crashes: f.Crashes, Restarts: f.Restarts, SyncFailures: f.SyncFailures, Pauses: f.Pauses})
}

// Matches reports whether the budget is for nodes of that name.
func (n Node) Matches(name string) bool {
	is, _ := path.Match(n.Name, name)
	return is || matchesAll(n.Name)
}

// None reports whether no node has a fault.
func (n Node) None() bool { return n.Crashes == 0 && n.SyncFailures == 0 && n.Pauses == 0 }

// OfMessages reports whether messages have faults.
func (f Budget) OfMessages() bool {
	return slices.ContainsFunc(f.AllLinks(), func(l Link) bool { return !l.None() })
}

// OfNodes reports whether nodes have faults.
func (f Budget) OfNodes() bool {
	return f.Partitions > 0 || f.clocks().Ways() > 1 || slices.ContainsFunc(f.AllNodes(), func(n Node) bool { return !n.None() })
}

// None reports whether no fault happens.
func (f Budget) None() bool { return !f.OfNodes() && !f.OfMessages() }

// DiskPolicy says which unsynced changes of a disk may survive a crash. The search explores every possibility
// that makes a difference. New files, renames and removals always keep their order.
type DiskPolicy string

// The policies. Each allows everything that the previous one allows.
const (
	DiskSynced DiskPolicy = "synced" // none: only synced writes are left
	DiskPrefix DiskPolicy = "prefix" // those up to any point, in the order in which they were made
	DiskTorn   DiskPolicy = "torn"   // also a torn record after that point
	DiskSubset DiskPolicy = "subset" // also any set of records
)

// DiskPolicies lists the policies.
func DiskPolicies() []DiskPolicy { return []DiskPolicy{DiskSynced, DiskPrefix, DiskTorn, DiskSubset} }

// Max is the greatest number of faults of one kind.
const Max = 1000

const _ = uint(effects.MaxLife - Max - 1) // a node has one life more than there are restarts

// MaxDrift is the greatest drift of clocks, in percent.
const MaxDrift = effects.MaxDrift

// MaxOffset is the greatest offset of clocks, in ticks.
const MaxOffset = 1_000_000

// Clocks returns by how many percent and by how many ticks the clocks of nodes may go wrong.
func (f Budget) Clocks() (drift, offset, jump int) { return f.Drift, f.Offset, f.Jump }

func (f Budget) clocks() effects.Clocks { return effects.ClocksOf(f.Clocks()) }
