package report

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// life says when the processes of a trace live, and which messages are in their mailboxes after each event. All forms of a
// report go by it.
type life struct {
	spans   map[string][]span // of each process, in order
	changes []lifeChange      // by the events
}

// span is a part of a trace in which a process lives: after the event that starts or restarts it, 0 for the first process, up to the
// event with which it ends, 0 if it does not.
type span struct{ from, to int }

// lifeChange is the change of the life by an event.
type lifeChange struct {
	Begins string `json:"begins,omitempty"` // the process that lives from here on, for the first time or again
	Ends   string `json:"ends,omitempty"`   // the process that ends, and its mailbox with it
	To     string `json:"to,omitempty"`     // the process whose mailbox gets the message of the event
	From   string `json:"from,omitempty"`   // its sender
	Taken  int    `json:"taken,omitempty"`  // of the message that leaves the mailbox of the process, the number of the event that has put it there
}

// lifeOf returns the life of the processes in the trace of a violation.
func lifeOf(v *Violation) *life {
	l := &life{spans: map[string][]span{}, changes: make([]lifeChange, len(v.Trace))}
	if len(v.Actors) > 0 {
		l.spans[v.Actors[0]] = []span{{}}
	}
	boxes := map[string][]letter{}
	for i := range v.Trace {
		e, c := &v.Trace[i], &l.changes[i]
		if takes(e) {
			box := boxes[e.Process]
			if k := slices.IndexFunc(box, func(m letter) bool { return m.sent == e.Sent }); k >= 0 {
				c.Taken = box[k].put
				boxes[e.Process] = slices.Delete(box, k, k+1)
			}
		}
		switch e.Kind {
		case kindSpawn, kindTimer, kindRestart:
			c.Begins = e.With
			l.spans[e.With] = append(l.spans[e.With], span{from: i + 1})
		case kindExit:
			if l.lives(e.Process) {
				c.Ends = e.Process
				l.end(e.Process, i+1)
				delete(boxes, e.Process)
			}
		}
		if e.To == "" || e.Kind == kindDown && e.Result != "" || !l.lives(e.To) { // otherwise the message is discarded, or lost
			continue
		}
		m := letter{sent: i + 1, put: i + 1}
		c.To, c.From = e.To, sender(e)
		if e.Kind == kindDeliver && e.Sent > 0 {
			m.sent, c.From = e.Sent, v.Trace[e.Sent-1].Process
		}
		boxes[e.To] = append(boxes[e.To], m)
	}
	return l
}

// letter is a message in a mailbox: the numbers of the events that have sent it and put it there.
type letter struct{ sent, put int }

// lives reports whether a process lives after the events so far.
func (l *life) lives(process string) bool {
	spans := l.spans[process]
	return len(spans) == 0 || spans[len(spans)-1].to == 0
}

// end ends the last span of a process.
func (l *life) end(process string, number int) {
	if spans := l.spans[process]; len(spans) > 0 {
		spans[len(spans)-1].to = number
		return
	}
	l.spans[process] = []span{{to: number}}
}

// turns returns the numbers of the end of a process, of its restart, of its next end, and so on.
func (l *life) turns(process string) (all []int) {
	for k, s := range l.spans[process] {
		if k > 0 {
			all = append(all, s.from)
		}
		if s.to > 0 {
			all = append(all, s.to)
		}
	}
	return all
}

// ended returns the number of the event with which a process has ended for good; 0 if it lives.
func (l *life) ended(process string) int {
	if spans := l.spans[process]; len(spans) > 0 {
		return spans[len(spans)-1].to
	}
	return 0
}

// mailbox returns the numbers of the events that have put the messages into the mailbox of a process, after the first n events.
func (l *life) mailbox(entries []trace.Entry, process string, n int) (puts []int) {
	for i, c := range l.changes[:n] {
		if c.Taken > 0 && entries[i].Process == process {
			puts = slices.DeleteFunc(puts, func(put int) bool { return put == c.Taken })
		}
		if c.Ends == process {
			puts = nil
		}
		if c.To == process {
			puts = append(puts, i+1)
		}
	}
	return puts
}
