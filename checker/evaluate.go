package checker

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// finding is a violation that a rule has found.
type finding struct {
	violation Violation
	events    int // number of events after which it shows
}

// evaluator evaluates the rules on the interleavings of one worker.
type evaluator struct {
	j       *judge
	marks   []int // positions of the events that properties and goals are about
	shown   []announcement
	order   trace.Order // of an interleaving, for goals that any order may reach
	ordered int         // number of that interleaving
	probed  []bool      // which rules have been probed
	over    bool        // the search has ended while a rule was evaluated
}

// mark notes the events that properties and goals are about.
func (a *evaluator) mark(e *trace.Event, depth int) {
	if e.Kind == trace.Announce || e.Kind == trace.Reach || e.Kind == trace.Exit {
		a.marks = append(a.marks, depth)
	}
}

// apply applies the rules to the current interleaving, and notes the goals that it reaches. Sound says
// that the interleaving is complete, and that no process has crashed or waits for ever.
func (a *evaluator) apply(rules []Rule, sound bool) error {
	for i := range rules {
		if err := a.applyRule(&rules[i], i, sound); err != nil {
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

// applyRule applies the rule with index i to the current interleaving.
func (a *evaluator) applyRule(rule *Rule, i int, sound bool) error {
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
	b, err := a.evaluate(rule, i)
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
	return a.evaluateAgain(rule, i, b)
}

// undeclared notes the error that an event reaches a goal that the model does not declare.
func (a *evaluator) undeclared(goal string, depth int) error {
	at := a.j.sys.Executed(depth + 1)
	return a.j.failing(&guard.ModelError{Process: at.Process, Source: at.Source,
		Problem: fmt.Sprintf("it reaches the goal %q, which is not among the Goals of the model; list it there, so that it is missed where it is not reached", goal)},
		at.Process, faultIn(at.Process), []int{depth})
}

// shows returns the positions of the events that are the evidence of a finding after so many events:
// the last one if a process has shown something there, all if it was found at the end.
func shows(process string, events int) []int {
	if process != "" {
		return []int{events - 1}
	}
	return everything(events)
}

// length returns the number of events up to the last of the evidence.
func length(evidence []int) int {
	if len(evidence) == 0 {
		return 0
	}
	return evidence[len(evidence)-1] + 1
}

// everything returns the positions 0 to events-1.
func everything(events int) []int {
	all := make([]int, events)
	for i := range all {
		all[i] = i
	}
	return all
}

// evaluate evaluates the rule on the current interleaving. It returns nil if there is no finding.
func (a *evaluator) evaluate(rule *Rule, i int) (found *finding, err error) {
	at, returned := moment{}, false
	a.j.search.engine.Calls.Begin(a, rule.endless)
	defer a.j.search.engine.Calls.End(a)
	defer func() {
		if problem := recover(); problem != nil || !returned {
			found, err = nil, a.rulePanicked(rule, at, problem)
		}
	}()
	found = a.judge(rule, i, a.shown, &at)
	if at.shown {
		a.j.tally.asked.note(i)
	}
	returned = true
	return found, nil
}

// moment is a point of an interleaving at which a rule is evaluated.
type moment struct {
	process string // that has just announced something; "" at the end
	events  int    // number of events so far
	shown   bool   // something has been announced so far
	of      *cuts  // the moment is its current cut; nil for a moment of the interleaving as executed
}

// evidence returns the positions of the events that show the moment.
func (at *moment) evidence() []int {
	if at.of != nil {
		return at.of.evidence()
	}
	return shows(at.process, at.events)
}

// judge judges by the rule with index i, and sets at to the moment of each evaluation. A rule may keep,
// sort and change the values that it is given. Copying all of them for each evaluation is slow, so that
// is done only for a rule that was found to change values.
func (a *evaluator) judge(rule *Rule, i int, shown []announcement, at *moment) *finding {
	changes := &a.j.tally.changing[i]
	goesOn := func() bool { return a.mayContinue(rule) }
	found := rule.judge(shown, len(a.j.player.Events()), at, changes.Load(), goesOn)
	if rule.events || changes.Load() || !changed(shown) { // each event is given only once
		return found
	}
	changes.Store(true)
	return rule.judge(shown, len(a.j.player.Events()), at, true, goesOn)
}

// changed reports whether a rule has changed a value that it was given.
func changed(shown []announcement) bool {
	return slices.ContainsFunc(shown, func(a announcement) bool {
		return !a.ended && a.given != nil && !a.values.Is(a.number, a.given)
	})
}

// judge judges an interleaving of so many events by its announcements, and sets at to the moment of
// each evaluation. With anew, each evaluation gets copies of its own. Evaluation at cuts, of which
// there may be many, ends when goesOn returns false.
func (r *Rule) judge(shown []announcement, events int, at *moment, anew bool, goesOn func() bool) *finding {
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
			return &finding{v, a.events}
		}
	}
	if referee.end == nil {
		return nil
	}
	*at = moment{events: events, shown: at.shown}
	if wrong := referee.end(); wrong != nil {
		v := Violation{Property: r.Name, Explanation: wrong.Error()}
		return &finding{v, events}
	}
	return nil
}

// judgeCuts judges each cut of the announcements, as long as goesOn returns true.
func (r *Rule) judgeCuts(shown []announcement, at *moment, goesOn func() bool) *finding {
	c := newCuts(shown)
	for c.next() && goesOn() {
		states, last := c.states()
		*at = moment{last.process, last.events, true, c}
		if reached := r.holds(states); reached != nil {
			return &finding{Violation{Property: r.Name, Explanation: reached.Error(), Process: last.process}, last.events}
		}
	}
	return nil
}

// shownTo appends the announcements of the current interleaving that concern the rule.
func (a *evaluator) shownTo(rule *Rule, shown []announcement) []announcement {
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

// endless returns the error that a function of the rule does not return.
func (r *Rule) endless() *guard.ModelError {
	return &guard.ModelError{Source: where(r.code), Problem: fmt.Sprintf(
		"the rule %q does not return, or only after a long time. It must be able to judge whatever processes "+
			"expose or announce, also only a part of what an interleaving shows, and wait for nothing", r.Name)}
}
