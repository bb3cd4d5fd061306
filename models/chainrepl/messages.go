package chainrepl

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

// request is a request of a client to a server. The reply to an update or a flush comes from the
// last server of the chain.
type request struct {
	tag tag
	op  any
}

type reply struct {
	tag    tag
	result result
}

// tag identifies a request by its client and a number, so that a reply is not mistaken for another
// one.
type tag struct {
	client proc.PID
	call   int
}

func (t tag) String() string { return fmt.Sprintf("%v:%d", t.client, t.call) }

// The requests of writers and readers.
type (
	// update writes a value. It is for the head.
	update struct{ value value }
	// read asks for the value. It is for the tail.
	read struct{}
)

// The requests of the repairer and the master.
type (
	// inspect asks for the store of the server, whatever its place in the chain.
	inspect struct{}
	// install gives the server the store of another one.
	install struct{ revision revision }
	// flush is answered when all later servers have stored the updates that this server has now.
	flush struct{}
	// setReadOnly tells the head whether to refuse updates.
	setReadOnly struct{ on bool }
	// setTail tells the server whether to answer reads.
	setTail struct{ on bool }
	// setNext gives the server a successor.
	setNext struct{ next proc.PID }
	// replaceNext gives the server a successor, or none, in place of one that has crashed. What was
	// passed on to that one may be lost; with resend, all updates are passed on again.
	replaceNext struct {
		next   proc.PID
		resend bool
	}
)

// downstream is a message that travels down the chain.
type downstream interface {
	// acknowledgment is the reply of the last server.
	acknowledgment() reply
}

type (
	// stateUpdate is an update as the head sends it on.
	stateUpdate struct {
		tag      tag
		revision revision
	}
	// flushMark follows all updates that it flushes.
	flushMark struct {
		tag tag
	}
)

func (m stateUpdate) acknowledgment() reply { return reply{m.tag, result{accepted, m.revision}} }
func (m flushMark) acknowledgment() reply   { return reply{m.tag, result{status: accepted}} }

// forward is a server's message to itself to pass a message on.
type forward struct{ message downstream }

type (
	// crash ends a server; the messages in its mailbox are lost.
	crash struct{ master proc.PID }
	// crashed tells the master of a crash.
	crashed struct{}
	// replaced tells a client that a server has crashed and which one replaces it.
	replaced struct{ server, by proc.PID }
)

// The reports to the coordinator.
type (
	writerDone struct {
		writer proc.PID
		result result
	}
	readerDone struct {
		first, second result
	}
	changeDone struct{}
)

// stop ends a server when everything is over.
type stop struct{}

// value is a value that a writer writes.
type value string

// revision holds the last value that a server has stored, and the number of its updates.
type revision struct {
	number int
	value  value
}

func (r revision) String() string {
	if r == (revision{}) {
		return "nothing"
	}
	return fmt.Sprintf("%s (revision %d)", r.value, r.number)
}

// result is the result of a request.
type result struct {
	status   status
	revision revision // found by a read, or created by an update
}

func (r result) String() string {
	if r.status == found {
		return r.revision.String()
	}
	return string(r.status)
}

type status string

const (
	accepted status = "ok"
	found    status = "found"
	refused  status = "read-only mode" // no updates at present
	notTail  status = "not the tail"   // no reads here
	noAnswer status = "no answer"      // the reader has not found the tail
)
