package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Faults is a budget of faults: how many may happen in one interleaving. The search explores every way to
// spend it, and also that it is not spent. The zero value stands for no faults. Faults happen to nodes, which
// are the processes that are started with [proc.Node]. Each number is at most [MaxFaults].
type Faults struct {
	// Crashes is how often nodes may crash, all of them together. A crash may come before each operation of a
	// node.
	Crashes int `json:"crashes,omitempty"`
	// Restarts is how often crashed nodes may be started again, all of them together. A restart may come at any
	// time after the crash.
	Restarts int `json:"restarts,omitempty"`
	// CrashesOfNode is how often one node may crash; 0 is no limit of its own.
	CrashesOfNode int `json:"crashes_of_node,omitempty"`
	// Disk says what a crash may leave of what a node has written to its files and not synced; "" is DiskSynced.
	// See [proc.File].
	Disk DiskPolicy `json:"disk,omitempty"`
	// SyncFailures is how many syncs may fail, of each node; see [proc.File.Sync].
	SyncFailures int `json:"sync_failures,omitempty"`
}

// DiskPolicy says which changes of a disk a crash may leave of those that were not synced. The search explores
// every possibility that makes a difference. New files, renames and removals always keep their order.
type DiskPolicy string

// The policies. Each allows what the one before it does.
const (
	DiskSynced DiskPolicy = "synced" // none: only what was synced is left
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

// faults returns the budget of faults.
func (o *Options) faults() Faults {
	if o.Faults == nil {
		return Faults{}
	}
	return *o.Faults
}

// forSystem returns the budget for a system. A schedule that is replayed does not say with which policy and which
// number of failed syncs it was found.
func (f Faults) forSystem(replay bool) world.Faults {
	w := world.Faults{
		Crashes: f.Crashes, Restarts: f.Restarts, CrashesOfNode: f.CrashesOfNode,
		Disk: f.Disk.policy(), SyncFailures: f.SyncFailures,
	}
	if replay {
		w.Disk, w.SyncFailures = disk.Any, MaxFaults
	}
	return w
}

// None reports whether no fault happens.
func (f Faults) None() bool { return f.Crashes == 0 && f.SyncFailures == 0 }

// String returns the budget in words, such as "none" or "2 crashes (1 of each node), 1 restart".
func (f Faults) String() string {
	if f.None() {
		return "none"
	}
	var words []string
	if f.Crashes > 0 {
		words = append(words, count(f.Crashes, "crash", "crashes"))
	}
	if f.CrashesOfNode > 0 {
		words[0] += fmt.Sprintf(" (%d of each node)", f.CrashesOfNode)
	}
	if f.Restarts > 0 {
		words = append(words, count(f.Restarts, "restart", "restarts"))
	}
	if f.Disk.policy() != disk.Synced {
		words = append(words, fmt.Sprintf("disk %v", f.Disk))
	}
	if f.SyncFailures > 0 {
		words = append(words, count(f.SyncFailures, "failed sync of each node", "failed syncs of each node"))
	}
	return strings.Join(words, ", ")
}

func count(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", several)
}

// validate reports what is wrong with the budget.
func (f *Faults) validate(problem func(field, format string, args ...any)) {
	for _, n := range []struct {
		field string
		value int
		zero  string
	}{{"Crashes", f.Crashes, "none"}, {"Restarts", f.Restarts, "none"}, {"CrashesOfNode", f.CrashesOfNode, "no limit of its own"}, {"SyncFailures", f.SyncFailures, "none"}} {
		if n.value < 0 {
			problem(n.field, "is %d; it must be 0 (%s) or more", n.value, n.zero)
		}
		if n.value > MaxFaults {
			problem(n.field, "is %d; it must be at most %d", n.value, MaxFaults)
		}
	}
	if f.Crashes == 0 && f.Restarts > 0 {
		problem("Restarts", "is %d, but no node crashes; a restart needs a crash before it", f.Restarts)
	}
	if f.Disk != "" && !slices.Contains(DiskPolicies(), f.Disk) {
		problem("Disk", "is %q; it must be one of %s", f.Disk, join(DiskPolicies(), ", "))
	} else if f.Crashes == 0 && f.Disk.policy() != disk.Synced {
		problem("Disk", "is %v, but no node crashes", f.Disk)
	}
	if f.Crashes == 0 && f.CrashesOfNode > 0 {
		problem("CrashesOfNode", "is %d, but no node crashes", f.CrashesOfNode)
	}
}

// checkNodes returns an error if the model lets nodes crash and has no nodes. If only the options let them crash,
// the result says that there are none.
func (s *search) checkNodes() error {
	r := s.result
	if r.Options.faults().None() || r.Options.Replay != nil || r.Interleavings == 0 {
		return nil
	}
	if s.first.sys.HasNodes() {
		return nil
	}
	r.NoNodes = true
	if !r.Model.Faults.None() && r.Stop == NotStopped {
		r.Verdict = Failed
		return fmt.Errorf("model %s: checker.Model.Faults has %v, but no process is a node; start those that may crash with the option proc.Node, "+
			"as in p.Spawn(name, body, proc.Node), or remove the faults", r.Model.Name, r.Model.Faults)
	}
	return nil
}

// forReplay returns a budget that allows the faults of a schedule, which may have been found with another budget.
func (f Faults) forReplay(s trace.NamedSchedule) Faults {
	var alternatives []int32
	for _, st := range s {
		if st.Actor == world.DecidesFaults {
			alternatives = append(alternatives, st.Alternative)
		}
	}
	if len(alternatives) == 0 {
		return f
	}
	needed := world.FaultsOf(alternatives...)
	return Faults{
		Crashes:  min(MaxFaults, max(f.Crashes, needed.Crashes, 1)),
		Restarts: min(MaxFaults, max(f.Restarts, needed.Restarts)),
		Disk:     f.Disk, SyncFailures: f.SyncFailures,
	}
}
