package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// breach is what a Rule finds wrong with an interleaving.
type breach struct {
	violation Violation
	events    int // after how many events that was seen
}

// mark notes the events that properties and goals are about.
func (x *exploration) mark(e *trace.Event, depth int) {
	if e.Kind == trace.Announce || e.Kind == trace.Reach || e.Kind == trace.Exit {
		x.marks = append(x.marks, depth)
	}
}

// apply judges the present interleaving by the rules, and notes the goals that it
// reaches. Sound says that it has come to its end and nobody has crashed or waits
// for ever.
func (x *exploration) apply(rules []Rule, sound bool) error {
	for i := range rules {
		rule := &rules[i]
		switch b, err := x.ask(rule, i, sound); {
		case err != nil:
			return err
		case b == nil:
		case rule.goal:
			x.found.reached = append(x.found.reached, rule.Name)
		default:
			if err := x.record(&b.violation, b.events); err != nil {
				return err
			}
		}
	}
	for _, depth := range x.marks {
		if e := &x.events[depth]; e.Kind == trace.Reach {
			name := x.sys.Value(e.Key).(string)
			if !x.result.Model.hasGoal(name) {
				return x.undeclared(name, depth)
			}
			x.found.reached = append(x.found.reached, name)
		}
	}
	return nil
}

// undeclared is the error that an event reaches a goal of which the model knows
// nothing.
func (x *exploration) undeclared(goal string, depth int) error {
	at := x.sys.Executed(depth + 1)
	return &proc.ModelError{Process: at.Process, Step: depth + 1, Source: at.Source,
		Problem: fmt.Sprintf("it reaches the goal %q, which is not among the Goals of the model; list it there, so that it is missed where it is not reached", goal)}
}

// ask judges the present interleaving by one rule, which is the i-th. It returns nil
// if that has nothing to say.
func (x *exploration) ask(rule *Rule, i int, sound bool) (found *breach, err error) {
	if rule.atEnd && !sound {
		return nil, nil
	}
	at, returned := moment{}, false // what the rule is asked about
	defer func() {
		if problem := recover(); problem != nil || !returned {
			found, err = nil, x.faulty(rule, at, problem)
		}
	}()
	found = x.judgement(rule, &at)
	if at.shown {
		x.ledger.asked.note(i)
	}
	returned = true
	return found, nil
}

// moment is what a rule is asked about: what a process has announced, or without one
// what there is in the end; and how many events there are then.
type moment struct {
	process string
	events  int
	shown   bool // something has been announced up to now
}

// judgement lets the rule judge, and notes on the way what about.
func (x *exploration) judgement(rule *Rule, at *moment) *breach {
	referee := rule.begin()
	for _, depth := range x.marks {
		a, ok := x.announcement(rule, depth)
		if !ok {
			continue
		}
		*at = moment{a.process, depth + 1, at.shown || !a.ended}
		if wrong := referee.see(a); wrong != nil {
			v := Violation{Property: rule.Name, Explanation: wrong.Error(), Process: a.process}
			return &breach{v, depth + 1}
		}
	}
	if referee.end == nil {
		return nil
	}
	*at = moment{events: len(x.events), shown: at.shown}
	if wrong := referee.end(); wrong != nil {
		v := Violation{Property: rule.Name, Explanation: wrong.Error()}
		return &breach{v, len(x.events)}
	}
	return nil
}

// announcement returns what was announced at a position, if the rule is to see that.
func (x *exploration) announcement(rule *Rule, depth int) (announcement, bool) {
	e := &x.events[depth]
	switch {
	case e.Kind == trace.Announce && x.sys.Value(e.Key).(string) == rule.board:
		return announcement{process: x.sys.Actor(e.Actor).Name, value: x.sys.Value(e.Value)}, true
	case e.Kind == trace.Exit && rule.living:
		return announcement{process: x.sys.Actor(e.Actor).Name, ended: true}, true
	}
	return announcement{}, false
}
