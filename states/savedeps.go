package states

import (
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
)

// Patterns are functions, and messages have numbers that mean nothing before they are sent again. So the steps to the
// events that have added them are saved, and executed again.

// restore sets the ties from the saved fields. It calls execute as Resume does.
func (t *messageDeps) restore(c *Snapshot, execute func(depth int, st trace.Step) (*trace.Event, error)) error {
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
			p := relation(rest[k] - '0')
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
