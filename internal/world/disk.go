package world

import (
	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"sync"
)

// MaxUnsynced is how many writes of a node may be unsynced if a crash may leave any subset of them.
const MaxUnsynced = disk.MaxWrites

// disks computes the results of operations on disks, each once. A system shares it with its twins.
type disks struct {
	values *values.Store

	mu    sync.Mutex
	done  map[diskStep]diskResult
	crash map[trace.ValueID][]trace.ValueID // the disks that a crash may leave
}

// diskStep is an operation on a disk in one state.
type diskStep struct {
	kind        trace.Kind
	key, value  trace.ValueID
	alternative int32
	before      trace.ValueID
	durable     bool
}

type diskResult struct {
	after trace.ValueID
	ok    bool
}

func newDisks(vs *values.Store) *disks {
	d := &disks{values: vs}
	d.forget()
	return d
}

// forget forgets all results: values will have other numbers.
func (d *disks) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done, d.crash = map[diskStep]diskResult{}, map[trace.ValueID][]trace.ValueID{}
}

// onDisk is the disk of a node. It implements trace.Disk.
type onDisk struct {
	disks  *disks
	policy disk.Policy
	// safe says that the node does not crash, so it makes no difference which changes are durable.
	safe bool
}

// After implements trace.Disk.
func (o *onDisk) After(op *trace.Op, alternative int32, before trace.ValueID) (trace.ValueID, bool) {
	if op.Kind == trace.Restart || op.Kind == trace.DecideSurviving {
		left := o.survivors(before)
		if int(alternative) >= len(left) { // a search predicts it for another state than it has been planned for
			alternative = 0
		}
		return left[alternative], true
	}
	step := diskStep{op.Kind, op.Key, op.Value, alternative, before, o.safe}
	o.disks.mu.Lock()
	r, known := o.disks.done[step]
	o.disks.mu.Unlock()
	if !known {
		after, ok := o.perform(op, disk.Outcome(alternative), o.disks.at(before))
		if o.safe {
			after = after.Forget()
		}
		r = diskResult{o.disks.numberOf(after), ok && (o.policy != disk.Subset || after.Unsynced() <= disk.MaxWrites)}
		o.disks.mu.Lock()
		o.disks.done[step] = r
		o.disks.mu.Unlock()
	}
	return r.after, r.ok
}

func (o *onDisk) perform(op *trace.Op, outcome disk.Outcome, d disk.Disk) (disk.Disk, bool) {
	name := o.disks.name(op.Key)
	switch op.Kind {
	case trace.FileWrite:
		return d.Rewrite(name, o.disks.records(op.Value)...), true
	case trace.FileSet:
		return d.Replace(name, o.disks.records(op.Value)...), true
	case trace.FileAppend:
		return d.Append(name, o.disks.values.Get(op.Value)), true
	case trace.FileRename:
		return d.Rename(name, o.disks.name(op.Value))
	case trace.FileRemove:
		return d.Remove(name)
	case trace.FileSync, trace.DecideSync:
		if op.Key == trace.NoValue {
			return d.SyncNames(outcome), outcome == disk.Done
		}
		d, ok := d.Sync(name, outcome)
		return d, ok && outcome == disk.Done
	}
	_, _, ok := d.Contents(name) // of FileRead
	return d, ok
}

// survivors returns the disks that a crash may leave of one.
func (o *onDisk) survivors(before trace.ValueID) []trace.ValueID {
	d := o.disks
	d.mu.Lock()
	left, known := d.crash[before]
	d.mu.Unlock()
	if known {
		return left
	}
	for _, is := range d.at(before).Survivors(o.policy) {
		left = append(left, d.numberOf(is))
	}
	d.mu.Lock()
	d.crash[before] = left
	d.mu.Unlock()
	return left
}

func (d *disks) at(id trace.ValueID) disk.Disk {
	is, _ := d.values.Get(id).(disk.Disk) // none is empty
	return is
}

// numberOf returns the number of a disk; an empty one is as if it had never been used.
func (d *disks) numberOf(is disk.Disk) trace.ValueID {
	if len(is.Names) == 0 && len(is.Durable) == 0 && len(is.Pending) == 0 && is.Failed == 0 {
		return trace.NoValue
	}
	return d.values.Known(is)
}

func (d *disks) name(id trace.ValueID) string {
	name, _ := d.values.Get(id).(string)
	return name
}

func (d *disks) records(id trace.ValueID) []any {
	records, _ := d.values.Get(id).([]any)
	return records
}
