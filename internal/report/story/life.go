package story

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/trace"
)

// life says when the processes of a trace live, and which messages are in their mailboxes after each event. All forms of a
// report go by it.
type life struct {
	Spans   map[string][]span // of each process, in order
	Changes []LifeChange      // by the events
}

// span is the part of a trace in which a process lives: after the event that starts or restarts it, 0 for the first process, up to
// its last event, 0 if it does not end.
type span struct{ From, To int }

// LifeChange is the change of the life by an event.
type LifeChange struct {
	Begins string `json:"begins,omitempty"` // the process that lives from here on, for the first time or again
	Ends   string `json:"ends,omitempty"`   // the process that ends, and its mailbox with it
	To     string `json:"to,omitempty"`     // the process whose mailbox gets the message of the event
	From   string `json:"from,omitempty"`   // its sender
	// Collected has the same for several messages that leave the mailbox at once.
	Collected []int `json:"collected,omitempty"`
	Taken     int   `json:"taken,omitempty"` // of the message that leaves the mailbox of the process, the number of the event that has put it there
}

// LifeOf returns the life of the processes in the trace of a violation.
func LifeOf(v *document.Violation) *life {
	l := &life{Spans: map[string][]span{}, Changes: make([]LifeChange, len(v.Trace))}
	if len(v.Actors) > 0 {
		l.Spans[v.Actors[0]] = []span{{}}
	}
	boxes := map[string][]letter{}
	for i := range v.Trace {
		e, c := &v.Trace[i], &l.Changes[i]
		take := func(sent int) (put int) {
			box := boxes[e.Process]
			if k := slices.IndexFunc(box, func(m letter) bool { return m.sent == sent }); k >= 0 {
				put = box[k].put
				boxes[e.Process] = slices.Delete(box, k, k+1)
			}
			return put
		}
		if Takes(e) {
			c.Taken = take(e.Sent)
		}
		for _, sent := range e.Collected {
			if put := take(sent); put > 0 {
				c.Collected = append(c.Collected, put)
			}
		}
		switch e.Kind {
		case KindSpawn, KindTimer, kindRestart:
			c.Begins = e.With
			l.Spans[e.With] = append(l.Spans[e.With], span{From: i + 1})
		case KindExit:
			if l.lives(e.Process) {
				c.Ends = e.Process
				l.end(e.Process, i+1)
				delete(boxes, e.Process)
			}
		}
		if e.To == "" || e.Kind == KindDown && e.Failed || !l.lives(e.To) { // otherwise the message is discarded, or lost
			continue
		}
		m := letter{sent: i + 1, put: i + 1}
		c.To, c.From = e.To, sender(e)
		if e.Kind == KindDeliver && e.Sent > 0 {
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
	spans := l.Spans[process]
	return len(spans) == 0 || spans[len(spans)-1].To == 0
}

// end ends the last span of a process.
func (l *life) end(process string, number int) {
	if spans := l.Spans[process]; len(spans) > 0 {
		spans[len(spans)-1].To = number
		return
	}
	l.Spans[process] = []span{{To: number}}
}

// turns returns the numbers of the end of a process, of its restart, of its next end, and so on.
func (l *life) turns(process string) (all []int) {
	for k, s := range l.Spans[process] {
		if k > 0 {
			all = append(all, s.From)
		}
		if s.To > 0 {
			all = append(all, s.To)
		}
	}
	return all
}

// Ended returns the number of the event with which a process has ended for good; 0 if it lives.
func (l *life) Ended(process string) int {
	if spans := l.Spans[process]; len(spans) > 0 {
		return spans[len(spans)-1].To
	}
	return 0
}

// mailbox returns the numbers of the events that have put the messages into the mailbox of a process, after the first n events.
func (l *life) mailbox(entries []trace.Entry, process string, n int) (puts []int) {
	for i, c := range l.Changes[:n] {
		if entries[i].Process == process {
			puts = slices.DeleteFunc(puts, func(put int) bool { return put == c.Taken || slices.Contains(c.Collected, put) })
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
