package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// change is what happens to the chain while clients use it.
type change struct {
	by  string // the process that brings it about
	run func(variant, *client, cluster)
}

// start starts the process, which reports to the coordinator when it is done.
func (ch *change) start(p *proc.P, v variant, cl cluster) {
	p.Spawn(ch.by, func(p *proc.P) {
		ch.run(v, newClient(p), cl)
		p.Send(cl.coordinator, changeDone{})
	})
}

// step is a step of a change that can be left out.
type step string

const (
	// Of the repair.
	copying         step = "copy"      // what the tail has to the server under repair
	stoppingUpdates step = "read-only" // the read-only mode
	flushing        step = "flush"     // what is under way down the chain
	demoting        step = "demote"    // the old tail: it answers no reads any more

	// After a crash.
	resending     step = "resend" // what may have got lost in the server that crashed
	deduplicating step = "dedup"  // updates that clients repeat
)
