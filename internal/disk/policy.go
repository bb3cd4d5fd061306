package disk

import (
	"reflect"
	"slices"
)

// Policy says which changes that are not durable may survive a crash. Each policy allows all that the previous policy allows.
// Changes of the directory always keep their order.
type Policy uint8

// The policies.
const (
	Synced Policy = iota // none
	Prefix               // those up to any point, in the order in which they were made
	Torn                 // as Prefix, and the write after that point may be torn
	Subset               // also any set of writes, with the changes of the directory up to any point
	Any                  // all that any policy allows: Torn if there are more than MaxWrites writes, otherwise Subset
)

// MaxWrites is how many writes that are not durable there may be under the policy Subset, which tries all
// combinations.
const MaxWrites = 8

// Unsynced returns the number of writes that are not durable.
func (d Disk) Unsynced() (n int) {
	for i := range d.Pending {
		if !d.Pending[i].ofDirectory() {
			n++
		}
	}
	return n
}

// Survivors returns the disks that a crash may leave, each once. The disks of a policy come after the disks of the previous
// policy, so an index means the same under each policy that allows it. It panics if there are more than MaxWrites
// writes that are not durable, and the policy is Subset.
func (d Disk) Survivors(p Policy) (all []Disk) {
	add := func(changes []Change) {
		left := d.clone()
		for i := range changes {
			left.apply(&changes[i])
		}
		left.Pending = nil
		left.Names = left.Durable
		for i := range left.Files {
			left.Files[i].Blocks = left.Files[i].Durable
		}
		left = left.Forget()
		if !slices.ContainsFunc(all, func(e Disk) bool { return reflect.DeepEqual(e, left) }) {
			all = append(all, left)
		}
	}
	add(nil)
	if p >= Prefix {
		for n := range d.Pending {
			add(d.Pending[:n+1])
		}
	}
	if p >= Torn {
		d.torn(add)
	}
	switch few := d.Unsynced() <= MaxWrites; {
	case p == Subset && !few:
		panic("disk: too many writes that are not durable")
	case p >= Subset && few:
		d.subsets(add)
	}
	return all
}

// torn calls add for each prefix of the pending changes with a torn write after it.
func (d Disk) torn(add func([]Change)) {
	for n, next := range d.Pending {
		if next.Kind == writes {
			next.Block = Block{Torn: true}
			add(append(d.Pending[:n:n], next))
		}
	}
}

// subsets calls add for each set of pending writes with each prefix of the pending changes of the directory.
func (d Disk) subsets(add func([]Change)) {
	var names, records []Change
	for _, c := range d.Pending {
		if c.ofDirectory() {
			names = append(names, c)
		} else {
			records = append(records, c)
		}
	}
	for n := range len(names) + 1 {
		for set := range 1 << len(records) {
			changes := names[:n:n]
			for i, w := range records {
				if set>>i&1 == 1 {
					changes = append(changes, w)
				}
			}
			add(changes)
		}
	}
}
