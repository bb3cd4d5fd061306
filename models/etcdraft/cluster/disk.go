package cluster

import (
	"errors"

	"github.com/checkmodel/checkmodel/proc"
)

// saved is a record of the log file: the data that one Ready asks to store.
type saved struct {
	Hard    Hard
	Entries []Entry
}

const (
	wal   = proc.File[saved]("wal")
	fresh = proc.File[saved]("wal.new")
)

// store writes what the library asks for, and syncs it. The library does not ask to sync a commit index, but the rules
// rely on it: see Applied.
func store(p *proc.P, s *state, rd Ready) {
	if rd.Hard == (Hard{}) && len(rd.Entries) == 0 {
		return
	}
	wal.Append(p, saved{rd.Hard, rd.Entries})
	must(p, wal.Sync(p))
	if !s.HasFile {
		must(p, p.SyncDir())
		s.HasFile = true
	}
}

// recovered returns the content of the disk of a node, which began with the given one, and whether it has a log
// file. A record that was not written as a whole is removed.
func recovered(p *proc.P, disk Disk) (Disk, bool) {
	records, err := wal.Read(p)
	if errors.Is(err, proc.ErrNoFile) {
		return disk, false
	}
	if err != nil {
		fresh.Write(p, records...)
		must(p, fresh.Sync(p))
		must(p, fresh.Rename(p, wal))
		must(p, p.SyncDir())
	}
	for _, r := range records {
		disk = disk.save(r.Hard, r.Entries)
	}
	return disk, true
}

// must ends the node if its disk fails: data that a failed sync has lost cannot be synced again.
func must(p *proc.P, err error) {
	if err != nil {
		p.Exit(proc.Normal)
	}
}
