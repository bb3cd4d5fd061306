package chainrepl

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

// request is what a client asks of a server. It is answered by a reply, which for
// an update and a flush comes from the last server of the chain.
type request struct {
	tag tag
	op  any
}

type reply struct {
	tag    tag
	result result
}

// tag identifies a request by the client that it is from and a number of its own,
// so that a reply cannot be taken for another one.
type tag struct {
	client proc.PID
	call   int
}

func (t tag) String() string { return fmt.Sprintf("%v:%d", t.client, t.call) }

// What writers and readers ask for.
type (
	// update writes a value. It is for the head.
	update struct{ value value }
	// read asks for the value. It is for the tail.
	read struct{}
)

// What those ask for who look after the chain.
type (
	// inspect asks for what the server stores, whatever its place in the chain.
	inspect struct{}
	// install gives the server what another one stores.
	install struct{ revision revision }
	// flush is answered when every server behind has stored all updates that this
	// one has now.
	flush struct{}
	// setReadOnly tells the head whether to refuse updates.
	setReadOnly struct{ on bool }
	// setTail tells the server whether to answer reads.
	setTail struct{ on bool }
	// setNext gives the server a successor.
	setNext struct{ next proc.PID }
	// replaceNext gives the server a successor, or none, in place of one that has
	// crashed. What was passed on to that one may be lost; to resend is to pass on
	// all updates once more.
	replaceNext struct {
		next   proc.PID
		resend bool
	}
)

// downstream is what travels down the chain.
type downstream interface {
	// acknowledgment is what the last server replies.
	acknowledgment() reply
}

type (
	// stateUpdate is what the head makes of an update.
	stateUpdate struct {
		tag      tag
		revision revision
	}
	// flushMark is behind all updates that it flushes.
	flushMark struct {
		tag tag
	}
)

func (m stateUpdate) acknowledgment() reply { return reply{m.tag, result{accepted, m.revision}} }
func (m flushMark) acknowledgment() reply   { return reply{m.tag, result{status: accepted}} }

// forward is what a server tells itself: to pass the message on.
type forward struct{ message downstream }

type (
	// crash ends a server; what is in its mailbox is lost.
	crash struct{ master proc.PID }
	// crashed is how the master notices.
	crashed struct{}
	// replaced tells a client that a server has crashed and another one does its
	// work.
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

// value is what a writer writes.
type value string

// revision is what a server stores: the value that was written last, and how many
// updates there have been.
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

// result is what came of a request.
type result struct {
	status   status
	revision revision // that was found, or made by an update
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
