package checker

import (
	"path"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
)

// Faults is a budget of faults: how many may happen in one interleaving. The search explores every way to
// spend it, and also that it is not spent. The zero value stands for no faults. Crashes and failed syncs happen to
// nodes, which are the processes that are started with [proc.Node]. Each number is at most [MaxFaults].
type Faults struct {
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

// AfterEachCrash is the value of Faults.Restarts by which each crashed node is started again, and of Node.Restarts for some nodes.
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

func (l Link) none() bool { return l.Losses == 0 && l.Duplicates == 0 && l.Reorderings == 0 }

// links returns the links, the last of which is for messages that no other matches.
func (f Faults) links() []Link {
	return append(slices.Clone(f.Links), Link{Losses: f.Losses, Duplicates: f.Duplicates, Reorderings: f.Reorderings})
}

// nodes returns the budgets of nodes, the last of which is for nodes that no other matches.
func (f Faults) nodes() []Node {
	return append(slices.Clone(f.Nodes), Node{Crashes: f.Crashes, Restarts: f.Restarts, SyncFailures: f.SyncFailures, Pauses: f.Pauses})
}

func (n Node) none() bool { return n.Crashes == 0 && n.SyncFailures == 0 && n.Pauses == 0 }

// pauses returns the budget of pauses of nodes.
func (f Faults) pauses() (p sampling.Pauses) {
	nodes := f.nodes()
	for _, n := range nodes {
		p.Most += n.Pauses
	}
	p.Of = func(node string) (group, most int) {
		group = slices.IndexFunc(nodes, func(n Node) bool {
			is, _ := path.Match(n.Name, node)
			return is || matchesAll(n.Name)
		})
		return group, nodes[group].Pauses
	}
	return p
}

// ofMessages reports whether messages have faults.
func (f Faults) ofMessages() bool {
	return slices.ContainsFunc(f.links(), func(l Link) bool { return !l.none() })
}

// ofNodes reports whether nodes have faults.
func (f Faults) ofNodes() bool {
	return f.Partitions > 0 || f.clocks().Ways() > 1 || slices.ContainsFunc(f.nodes(), func(n Node) bool { return !n.none() })
}

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

// policy returns the policy for a system; "" is DiskSynced.
func (p DiskPolicy) policy() disk.Policy {
	return disk.Policy(max(0, slices.Index(DiskPolicies(), p)))
}

// MaxFaults is the greatest number of faults of one kind.
const MaxFaults = 1000

const _ = uint(effects.MaxLife - MaxFaults - 1) // a node has one life more than there are restarts

// MaxDrift is the greatest drift of clocks, in percent.
const MaxDrift = effects.MaxDrift

// MaxOffset is the greatest offset of clocks, in ticks.
const MaxOffset = 1_000_000

// clocks returns how the clocks of nodes may go wrong. The numbers must be valid.
func (f Faults) clocks() effects.Clocks {
	return effects.Clocks{Drift: int8(f.Drift), Offset: int32(f.Offset), Jump: int32(f.Jump)}
}

// faults returns the budget of faults.
func (o *Options) faults() Faults {
	if o.Faults == nil {
		return Faults{}
	}
	return *o.Faults
}

// forSystem returns the budget for a system. A schedule that is replayed does not say with which policy, which number of
// failed syncs and which faults of messages it was found.
func (f Faults) forSystem(replay bool) environment.Faults {
	w := environment.Faults{
		Crashes: f.Crashes, Restarts: f.Restarts, CrashesOfNode: f.CrashesOfNode,
		Disk: f.Disk.policy(), SyncFailures: f.SyncFailures, Clocks: f.clocks(), Connections: f.Connections,
		Partitions: f.Partitions, OneWay: f.OneWay || replay, OneLink: f.OneLink,
	}
	if w.Always = f.Restarts == AfterEachCrash; w.Always {
		w.Restarts = 0
	}
	for _, n := range f.Nodes {
		w.Nodes = append(w.Nodes, n.forSystem())
	}
	for _, l := range f.links() {
		w.Links = append(w.Links, environment.Link(l))
	}
	if replay {
		w.Disk, w.SyncFailures = disk.Any, MaxFaults
		for i := range w.Nodes {
			w.Nodes[i].SyncFailures = MaxFaults
		}
		w.Links = []environment.Link{{Losses: MaxFaults, Duplicates: MaxFaults, Reorderings: MaxFaults}}
	}
	return w
}

// forSystem returns the budget for a system.
func (n Node) forSystem() environment.Node {
	w := environment.Node{Name: n.Name, Crashes: n.Crashes, Restarts: n.Restarts, SyncFailures: n.SyncFailures}
	if w.Always = n.Restarts == AfterEachCrash; w.Always {
		w.Restarts = 0
	}
	return w
}

// None reports whether no fault happens.
func (f Faults) None() bool { return !f.ofNodes() && !f.ofMessages() }

// validate reports problems with the budget.
func (f *Faults) validate(delivery proc.Delivery, problem func(field, format string, args ...any)) {
	check := func(k *FaultKind, field any, text string) {
		if err := k.check(field); err != nil {
			problem("Faults", "has %s; %v", text, err)
		} else if n, _ := field.(*int); k.Name == "reorderings" && *n > 0 && delivery == proc.Bag {
			problem("Faults", "has %s, but messages in a bag arrive in any order anyway; leave it out, or choose another delivery", text)
		}
	}
	for i := range faultKinds {
		k := &faultKinds[i]
		field := k.field(f)
		text, set := k.text(field)
		check(k, field, text)
		if policy, _ := field.(*DiskPolicy); policy != nil && *policy == DiskSynced {
			continue // the same as none
		}
		if set && k.needs != "" && !f.has(k.needs) {
			problem("Faults", "has %s, but %s; %s makes a difference only with %s", text, k.lacks, k.Name, k.needs)
		}
		for _, l := range f.Links {
			if k.ofLink != nil {
				check(k, k.ofLink(&l), l.String())
			}
		}
	}
	f.validateNodes(problem)
	for i, l := range f.Links {
		for _, p := range l.patterns() {
			if _, err := path.Match(p, ""); err != nil {
				problem("Faults", "has %v, where %q is not a valid pattern; see path.Match", l, p)
			}
		}
		if slices.ContainsFunc(f.Links[:i], func(m Link) bool { return m.patterns() == l.patterns() }) {
			problem("Faults", "has %v after another link with the same patterns, which counts for all its messages; make one of them", l)
		}
	}
}

// validateNodes reports problems with the budgets of nodes.
func (f *Faults) validateNodes(problem func(field, format string, args ...any)) {
	for i, n := range f.Nodes {
		for j := range faultKinds {
			k := &faultKinds[j]
			if k.ofNode == nil {
				continue
			}
			if number := k.ofNode(&n); k.check(number) != nil {
				or := ""
				if k.always {
					or = ", or " + k.Name + "=" + always
				}
				problem("Faults", "has %v; %s=%d must be a number from 0 to %d%s", n, k.Name, *number, k.max, or)
			}
		}
		switch {
		case n.Restarts > 0 && f.Restarts == AfterEachCrash:
			problem("Faults", "has %v, but each crashed node is restarted; leave out restarts of some nodes, or %s=%s", n, "restarts", always)
		case n.Restarts != 0 && n.Crashes == 0:
			problem("Faults", "has %v, but these nodes do not crash; a node with an entry of its own has no other faults", n)
		}
		if _, err := path.Match(n.Name, ""); err != nil {
			problem("Faults", "has %v, where %q is not a valid pattern; see path.Match", n, n.Name)
		}
		if slices.ContainsFunc(f.Nodes[:i], func(m Node) bool { return m.pattern() == n.pattern() }) {
			problem("Faults", "has %v after other numbers of the same nodes, which count for them; make one of them", n)
		}
	}
}

// ForSchedule returns a budget that admits the faults of f, and the crashes, restarts and partitions of a schedule, which may
// have been found with another budget.
func (f Faults) ForSchedule(s trace.NamedSchedule) Faults {
	var needed Node // by all nodes together
	var named []Node
	decided, parted, always := false, false, false
	for _, st := range s {
		pattern, some := environment.DecidesCrashesOf(st.Actor)
		switch {
		case st.Actor == environment.DecidesPartitions && !parted: // its first step
			f.Partitions, parted = max(f.Partitions, environment.PartitionsOf(st.Alternative), 1), true
		case some || st.Actor == environment.DecidesFaults || st.Actor == environment.DecidesCrashes:
			always, decided = st.Actor == environment.DecidesCrashes, true
			n := environment.FaultsOf(f.clocks(), some || always, st.Alternative)
			needed.Crashes, needed.Restarts = needed.Crashes+n.Crashes, needed.Restarts+n.Restarts
			if some {
				named = append(named, Node{Name: pattern, Restarts: AfterEachCrash})
			}
		}
	}
	if !decided {
		return f
	}
	for _, n := range f.Nodes { // it does not say which node a decision is about
		needed.Crashes, needed.Restarts = needed.Crashes+n.Crashes, needed.Restarts+max(0, n.Restarts)
	}
	f.Crashes = min(MaxFaults, max(f.Crashes, needed.Crashes))
	if f.clocks().Ways() == 1 { // otherwise a decision does not mean that nodes may crash
		f.Crashes = max(f.Crashes, 1)
	}
	f.Restarts = min(MaxFaults, max(f.Restarts, needed.Restarts))
	if f.Nodes = f.comingBack(named, s); always {
		f.Restarts, f.Nodes = AfterEachCrash, nil
	}
	f.CrashesOfNode = 0
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Crashes = f.Crashes; n.Restarts != AfterEachCrash {
			n.Restarts = f.Restarts
		}
	}
	return f
}

// comingBack returns the budgets that select the nodes of a schedule that always come back; nil if none does. They are the
// budgets of f, unless the schedule shows that it was found with others: it names other nodes that always come back, or a node
// of f has crashed without such a decision.
func (f Faults) comingBack(named []Node, s trace.NamedSchedule) []Node {
	among := func(nodes []Node, n Node) bool {
		return slices.ContainsFunc(nodes, func(m Node) bool { return m.pattern() == n.pattern() && m.Restarts == AfterEachCrash })
	}
	known := slices.ContainsFunc(f.Nodes, func(n Node) bool { return n.Restarts == AfterEachCrash })
	for _, n := range named {
		known = known && among(f.Nodes, n)
	}
	for _, st := range s {
		if node, ok := environment.CrashesNode(st.Actor); ok {
			i := slices.IndexFunc(f.Nodes, func(n Node) bool {
				is, _ := path.Match(n.Name, node)
				return is || matchesAll(n.Name)
			})
			known = known && (i < 0 || among(f.Nodes, f.Nodes[i]) == among(named, f.Nodes[i]))
		}
	}
	if known {
		return slices.Clone(f.Nodes)
	}
	slices.SortFunc(named, func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(named)
}

// budgetOf returns the faults that a run has, with one less of a kind unless that is "", in a search that admits f.
func (f Faults) budgetOf(r minimize.Run, fewer string) Faults {
	has := map[string]int{fewer: -1}
	for _, e := range r {
		has[e.Fault]++
	}
	f.Nodes, f.Links = slices.Clone(f.Nodes), slices.Clone(f.Links)
	for i := range faultKinds {
		k := &faultKinds[i]
		if k.Happens == "" {
			continue
		}
		limit := func(n *int) { k.limit(n, has[k.Happens]) }
		limit(k.Number(&f))
		for j := range f.Nodes {
			if k.ofNode != nil {
				limit(k.ofNode(&f.Nodes[j]))
			}
		}
		for j := range f.Links {
			if k.ofLink != nil {
				limit(k.ofLink(&f.Links[j]))
			}
		}
	}
	f.clearUseless(nil)
	return f
}
