package world

import (
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// process is an actor in the present state of the world: a process, or, where
// that says so, a timer or a channel.
type process struct {
	actor   *trace.Actor
	state   state
	steps   int32    // how many events it has had
	at      *history // the operation it asks for, and all that led to it
	co      *coroutine
	mailbox mailbox.Mailbox
	passed  int // so many of the oldest messages there are known not to be for the receive at hand

	doomed   *doom            // it must end
	peers    []trace.ActorID  // those it was ever linked with
	watchers []watcher        // all monitors of it there ever were
	created  []trace.ObjectID // its tables
	given    []trace.ObjectID // tables of others that have become its own, at least for some time
	farewell []*Operation     // what follows from its end: what becomes of its tables, and what it says
	parting  []*Operation     // what it says by channels, when all that has happened
	said     int              // how much of that has happened, or what a channel has brought
	sent     int32            // how much it has handed over to channels of one message each

	timer  *Operation // of a timer: what it will do
	queue  []carried  // of a channel: all that was handed over
	sender *process   // of a channel
}

type state uint8

const (
	unborn state = iota
	running
	ticking  // a timer that has not expired
	carrying // a channel
	exiting  // its function has ended; what follows from that may still have to happen
)

func (s *System) process(id trace.ActorID) *process {
	for int(id) >= len(s.processes) {
		s.processes = append(s.processes, nil)
	}
	if s.processes[id] == nil {
		s.processes[id] = &process{actor: s.actors.ByID(id)}
	}
	return s.processes[id]
}
