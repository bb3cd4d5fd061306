// Package clocks has a server that leases a device to one holder after another, for a time that each of them measures by
// its own clock. The clocks drift.
package clocks

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the protocol with a margin that is wide enough for the drift of the clocks, with clocks that do not
// drift, and with a margin that is too narrow.
func Models() []checker.Model {
	drift := checker.Faults{Drift: 10}
	return []checker.Model{
		{
			Name: "clocks", Doc: "The server waits longer than a lease lasts, even if its clock is fast and that of the holder slow.",
			Main: system{margin: 3}.run, Properties: properties, Goals: goals, Faults: drift,
		},
		{
			Name: "clocks-exact", Doc: "No clock drifts. The server waits just longer than a lease lasts.",
			Main: system{margin: 1}.run, Properties: properties, Goals: goals,
		},
		{
			Name: "clocks-narrow", Doc: "The margin is for one clock that drifts, and two do: the lease lasts 11.1 ticks, the server waits 10.9.",
			Main: system{margin: 2}.run, Properties: properties, Goals: goals, Faults: drift, Violates: []string{oneHolds},
		},
	}
}

const oneHolds = "one holder"

var properties = []checker.Property{{Name: oneHolds, Doc: "The device is on for one holder at a time."}}

// goals lists what must be possible. A server that never grants a second lease is safe.
var goals = []checker.Property{{Name: "both hold", Doc: "One holder uses the device after the other."}}

type (
	request struct{ From proc.PID } // asks the server for a lease
	granted struct{}                // its answer
	on      struct{ Holder proc.PID }
	off     struct{ Holder proc.PID } // the lease is over
)

// lasts is how many ticks a lease lasts.
const lasts = 10

// system is the difference between the models.
type system struct {
	margin int // how many ticks longer than a lease the server waits
}

func (s system) run(p *proc.P) {
	device := p.Spawn("device", device, proc.Daemon)
	server := p.Spawn("server", s.serve, proc.Daemon, proc.Node)
	for range 2 {
		p.Spawn("holder", func(p *proc.P) { hold(p, server, device) }, proc.Node)
	}
}

// serve grants one lease after the other.
func (s system) serve(p *proc.P) {
	for {
		r := proc.Receive[request](p)
		p.Send(r.From, granted{})
		p.Sleep(lasts + s.margin)
	}
}

// hold takes the device for the time of a lease. This time begins before the holder asks for the lease, so before the
// server begins to wait, however long the messages take. A timer of the holder ends it, so a holder that is slow does no
// harm.
func hold(p *proc.P, server, device proc.PID) {
	p.SendIn(lasts, device, off{p.Self()})
	p.Send(server, request{p.Self()})
	proc.Receive[granted](p)
	p.Send(device, on{p.Self()})
}

// device is on for a holder until the lease of the holder is over. After that, it is not switched on any more.
func device(p *proc.P) {
	over := map[proc.PID]bool{}
	var holders []proc.PID // for which it was on
	for {
		switch m := p.Receive().(type) {
		case off:
			over[m.Holder] = true
		case on:
			if over[m.Holder] {
				continue
			}
			for _, h := range holders {
				p.Assert(over[h], oneHolds, "it is on for %v and for %v", h, m.Holder)
				p.Reach("both hold")
			}
			holders = append(holders, m.Holder)
		}
	}
}
