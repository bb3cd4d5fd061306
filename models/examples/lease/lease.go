// Package lease is a lock server whose locks expire: a client that does not release a lock in time
// loses it, and may not notice. So each lock comes with a greater number, and the storage that it
// protects refuses a request with a smaller number than an earlier one.
package lease

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "lease",
			Doc:  "The storage refuses reads and writes with an old lease.",
			Main: model(fencing{reads: true, writes: true}), Properties: properties, Goals: goals,
		},
		{
			Name: "lease-not-fenced",
			Doc:  "The storage accepts every write.",
			Main: model(fencing{}), Properties: properties, Goals: goals,
			Violates: []string{nothingLost},
		},
		{
			Name: "lease-reads-not-fenced",
			Doc:  "The storage looks at the leases of writes only: two may have read before.",
			Main: model(fencing{writes: true}), Properties: properties, Goals: goals,
			Violates: []string{nothingLost},
		},
	}
}

const nothingLost = "nothing lost"

var properties = []checker.Property{{Name: nothingLost, Doc: "The counter is as great as the number of increments that were accepted."}}

// goals lists what must be possible. A storage that refuses everything loses nothing.
var goals = []checker.Property{{Name: "all accepted", Doc: "No lease expires too early."}}

const clients = 2

// model returns the first process: it starts the others, and compares what the clients are told
// with the value in the storage.
func model(f fencing) func(*proc.P) {
	return func(p *proc.P) {
		locks := p.Spawn("locks", serveLocks, proc.Daemon)
		storage := p.Spawn("storage", f.store, proc.Daemon)
		main := p.Self()
		var all []proc.PID
		for range clients {
			all = append(all, p.Spawn("client", func(p *proc.P) {
				p.Send(main, done{p.Self(), increment(p, locks, storage)})
			}))
		}
		accepted := 0
		for _, client := range all {
			if proc.Receive(p, func(d done) bool { return d.Client == client }).Accepted {
				accepted++
			}
		}
		if accepted == clients {
			p.Reach("all accepted")
		}
		n := ask(p, storage, read{Lease: clients + 1}).Value
		p.Assert(n == accepted, nothingLost, "%d increments were accepted, and the counter is %d", accepted, n)
	}
}

// done tells the first process whether the write of a client was accepted.
type done struct {
	Client   proc.PID
	Accepted bool
}

// increment reads the counter and writes it back, under a lease.
func increment(p *proc.P, locks, storage proc.PID) bool {
	p.Send(locks, acquire{p.Self()})
	lease := proc.Receive[granted](p).Lease
	accepted := false
	if a := ask(p, storage, read{lease}); a.Ok {
		accepted = ask(p, storage, write{lease, a.Value + 1}).Ok
	}
	p.Send(locks, release{lease})
	return accepted
}
