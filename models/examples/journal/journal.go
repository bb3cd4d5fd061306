// Package journal is a server that must not lose what it has acknowledged, although it may crash after any
// step and be started again.
//
// The server is a node (proc.Node) with a log on its disk. The faults of the models let it crash once. A crash may
// lose what was not synced, and leave a record of it that was written in part.
package journal

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	put struct{ Value int } // asks the server to store a value
	get struct{}            // asks for the value
)

const (
	log   = proc.File[int]("log") // all values, the last one counts
	fresh = proc.File[int]("fresh")
)

// Models returns the right server, one that does not sync its log, and one that writes it in place.
func Models() []checker.Model {
	once := checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn}
	lost := []string{"what is acknowledged is kept"}
	return []checker.Model{
		{
			Name: "journal", Doc: "The server appends a value to its log, and syncs it, before it acknowledges the value.",
			Main: system(synced), Faults: once,
		},
		{
			Name: "journal-unsynced", Doc: "The server does not sync its log.",
			Main: system(unsynced), Faults: once, Violates: lost,
		},
		{
			Name: "journal-in-place", Doc: "The server writes its log anew, in place, and syncs it.",
			Main: system(inPlace), Faults: once, Violates: lost,
		},
	}
}

func system(store func(*proc.P, int)) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			proc.Serve(p, recovered(p), func(value *int, _ proc.PID, request any) int {
				if m, ok := request.(put); ok {
					store(p, m.Value)
					*value = m.Value
				}
				return *value
			})
		}, proc.Daemon, proc.Node)
		p.Spawn("client", func(p *proc.P) { client(p, server) })
	}
}

// client stores two values, which come from outside of the system, and reads the last one again. The server does not answer while it is down.
func client(p *proc.P, server proc.PID) {
	acknowledged := 0
	for value := 1; value <= 2; value++ {
		proc.External(p, fmt.Sprintf("put %d", value), put{value}, func(m put) {
			if _, ok := proc.CallTimeout[int](p, server, any(m)); ok {
				acknowledged = m.Value
			}
		})
	}
	if value, ok := proc.CallTimeout[int](p, server, any(get{})); ok {
		p.Assert(value >= acknowledged, "what is acknowledged is kept", "the server has acknowledged %d and has %d now", acknowledged, value)
	}
}

// recovered returns the last value in the log. If a crash has left a torn record, nothing can be appended after it, so
// the log is replaced by the part before it.
func recovered(p *proc.P) int {
	values, err := log.Read(p)
	if err != nil {
		fresh.Write(p, values...)
		must(p, fresh.Sync(p))
		must(p, fresh.Rename(p, log))
		must(p, p.SyncDir())
	}
	if len(values) == 0 {
		return 0
	}
	return values[len(values)-1]
}

func synced(p *proc.P, value int) {
	log.Append(p, value)
	must(p, log.Sync(p))
}

// must ends the server if its disk fails: what a failed sync has lost cannot be synced again.
func must(p *proc.P, err error) {
	if err != nil {
		p.Exit(proc.Normal)
	}
}

func unsynced(p *proc.P, value int) { log.Append(p, value) }

func inPlace(p *proc.P, value int) {
	log.Write(p, value)
	must(p, log.Sync(p))
}
