package chainrepl

import "github.com/checkmodel/checkmodel/proc"

// change is a change of the chain while clients use it.
type change struct {
	by  string // the process that makes the change
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
	copying         step = "copy"      // the updates of the tail, to the server under repair
	stoppingUpdates step = "read-only" // the read-only mode
	flushing        step = "flush"     // updates on their way down the chain
	demoting        step = "demote"    // the old tail, which then answers no reads

	// After a crash.
	resending     step = "resend" // updates that may have been lost with the crashed server
	deduplicating step = "dedup"  // updates that clients repeat
)
