package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
)

// SetFaults sets the budget of faults. A given schedule may have any policy of disks, any number of failed syncs and any faults
// of messages, as it does not say by which it was found. SetFaults must be called before the first step.
func (s *System) SetFaults(b faults.Budget, given bool) {
	s.mustBeNew("the budget of faults is set")
	f := environment.Faults{
		Crashes: b.Crashes, Restarts: max(0, b.Restarts), Always: b.Restarts == faults.AfterEachCrash, CrashesOfNode: b.CrashesOfNode,
		Disk: disk.Policy(max(0, slices.Index(faults.DiskPolicies(), b.Disk))), SyncFailures: b.SyncFailures, Clocks: effects.ClocksOf(b.Clocks()), Connections: b.Connections,
		Partitions: b.Partitions, OneWay: b.OneWay || given, OneLink: b.OneLink,
	}
	for _, n := range b.Nodes {
		f.Nodes = append(f.Nodes, environment.Node{
			Name: n.Name, Crashes: n.Crashes, Restarts: max(0, n.Restarts), Always: n.Restarts == faults.AfterEachCrash, SyncFailures: n.SyncFailures,
		})
	}
	for _, l := range b.AllLinks() {
		f.Links = append(f.Links, environment.Link(l))
	}
	if given {
		f.Disk, f.SyncFailures = disk.Any, faults.Max
		for i := range f.Nodes {
			f.Nodes[i].SyncFailures = faults.Max
		}
		f.Links = []environment.Link{{Losses: faults.Max, Duplicates: faults.Max, Reorderings: faults.Max}}
	}
	if s.Env.SetFaults(f) {
		s.Restart() // the first process may be about to spawn a node
	}
}
