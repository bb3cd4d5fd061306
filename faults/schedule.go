package faults

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/trace"
)

// ForSchedule returns a budget that admits the faults of f, and the crashes, restarts and partitions of a schedule, which may
// have been found with another budget.
func (f Budget) ForSchedule(s trace.NamedSchedule) Budget {
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
	f.Crashes = min(Max, max(f.Crashes, needed.Crashes))
	if f.clocks().Ways() == 1 { // otherwise a decision does not mean that nodes may crash
		f.Crashes = max(f.Crashes, 1)
	}
	f.Restarts = min(Max, max(f.Restarts, needed.Restarts))
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

// comingBack returns the budgets for the nodes of a schedule that always restart after a crash, or nil if there are none. They
// are the budgets of f, unless the schedule was found with other budgets: it names other nodes that always restart, or a node
// of f has crashed without such a decision.
func (f Budget) comingBack(named []Node, s trace.NamedSchedule) []Node {
	among := func(nodes []Node, n Node) bool {
		return slices.ContainsFunc(nodes, func(m Node) bool { return m.pattern() == n.pattern() && m.Restarts == AfterEachCrash })
	}
	known := slices.ContainsFunc(f.Nodes, func(n Node) bool { return n.Restarts == AfterEachCrash })
	for _, n := range named {
		known = known && among(f.Nodes, n)
	}
	for _, st := range s {
		if node, ok := environment.CrashesNode(st.Actor); ok {
			i := slices.IndexFunc(f.Nodes, func(n Node) bool { return n.Matches(node) })
			known = known && (i < 0 || among(f.Nodes, f.Nodes[i]) == among(named, f.Nodes[i]))
		}
	}
	if known {
		return slices.Clone(f.Nodes)
	}
	slices.SortFunc(named, func(a, b Node) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(named)
}

// AtMost returns the budget with each kind of fault limited to the number that has happened, by the names in Kind.Happens.
func (f Budget) AtMost(happened map[string]int) Budget {
	f.Nodes, f.Links = slices.Clone(f.Nodes), slices.Clone(f.Links)
	for i := range kinds {
		k := &kinds[i]
		if k.Happens == "" {
			continue
		}
		limit := func(n *int) { k.limit(n, happened[k.Happens]) }
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
