package program

import (
	"sync"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
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
	kind        kind.Kind
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

// OnDisk is the disk of a node. It implements effects.Disk.
type OnDisk struct {
	Disks  *disks
	Policy disk.Policy
	// safe says that the node does not crash, so it makes no difference which changes are durable.
	safe bool
}

// After implements effects.Disk.
func (o *OnDisk) After(op *trace.Op, alternative int32, before trace.ValueID) (trace.ValueID, bool) {
	if op.Kind == kind.Restart || op.Kind == kind.DecideSurviving {
		left := o.Survivors(before)
		if int(alternative) >= len(left) { // a search predicts it for another state than it has been planned for
			alternative = 0
		}
		return left[alternative], true
	}
	step := diskStep{op.Kind, op.Key, op.Value, alternative, before, o.safe}
	o.Disks.mu.Lock()
	r, known := o.Disks.done[step]
	o.Disks.mu.Unlock()
	if !known {
		after, ok := o.perform(op, disk.Outcome(alternative), o.Disks.At(before))
		if o.safe {
			after = after.Forget()
		}
		r = diskResult{o.Disks.NumberOf(after), ok && (o.Policy != disk.Subset || after.Unsynced() <= disk.MaxWrites)}
		o.Disks.mu.Lock()
		o.Disks.done[step] = r
		o.Disks.mu.Unlock()
	}
	return r.after, r.ok
}

func (o *OnDisk) perform(op *trace.Op, outcome disk.Outcome, d disk.Disk) (disk.Disk, bool) {
	name := o.Disks.Name(op.Key)
	switch op.Kind {
	case kind.FileWrite:
		return d.Rewrite(name, o.Disks.Records(op.Value)...), true
	case kind.FileSet:
		return d.Replace(name, o.Disks.Records(op.Value)...), true
	case kind.FileAppend:
		return d.Append(name, o.Disks.values.Get(op.Value)), true
	case kind.FileRename:
		return d.Rename(name, o.Disks.Name(op.Value))
	case kind.FileRemove:
		return d.Remove(name)
	case kind.FileSync, kind.DecideSync:
		if op.Key == trace.NoValue {
			return d.SyncNames(outcome), outcome == disk.Done
		}
		d, ok := d.Sync(name, outcome)
		return d, ok && outcome == disk.Done
	}
	_, _, ok := d.Contents(name) // of FileRead
	return d, ok
}

// Survivors returns the disks that a crash may leave of one.
func (o *OnDisk) Survivors(before trace.ValueID) []trace.ValueID {
	d := o.Disks
	d.mu.Lock()
	left, known := d.crash[before]
	d.mu.Unlock()
	if known {
		return left
	}
	for _, is := range d.At(before).Survivors(o.Policy) {
		left = append(left, d.NumberOf(is))
	}
	d.mu.Lock()
	d.crash[before] = left
	d.mu.Unlock()
	return left
}

func (d *disks) At(id trace.ValueID) disk.Disk {
	is, _ := d.values.Get(id).(disk.Disk) // none is empty
	return is
}

// NumberOf returns the number of a disk; an empty one is as if it had never been used.
func (d *disks) NumberOf(is disk.Disk) trace.ValueID {
	if len(is.Names) == 0 && len(is.Durable) == 0 && len(is.Pending) == 0 && is.Failed == 0 {
		return trace.NoValue
	}
	return d.values.Known(is)
}

func (d *disks) Name(id trace.ValueID) string {
	name, _ := d.values.Get(id).(string)
	return name
}

func (d *disks) Records(id trace.ValueID) []any {
	records, _ := d.values.Get(id).([]any)
	return records
}
