package goroutine

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Verb is the kind of an operation on an object.
type Verb uint8

// The verbs of operations.
const (
	Lock Verb = iota + 1
	TryLock
	Unlock
	RLock     // of an RWMutex
	TryRLock  // the same without waiting
	RUnlock   // the end of an RLock
	Announce  // Lock of an RWMutex: no reader begins any more
	Drain     // its second part: all readers have ended
	TryWrite  // TryLock of an RWMutex
	WUnlock   // Unlock of an RWMutex
	Add       // Number to the counter of a WaitGroup
	Wait      // until the counter is 0
	Once      // begin to call the function of a Once, or wait until it has been called
	Called    // it has been called
	Queue     // up in a Cond
	Woken     // wait until as many goroutines as Number have been woken, and one more
	Signal    // wake one
	Broadcast // wake all
	Load      // a word
	Store     // a word
	Modify    // a word, by Compute
	Exchange  // a word that is no number
	Send      // to a channel with a buffer
	Offer     // a value to a channel without a buffer
	Taken     // wait until the offer with the given Number is taken
	Receive   // from a channel
	Close     // a channel
	Length    // the number of values in a buffer
	Offers    // of a select to channels without a buffer
	Select    // one of the cases
	Fire      // a timer, in its turn with the given Number
	Stop      // a timer
	Due       // wait until a timer has fired
	stopped   // wait until a timer is stopped, or started again, in its turn with the given Number
	Begin     // an operation on an object that is to be linearizable
	Return    // from such an operation
	Yield     // do nothing
	Never     // wait for ever
	Changed   // wait until a cell among Seen has changed
	unchanged // wait until the cells among Seen are as they were seen
)

var verbs = [...]string{
	Lock: "lock", TryLock: "try to lock", Unlock: "unlock", RLock: "read-lock", TryRLock: "try to read-lock", RUnlock: "read-unlock",
	Announce: "lock", Drain: "wait for readers of", TryWrite: "try to lock", WUnlock: "unlock", Add: "add to", Wait: "wait for",
	Once: "call once", Called: "called once", Queue: "wait for", Woken: "wake up by", Signal: "signal", Broadcast: "broadcast",
	Load: "load", Store: "store", Modify: "modify", Exchange: "swap", Send: "send to", Offer: "offer to", Taken: "be received from",
	Receive: "receive from", Close: "close", Length: "length of", Offers: "offer to", Select: "select", Fire: "fire", Stop: "stop",
	Due: "wait for", stopped: "wait for the end of", Begin: "call", Return: "return", Yield: "yield", Never: "wait for ever on a nil channel", Changed: "wait for a change of", unchanged: "look at",
}

// Use is an operation on cells; it implements trace.Cells.
type Use struct {
	Verb
	Object  int32 // its number, 0 if there is none
	Number  int32 // the verb determines its meaning
	Slot    int32 // which of the cells that goroutines share is theirs
	Size    int32 // of the buffer of a channel
	Name    Name
	Words   string // of a select: its cases
	Compute func(old int64) (changed int64, ok bool)
	Cases   []Case         // of a select
	Seen    []trace.Access // reads, with the contents
	Default bool           // the select has a default

	known *known
}

// slots is the number of cells that the readers of a lock share, and the goroutines that add to a WaitGroup.
const slots = 8

// String returns the operation in words.
func (u *Use) String() string {
	switch {
	case u.Verb == Add:
		return fmt.Sprintf("add %d to %s", u.Number, u.Name)
	case u.Verb == Select || u.Verb == Offers:
		return fmt.Sprintf("%s %s", verbs[u.Verb], u.Words)
	case u.Name == Name{}:
		return verbs[u.Verb]
	}
	return verbs[u.Verb] + " " + u.Name.String()
}

// op returns the operation for the search.
func (u *Use) op() trace.Op {
	return trace.Op{Kind: kind.Use, Key: trace.ValueID(u.Verb), Object: u.Object, Value: trace.ValueID(u.Number), Number: u.Size, Does: u}
}

// Blocks implements trace.Cells.
func (u *Use) Blocks() bool {
	switch u.Verb {
	case Lock, RLock, Announce, Drain, Wait, Once, Woken, Send, Taken, Receive, Due, stopped, Never, Changed, unchanged:
		return true
	case Select:
		return !u.Default
	}
	return false
}

// view is the cells as an operation sees them, with its accesses.
type view struct {
	state func(trace.Cell) int32
	all   []trace.Access
}

func cellOf(object, key int32) trace.Cell {
	return trace.Cell{Space: trace.Own, Object: object, Key: key}
}

// peek returns what a cell holds. The caller adds an access.
func (v *view) peek(object, key int32) int32 { return v.state(cellOf(object, key)) }

// read returns what a cell holds.
func (v *view) read(object, key int32) int32 {
	c := cellOf(object, key)
	v.all = append(v.all, trace.Access{Cell: c, Effect: trace.Read})
	return v.state(c)
}

// update changes a cell whose content makes a difference to the operation.
func (v *view) update(object, key, after int32) {
	v.all = append(v.all, trace.Access{Cell: cellOf(object, key), Effect: trace.Update, After: after})
}

// write stores into a cell whatever it holds.
func (v *view) write(object, key, after int32) {
	v.all = append(v.all, trace.Access{Cell: cellOf(object, key), Effect: trace.Write, After: after})
}

// Reading has the reads of a goroutine in a turn of a loop that only reads.
type Reading struct {
	all  []trace.Access // with the contents
	last *Use
}

// note notes what an operation has read, unless it has changed something.
func (r *Reading) note(u *Use, e *trace.Event, content func(trace.Cell) int32) {
	for _, a := range e.Accesses {
		if a.Effect != trace.Read {
			*r = Reading{}
			return
		}
		a.After = content(a.Cell)
		r.all = append(r.all, a)
	}
	r.last = u
}
