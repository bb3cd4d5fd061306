package corfu

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

// request is a request of a client to a log server or the layout server. The reply is a result, or a layout for a fetch.
type request = proc.Request[any]

// A logOperation is an operation of a log server. It carries an epoch.
type logOperation interface {
	inEpoch() epoch
}

// The operations of a log server.
type (
	// read asks for the value as the given role of the server sees it.
	read struct {
		epoch epoch
		role  role
	}
	// write stores the value unless there is one.
	write struct {
		epoch epoch
		role  role
		value value
	}
	// overwrite replaces the value. It is for a server under repair.
	overwrite struct {
		epoch epoch
		value value
	}
	// adopt tells the server a new layout, in whose epoch it then serves.
	adopt struct {
		layout layout
	}
)

func (op read) inEpoch() epoch      { return op.epoch }
func (op write) inEpoch() epoch     { return op.epoch }
func (op overwrite) inEpoch() epoch { return op.epoch }
func (op adopt) inEpoch() epoch     { return op.layout.epoch }

func (op read) String() string { return fmt.Sprintf("epoch %d: read at the %v", op.epoch, op.role) }
func (op write) String() string {
	return fmt.Sprintf("epoch %d: write %v at the %v", op.epoch, op.value, op.role)
}
func (op overwrite) String() string {
	return fmt.Sprintf("epoch %d: overwrite with %v", op.epoch, op.value)
}
func (op adopt) String() string { return fmt.Sprintf("adopt %v", op.layout) }

// The operations of the layout server.
type (
	// fetch asks for the present layout.
	fetch struct{}
	// change replaces the present layout by a layout of a later epoch.
	change struct {
		layout layout
	}
)

func (fetch) String() string     { return "fetch the layout" }
func (op change) String() string { return fmt.Sprintf("change to %v", op.layout) }

// The reports of the clients to the coordinator.
type (
	writerDone struct {
		writer proc.PID
		result result
	}
	readerDone struct {
		first, second result
	}
	repairerDone struct {
		result result
	}
)

// stop ends a server.
type stop struct{}

// value is a value of the key; unwritten means none.
type value string

const unwritten value = ""

// result is the result of a request, or of all requests of a client.
type result struct {
	status status
	value  value // if it is found
}

// String returns the value that was found, or the status.
func (r result) String() string {
	if r.status == found {
		return string(r.value)
	}
	return string(r.status)
}

type status string

const (
	accepted       status = "ok"
	alreadyWritten status = "written"     // the key had a value before the write
	found          status = "found"       // the read found a value
	notWritten     status = "not written" // the read found no value

	// Rejected: the server serves in a later epoch than the request's.
	staleEpoch status = "stale epoch"
	// Rejected: the server knows of a later epoch, and has stopped its service.
	outOfService status = "out of service"

	starved status = "starved"       // the client has been rejected too often
	skipped status = "not attempted" // there was no reason to read again
)

// rejected reports whether a newer layout may help.
func (r result) rejected() bool {
	return r.status == staleEpoch || r.status == outOfService
}
