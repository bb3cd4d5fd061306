package states

import (
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Patterns are functions, and messages have numbers that mean nothing before they are sent again. So the steps to the
// events that have added them are saved, and executed again.

// savedEvent is an event that has added a message or patterns to a receiver.
type savedEvent struct {
	Same  int            // how many of its steps it shares with the previous event
	Steps trace.Schedule // the others, and its own
}

// savedReceiver holds the known facts about the messages to a process.
type savedReceiver struct {
	Actor          trace.ActorID
	Pairs          string // of places of values, the greater first, in order: a digit for each
	Senders, Alone []users
}

// save sets the fields about ties, if there are any.
func (t *ties) save(c *Saved) {
	if t == nil {
		return
	}
	var last trace.Schedule
	for _, steps := range t.noted {
		same := 0
		for same < min(len(last), len(steps)-1) && last[same] == steps[same] {
			same++
		}
		c.Noted = append(c.Noted, savedEvent{same, steps[same:]})
		last = steps
	}
	for a := range t.of {
		if r := &t.of[a]; len(r.values) > 0 {
			c.Receivers = append(c.Receivers, r.save(trace.ActorID(a)))
		}
	}
}

func (r *receiver) save(a trace.ActorID) savedReceiver {
	var pairs []byte
	for i := range r.values {
		for _, p := range r.pairs[i] {
			pairs = append(pairs, '0'+byte(p))
		}
	}
	return savedReceiver{a, string(pairs), slices.Clone(r.senders), slices.Clone(r.alone)}
}

// restore sets the ties from the saved fields. It calls execute as Resume does.
func (t *ties) restore(c *Saved, execute func(depth int, st trace.Step) (*trace.Event, error)) error {
	var steps trace.Schedule
	for _, saved := range c.Noted {
		steps = steps[:saved.Same]
		var e *trace.Event
		for _, st := range saved.Steps {
			var err error
			if e, err = execute(len(steps), st); err != nil {
				return err
			}
			steps = append(steps, st)
		}
		switch {
		case e.IsReceive():
			t.learn(e, steps)
		case e.Delivers():
			t.meet(e, steps)
		default:
			return fmt.Errorf("an event of actor %d is %s, and neither receives nor delivers a message", e.Actor, e.Kind)
		}
	}
	for i := range c.Receivers {
		saved := &c.Receivers[i]
		if err := t.receiver(saved.Actor).restore(saved); err != nil {
			return err
		}
	}
	return nil
}

// restore sets the known facts about the messages to a process, which were added.
func (r *receiver) restore(saved *savedReceiver) error {
	rest := saved.Pairs
	if len(saved.Senders) != len(r.values) || len(saved.Alone) != len(r.values) {
		return errTies
	}
	for i := range r.values {
		for k := range r.pairs[i] {
			p := pair(rest[k] - '0')
			if (p == tied) != (r.pairs[i][k] == tied) {
				return errTies
			}
			r.pairs[i][k] = p
		}
		rest = rest[i+1:]
	}
	copy(r.senders, saved.Senders)
	copy(r.alone, saved.Alone)
	return nil
}

// errTies is the error for messages that are tied by other receives than they were.
var errTies = errors.New("the receives of a process match other messages than they did")
