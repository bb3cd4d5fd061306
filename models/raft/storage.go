package raft

import (
	"errors"

	"github.com/checkmodel/checkmodel/proc"
)

// The files of a node.
const (
	ballotFile = proc.Durable[ballot]("ballot")
	logFile    = proc.File[entry]("log")
	freshFile  = proc.File[entry]("log.new") // becomes the log file

	ballotInPlace = proc.File[ballot]("ballot") // of raft-in-place only
)

// disk is how a node uses its disk: not at all, or with a bug.
type disk struct {
	None bool
	Bug  bug
}

// load reads the data that was stored before a crash, if the node has not just begun.
func (d disk) load(p *proc.P) (b ballot, l log) {
	if d.None || d.Bug == raft62 {
		return firstBallot, nil
	}
	b = d.loadBallot(p)
	l, err := logFile.Read(p)
	if errors.Is(err, proc.ErrTorn) {
		replaceLog(p, l) // as nothing can be appended to it
	}
	return b, l
}

func (d disk) loadBallot(p *proc.P) ballot {
	if d.Bug == inPlace {
		if stored, err := ballotInPlace.Read(p); err == nil && len(stored) == 1 {
			return stored[0]
		}
	} else if stored, ok := ballotFile.Get(p); ok {
		return stored
	}
	return firstBallot
}

// store makes the changes of a node durable.
func (d disk) store(p *proc.P, before, now *node) {
	if d.None || d.Bug == raft62 {
		// In raft-62 nothing is stored. A node that crashes begins anew, and may vote again in the same term.
		return
	}
	if now.ballot != before.ballot {
		d.storeBallot(p, now.ballot)
	}
	added, ok := now.Log.after(before.Log)
	switch {
	case !ok:
		replaceLog(p, now.Log)
	case len(added) > 0:
		for _, e := range added {
			logFile.Append(p, e)
		}
		must(p, logFile.Sync(p))
		if len(before.Log) == 0 {
			must(p, p.SyncDir()) // as the file is new
		}
	}
}

func (d disk) storeBallot(p *proc.P, b ballot) {
	if d.Bug == inPlace {
		// A crash before the file is synced may leave neither the new nor the previous ballot.
		ballotInPlace.Write(p, b)
		must(p, ballotInPlace.Sync(p))
		must(p, p.SyncDir())
		return
	}
	ballotFile.Set(p, b)
}

// replaceLog replaces the log file in one step.
func replaceLog(p *proc.P, l log) {
	freshFile.Write(p, l...)
	must(p, freshFile.Sync(p))
	must(p, freshFile.Rename(p, logFile))
	must(p, p.SyncDir())
}

// must ends the node if its disk fails, as data that a failed sync has lost cannot be synced again.
func must(p *proc.P, err error) {
	if err != nil {
		p.Exit(proc.Normal)
	}
}
