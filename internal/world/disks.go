package world

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// The disk of a node is in a cell, as the number of a value of type disk.Disk. Only the node itself uses it, so its
// operations conflict with nothing except a crash, which conflicts with every operation of the node. After a crash
// the faults of the node decide which writes survive, if there are several possibilities and the node is restarted.

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
	flags       trace.Flags
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

// Match implements trace.Patterns; no message is taken.
func (o *onDisk) Match(trace.ValueID) bool { return false }

// After implements trace.Disk.
func (o *onDisk) After(op *trace.Op, alternative int32, before trace.ValueID) (trace.ValueID, bool) {
	if op.Kind == trace.Restart || decidesCrash(op) {
		left := o.survivors(before)
		if int(alternative) >= len(left) { // a search predicts it for another state than it has been planned for
			alternative = 0
		}
		return left[alternative], true
	}
	step := diskStep{op.Kind, op.Flags, op.Key, op.Value, alternative, before, o.safe}
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
		records := o.disks.records(op.Value)
		if op.Flags&trace.On != 0 {
			return d.Replace(name, records...), true
		}
		return d.Rewrite(name, records...), true
	case trace.FileAppend:
		return d.Append(name, o.disks.values.Get(op.Value)), true
	case trace.FileRename:
		return d.Rename(name, o.disks.name(op.Value))
	case trace.FileRemove:
		return d.Remove(name)
	case trace.FileSync, trace.Choose:
		if op.Key == trace.NoValue {
			return d.SyncNames(outcome), outcome == disk.Done
		}
		d, ok := d.Sync(name, outcome)
		return d, ok && outcome == disk.Done
	}
	_, _, ok := d.Contents(name) // of FileRead
	return d, ok
}

// decidesCrash reports whether the operation decides which writes to a disk survive a crash.
func decidesCrash(op *trace.Op) bool {
	return op.Kind == trace.Choose && op.Flags&(trace.On|trace.Faulty) == trace.On|trace.Faulty
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

// contents describes the files of a disk after a crash.
func contents(d disk.Disk) string {
	if len(d.Names) == 0 {
		return "nothing is left"
	}
	var files []string
	for _, n := range d.Names {
		records, torn, _ := d.Contents(n.Name)
		files = append(files, n.Name+" "+recordsText(records, torn))
	}
	return strings.Join(files, ", ")
}

func recordsText(records []any, torn bool) string {
	var words []string
	for _, r := range records {
		words = append(words, values.Format(r))
	}
	if torn {
		words = append(words, "torn")
	}
	return "[" + strings.Join(words, " ") + "]"
}

// FileOf returns an operation on a file of the process; an empty name stands for the directory. Misuse is
// reported if the process has no disk.
func FileOf(x *Execution, call string, kind trace.Kind, name string) Operation {
	pr := x.origin.program
	op := Operation{Op: trace.Op{Kind: kind, Patterns: &onDisk{x.sys.disks, x.sys.env.Faults.Disk, pr.Life == 0}}}
	if b := x.sys.env.Nodes; kind == trace.FileSync && pr.Node && b.All[b.Of(x.Actor().Name)].SyncFailures > 0 {
		op.Kind, op.Flags, op.Alternatives = trace.Choose, trace.On, disk.Outcomes
	}
	if name != "" {
		op.Key = x.Intern("the name of the file", name)
	}
	return op
}

// performOnDisk performs operations whose effect on the disk trace.Event.Behave has computed.
func performOnDisk(s *System, ev *trace.Event, _ *undo) Result {
	got := answer(ev.Ok)
	if ev.Kind == trace.FileRead && ev.Ok {
		records, torn, _ := s.disks.at(fileCell(&s.cells, int32(ev.Actor))).Contents(s.disks.name(ev.Key))
		ev.Result = s.Values.Known(slices.Clip(append([]any{}, records...)))
		if got.Value = ev.Result; torn {
			got.Status = Refused
		}
	}
	return got
}

// fileCell returns the number of the disk of a node.
func fileCell(cs *cells, node int32) trace.ValueID {
	return trace.ValueID(cs.get(trace.Cell{Space: trace.Files, Object: node}))
}

// performSync performs a sync that may fail.
func performSync(ev *trace.Event) Result {
	got := answer(ev.Ok)
	if ev.Alternative > 0 {
		got.Status = Refused
	}
	return got
}

// syncs limits the syncs of a node that fail.
type syncs struct {
	cells *cells
	limit int
	known map[*Operation][]*Operation // for a sync, the operations with fewer alternatives
}

// limited returns the operation of a process, with as many alternatives as there are different outcomes.
func (s *syncs) limited(p *process) *Operation {
	op := &p.at.op
	if op.Kind != trace.Choose || op.Flags&trace.On == 0 {
		return op
	}
	n := s.outcomes(op, fileCell(s.cells, int32(p.id.ID)))
	if n == op.Alternatives {
		return op
	}
	for len(s.known[op]) < int(n) {
		fewer := *op
		if fewer.Alternatives = int32(len(s.known[op])) + 1; fewer.Alternatives == 1 {
			fewer.Kind, fewer.Flags, fewer.Alternatives = trace.FileSync, 0, 0
		}
		s.known[op] = append(s.known[op], &fewer)
	}
	return s.known[op][n-1]
}

// outcomes returns how many outcomes a sync can have.
func (s *syncs) outcomes(op *Operation, before trace.ValueID) int32 {
	o := op.Patterns.(*onDisk)
	if _, exists := o.After(&op.Op, int32(disk.Done), before); !exists || o.disks.at(before).Failed >= s.limit {
		return 1
	}
	lost, _ := o.After(&op.Op, int32(disk.Lost), before)
	if kept, _ := o.After(&op.Op, int32(disk.Kept), before); lost == kept {
		return disk.Outcomes - 1
	}
	return disk.Outcomes
}

func syncText(ev *trace.Event) string {
	switch disk.Outcome(ev.Alternative) {
	case disk.Lost:
		return "fails; not durable"
	case disk.Kept:
		return "fails; durable all the same"
	}
	return ""
}

// diskText describes the result of an operation on a disk.
func diskText(w words, ev *trace.Event) string {
	switch {
	case ev.Kind == trace.FileRead && ev.Ok:
		records, torn, _ := w.s.disks.at(fileCell(&w.s.cells, int32(ev.Actor))).Contents(w.s.disks.name(ev.Key))
		return recordsText(records, torn)
	case ev.Ok:
		return ""
	case ev.Kind == trace.FileWrite, ev.Kind == trace.FileAppend:
		return "too many writes are not synced"
	}
	return "there is no such file"
}

func asksFileWrite(w words, op *trace.Op) string {
	text := fmt.Sprintf("write %s to %s", recordsText(w.s.disks.records(op.Value), false), w.s.disks.name(op.Key))
	if op.Flags&trace.On != 0 {
		text += ", durably"
	}
	return text
}

func asksFileRename(w words, op *trace.Op) string {
	return "rename " + w.s.disks.name(op.Key) + " to " + w.s.disks.name(op.Value)
}

func asksFileSync(w words, op *trace.Op) string {
	if op.Key == trace.NoValue {
		return "sync the directory"
	}
	return "sync " + w.s.disks.name(op.Key)
}
