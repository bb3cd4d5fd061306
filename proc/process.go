package proc

import (
	"math"
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

// P is a process's handle to the world. Its methods are the operations of the
// process that it was given to; they must be called by that process only. In
// deferred functions they do nothing, and do not return, if the process was
// stopped from outside.
//
// Every operation that can be seen by, or depends on, another process is one
// event of the interleaving, and other processes may move before it.
type P struct {
	sys   *System
	actor *trace.Actor

	// The rest belongs to the coroutine that executes the process; see coroutine.go.
	guest    guest
	departed bool // of its code nothing is left to be executed now
	yield    func(struct{}) bool
	route    []*history // the past that has to be walked again, without executing it
	walked   int
	next     operation
	returned bool    // its function came to its end
	reason   *Reason // why it ends
	atRest   bool    // nothing of its function is left
	stopped  bool    // it must do nothing any more
	trial    *trial  // if it is executed only to see whether it does the same again
	asked    *conditions

	children map[string]int
	tables   map[string]int
	refs     int
	timers   int
	idled    int                             // calls since its last operation
	exposed  map[trace.ValueID]trace.ValueID // by board
	log      []string                        // since its last operation; only in a recording
	unended  []byte                          // what was written to the log after its last line break
	acted    string                          // file:line of the first call since then that was none; only in a recording
	panicked []string                        // the calls that led to a panic; only in a recording
}

// operation is what a process asks for, with what only this package understands.
type operation struct {
	trace.Op
	program *program     // what to start, for Spawn
	signal  *signal      // what an exit signal says, also one that Link may cause
	timer   *operation   // what to do when it expires, for TimerStart
	table   reflect.Type // of the handle, for operations on tables that a process asks for
	site    *site        // where in the model it was asked for; nil if nowhere
	notes   *notes       // only in a recording
}

// notes are what else is recorded of an operation.
type notes struct {
	source string   // file:line of the call
	acted  string   // file:line of the first call since the operation before that was no operation
	picks  []string // the alternatives of a Pick
	log    []string // what was logged before it
	stack  []string // where a panic came from
}

// Self returns the process's own PID.
func (p *P) Self() PID { return PID{p.actor} }

// Choose returns a number from 0 to n-1; the search explores each of them. It is
// an event if n > 1; n must be at least 1 and at most 2147483647. A process that calls it with 1, or
// anything else that is no event, a million times in front of its next event is taken
// for one that never comes to it: that is a [*ModelError].
func (p *P) Choose(n int) int {
	if n < 1 {
		p.misuse("Choose(%d): there must be at least one alternative", n)
	}
	if n > math.MaxInt32 {
		p.misuse("Choose(%d): there can be at most %d alternatives", n, math.MaxInt32)
	}
	if n == 1 {
		p.idle("Choose with one alternative")
		return 0
	}
	return int(p.perform(choice(n)).n)
}

// mostIdle is how often a process may call what is no event before its next event.
const mostIdle = 1_000_000

// idle is called where a process asks for something that is no event. One that goes on
// and on like that never comes to an event, and nobody could see that from outside but by
// a clock.
func (p *P) idle(call string) {
	p.acts()
	if p.idled++; p.idled > mostIdle {
		p.misuse("it does not come to its next event: it has made %d calls that are none, the last of %s. "+
			"Let the loop in which it is come to an end, or to something that others can see", mostIdle, call)
	}
}

func choice(n int) operation {
	return operation{Op: trace.Op{Kind: trace.Choose, Alternatives: int32(n)}}
}

// Pick returns one of the alternatives; the search explores each of them, and traces
// show which it is. There must be at least one. It is an event if there are several.
func Pick[T any](p *P, alternatives ...T) T {
	if len(alternatives) == 0 {
		p.misuse("Pick: there must be at least one alternative")
	}
	if len(alternatives) < 2 || !p.sys.recording {
		return alternatives[p.Choose(len(alternatives))]
	}
	op := choice(len(alternatives))
	op.notes = &notes{picks: make([]string, len(alternatives))}
	for i, a := range alternatives {
		op.notes.picks[i] = Format(a)
	}
	return alternatives[p.perform(op).n]
}

// intern returns the number of a value that is about to leave the process.
func (p *P) intern(what string, v any) trace.ValueID {
	p.claim()
	id, err := p.sys.values.intern(v)
	if err != nil {
		p.misuse("%s: %v", what, err)
	}
	return id
}
