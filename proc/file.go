package proc

import (
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// File is the name of a file on the disk of a node, with records of type V:
//
//	const log = proc.File[entry]("log")
//
// Each process has a disk of its own. The disk of a node survives its crashes; see [Node]. As in a real file system, writes of a
// node may be lost in a crash until the file is synced, and a new file, a rename or a removal until the
// directory is ([P.SyncDir]). The faults of the model say which changes may survive a crash (checker.Faults). A process that is
// not a node never crashes, so it loses nothing, and its syncs do not fail.
//
// To keep a value that changes, such as a term and a vote, [Durable] is shorter and cheaper to explore.
type File[V any] string

// The errors of files.
var (
	ErrNoFile = errors.New("there is no such file")
	ErrTorn   = errors.New("a record of the file was not written as a whole")
	ErrSync   = errors.New("the sync has failed")
)

// Write replaces the records of the file, which need not exist, in place: a crash may leave the old records, none,
// or some of the new ones. To replace them in one step, write another file, sync it, rename it and sync the directory.
func (f File[V]) Write(p *P, records ...V) {
	op := f.op(p, "Write", kind.FileWrite)
	op.Value = p.x.Intern("the records", anySlice(records))
	f.unsynced(p, "Write", p.x.Perform(op))
}

// Append writes a record at the end of the file, which need not exist.
func (f File[V]) Append(p *P, record V) {
	op := f.op(p, "Append", kind.FileAppend)
	op.Value = p.x.Intern("the record", record)
	f.unsynced(p, "Append", p.x.Perform(op))
}

// Read returns the records of the file. The error is ErrNoFile if the file does not exist, and ErrTorn if a crash
// has left a record that was not written as a whole; Read then returns the records before it.
func (f File[V]) Read(p *P) ([]V, error) {
	got := p.x.Perform(f.op(p, "Read", kind.FileRead))
	if !got.Is() {
		return nil, ErrNoFile
	}
	stored := p.x.Value(got.Value).([]any)
	records := make([]V, 0, len(stored))
	for _, r := range stored {
		record, ok := r.(V)
		if !ok && r != nil {
			p.x.Misuse("Read: file %q has a record of type %T, and is read as one of %T", string(f), r, *new(V))
		}
		records = append(records, record)
	}
	if got.Status == program.Refused {
		return records, ErrTorn
	}
	return records, nil
}

// Sync makes the records of the file durable, but not its name. The error is ErrNoFile if the file does not exist,
// and ErrSync if the sync fails, which the faults of the model may allow. After ErrSync the records may be durable.
// If they are not, no later Sync makes them durable, although Read returns them until the node crashes: write them
// again.
func (f File[V]) Sync(p *P) error {
	return synced(p.x.Perform(f.op(p, "Sync", kind.FileSync)))
}

func synced(got program.Result) error {
	switch {
	case got.Status == program.Refused:
		return ErrSync
	case !got.Is():
		return ErrNoFile
	}
	return nil
}

// Rename gives the file another name; a file that has this name goes. The error is ErrNoFile if the file does not
// exist.
func (f File[V]) Rename(p *P, to File[V]) error {
	op := f.op(p, "Rename", kind.FileRename)
	op.Value = to.op(p, "Rename", kind.FileRename).Key
	return f.exists(p, op)
}

// Remove removes the file. The error is ErrNoFile if it does not exist.
func (f File[V]) Remove(p *P) error { return f.exists(p, f.op(p, "Remove", kind.FileRemove)) }

func (f File[V]) exists(p *P, op program.Operation) error {
	if !p.x.Perform(op).Is() {
		return ErrNoFile
	}
	return nil
}

// SyncDir makes durable which files the node has, and their names. The error is ErrSync if the sync fails, as in
// [File.Sync].
func (p *P) SyncDir() error {
	return synced(p.x.Perform(program.FileOf(&p.x, "SyncDir", kind.FileSync, "")))
}

func (f File[V]) op(p *P, call string, kind kind.Kind) program.Operation {
	if f == "" {
		p.x.Misuse("%s: a file needs a name", call)
	}
	return program.FileOf(&p.x, fmt.Sprintf("%s of file %q", call, string(f)), kind, string(f))
}

// unsynced reports misuse if a write was refused.
func (f File[V]) unsynced(p *P, call string, got program.Result) {
	if !got.Is() {
		p.x.Misuse("%s of file %q: the node has more than %d writes that are not synced, and the search would explore all subsets "+
			"of them; let a crash leave a prefix of the writes (checker.DiskPrefix, -faults disk=prefix)", call, string(f), program.MaxUnsynced)
	}
}

func anySlice[V any](records []V) []any {
	all := make([]any, 0, len(records))
	for _, r := range records {
		all = append(all, r)
	}
	return all
}

// Durable is the name of a value of type V that a process keeps on its disk, which survives its crashes:
//
//	const state = proc.Durable[termAndVote]("state")
//
// It is a [File] of one record that is replaced and synced in one step.
type Durable[V any] string

// Set stores the value. It is durable when Set returns.
func (d Durable[V]) Set(p *P, value V) {
	op := File[V](d).op(p, "Set", kind.FileSet)
	op.Value = p.x.Intern("the value", []any{value})
	p.x.Perform(op)
}

// Get returns the value that was stored last, and whether there is one.
func (d Durable[V]) Get(p *P) (value V, ok bool) {
	records, err := File[V](d).Read(p)
	if err != nil || len(records) == 0 {
		return value, false
	}
	return records[0], true
}
