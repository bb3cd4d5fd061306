package checker

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// breach is what a Rule finds wrong with an interleaving.
type breach struct {
	violation Violation
	events    int // after how many events that was seen
}

// asker asks the rules about the interleavings of one worker.
type asker struct {
	j       *judge
	marks   []int // positions of the events that properties and goals are about
	shown   []announcement
	order   trace.Order // of an interleaving, for goals that any order may reach
	ordered int         // which interleaving of this worker that is
	probed  []bool      // which rules have been asked about parts of what they are shown
	over    bool        // the search has ended, which showed as a rule was asked
}

// mark notes the events that properties and goals are about.
func (a *asker) mark(e *trace.Event, depth int) {
	if e.Kind == trace.Announce || e.Kind == trace.Reach || e.Kind == trace.Exit {
		a.marks = append(a.marks, depth)
	}
}

// apply judges the present interleaving by the rules, and notes the goals that it
// reaches. Sound says that it has come to its end, and no process has crashed or waits
// for ever.
func (a *asker) apply(rules []Rule, sound bool) error {
	for i := range rules {
		if err := a.judgeBy(&rules[i], i, sound); err != nil {
			return err
		}
	}
	for _, depth := range a.marks {
		if e := &a.j.player.Events()[depth]; e.Kind == trace.Reach {
			name := a.j.sys.Value(e.Key).(string)
			if !a.j.result.Model.hasGoal(name) {
				return a.undeclared(name, depth)
			}
			a.j.found.reached = append(a.j.found.reached, name)
		}
	}
	return nil
}

// judgeBy judges the present interleaving by one rule, which is the i-th.
func (a *asker) judgeBy(rule *Rule, i int, sound bool) error {
	if rule.atEnd && !sound {
		return nil
	}
	a.shown = a.shownTo(rule, a.shown[:0])
	if err := a.probe(rule, i); err != nil {
		return err
	}
	if a.over = a.over || a.j.hurried(); a.over {
		return player.ErrStopped
	}
	b, err := a.ask(rule, i)
	switch {
	case err != nil:
		return err
	case a.over:
		return player.ErrStopped
	case b == nil:
	case rule.goal:
		a.j.found.reached = append(a.j.found.reached, rule.Name)
	default:
		if err := a.j.record(&b.violation, shows(b.violation.Process, b.events)); err != nil {
			return err
		}
	}
	return a.askAgain(rule, i, b)
}

// undeclared notes that an event reaches a goal of which the model knows nothing. An
// error is about something else.
func (a *asker) undeclared(goal string, depth int) error {
	at := a.j.sys.Executed(depth + 1)
	return a.j.failing(&guard.ModelError{Process: at.Process, Source: at.Source,
		Problem: fmt.Sprintf("it reaches the goal %q, which is not among the Goals of the model; list it there, so that it is missed where it is not reached", goal)},
		at.Process, atFault(at.Process), []int{depth})
}

// shows returns the positions of the events that show what was seen after so many: the last, by
// which a process has shown something, or all, if it was seen at the end.
func shows(process string, events int) []int {
	if process != "" {
		return []int{events - 1}
	}
	return everything(events)
}

// length is how many events there are when the last of the evidence is there.
func length(evidence []int) int {
	if len(evidence) == 0 {
		return 0
	}
	return evidence[len(evidence)-1] + 1
}

// everything returns the positions of so many events.
func everything(events int) []int {
	all := make([]int, events)
	for i := range all {
		all[i] = i
	}
	return all
}

// ask judges what the rule is shown of the present interleaving. It returns nil if that has nothing to say.
func (a *asker) ask(rule *Rule, i int) (found *breach, err error) {
	at, returned := moment{}, false // what the rule is asked about
	a.j.search.engine.Calls.Begin(a, rule.endless)
	defer a.j.search.engine.Calls.End(a)
	defer func() {
		if problem := recover(); problem != nil || !returned {
			found, err = nil, a.faulty(rule, at, problem)
		}
	}()
	found = a.hear(rule, i, a.shown, &at)
	if at.shown {
		a.j.tally.asked.note(i)
	}
	returned = true
	return found, nil
}

// moment is what a rule is asked about: what a process has announced, or without one
// what there is in the end; and how many events there are then.
type moment struct {
	process string
	events  int
	shown   bool  // something has been announced up to now
	of      *cuts // of which it is the present one; nil if it is a moment of the interleaving as it was executed
}

// evidence returns the positions of the events that show the moment.
func (at *moment) evidence() []int {
	if at.of != nil {
		return at.of.evidence()
	}
	return shows(at.process, at.events)
}

// hear judges by the rule, which is the i-th, and notes on the way what about. What the rule
// is given are copies, which it may keep, sort and change. To make them for each state of
// each process whenever one shows something new takes long. So that is done only for a rule
// that was found to change what it is given.
func (a *asker) hear(rule *Rule, i int, shown []announcement, at *moment) *breach {
	changes := &a.j.tally.changing[i]
	goesOn := func() bool { return a.goesOn(rule) }
	found := rule.judge(shown, len(a.j.player.Events()), at, changes.Load(), goesOn)
	if rule.events || changes.Load() || !changed(shown) { // an event is given once
		return found
	}
	changes.Store(true)
	return rule.judge(shown, len(a.j.player.Events()), at, true, goesOn)
}

// changed reports whether a rule has changed any of what it was given.
func changed(shown []announcement) bool {
	return slices.ContainsFunc(shown, func(a announcement) bool {
		return !a.ended && a.given != nil && !a.values.Is(a.number, a.given)
	})
}

// judge judges an interleaving of so many events by what is shown of it, and notes on the
// way what about. Anew says that each asking needs copies of its own. Where there may be very
// many askings, goesOn is called before each, and must return true.
func (r *Rule) judge(shown []announcement, events int, at *moment, anew bool, goesOn func() bool) *breach {
	for i := range shown {
		if a := &shown[i]; !a.ended {
			a.given, a.anew = a.values.Value(a.number), anew
		}
	}
	if len(shown) > 0 && shown[0].needs != nil {
		return r.judgeCuts(shown, at, goesOn)
	}
	referee := r.begin()
	for _, a := range shown {
		*at = moment{process: a.process, events: a.events, shown: at.shown || !a.ended}
		if wrong := referee.see(a); wrong != nil {
			v := Violation{Property: r.Name, Explanation: wrong.Error(), Process: a.process}
			return &breach{v, a.events}
		}
	}
	if referee.end == nil {
		return nil
	}
	*at = moment{events: events, shown: at.shown}
	if wrong := referee.end(); wrong != nil {
		v := Violation{Property: r.Name, Explanation: wrong.Error()}
		return &breach{v, events}
	}
	return nil
}

// judgeCuts judges each moment that an order of what is shown can have, as long as goesOn
// returns true.
func (r *Rule) judgeCuts(shown []announcement, at *moment, goesOn func() bool) *breach {
	c := newCuts(shown)
	for c.next() && goesOn() {
		states, last := c.states()
		*at = moment{last.process, last.events, true, c}
		if reached := r.holds(states); reached != nil {
			return &breach{Violation{Property: r.Name, Explanation: reached.Error(), Process: last.process}, last.events}
		}
	}
	return nil
}

// shownTo appends what the rule is to see of the present interleaving.
func (a *asker) shownTo(rule *Rule, shown []announcement) []announcement {
	anyOrder := false
	for _, depth := range a.marks {
		e := &a.j.player.Events()[depth]
		switch {
		case e.Kind == trace.Announce && a.j.sys.Value(e.Key) == rule.board:
			anyOrder = anyOrder || unordered(e)
			shown = append(shown, announcement{process: a.j.sys.Actor(e.Actor).Name, events: depth + 1, number: e.Value, values: a.j.sys})
		case e.Kind == trace.Exit && rule.living:
			shown = append(shown, announcement{process: a.j.sys.Actor(e.Actor).Name, events: depth + 1, ended: true})
		}
	}
	if rule.goal && anyOrder {
		a.relate(shown)
	}
	return shown
}

// endless returns the error that the rule does not answer.
func (r *Rule) endless() *guard.ModelError {
	return &guard.ModelError{Source: where(r.code), Problem: fmt.Sprintf(
		"the rule %q does not come to an end, or only after a long time. It must be able to judge whatever processes "+
			"expose or announce, also only a part of what an interleaving shows, and wait for nothing", r.Name)}
}
