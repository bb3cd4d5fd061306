package checker

import (
	"cmp"

	"github.com/checkmodel/checkmodel/faults"
)

type (
	// Faults is a budget of faults: how many may happen in one interleaving.
	Faults = faults.Budget
	// Node is a budget of faults of some nodes.
	Node = faults.Node
	// Link is a budget of faults of some messages.
	Link = faults.Link
	// DiskPolicy says which unsynced writes of a node may survive its crash.
	DiskPolicy = faults.DiskPolicy
)

// AfterEachCrash is the value of Faults.Restarts by which each crashed node is started again, and of Node.Restarts for some nodes.
const AfterEachCrash = faults.AfterEachCrash

// The policies of disks. Each allows everything that the previous one allows.
const (
	DiskSynced = faults.DiskSynced // only synced writes survive
	DiskPrefix = faults.DiskPrefix // also those up to any point, in the order in which they were made
	DiskTorn   = faults.DiskTorn   // also a torn record after that point
	DiskSubset = faults.DiskSubset // also any set of records
)

// faults returns the budget of faults.
func (o *Options) faults() Faults {
	return *cmp.Or(o.Faults, &Faults{})
}
