package checker

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// finding is a violation that a rule has found.
type finding struct {
	violation Violation
	events    int // number of events that show it
}

// evaluator evaluates the rules on the interleavings of one worker.
type evaluator struct {
	j       *judge
	marks   []int // positions of the events that rules and goals are about
	shown   []announcement
	order   trace.Order // of an interleaving, for goals; see cuts
	ordered int         // number of that interleaving
	probed  []bool      // which rules have been probed
	over    bool        // the search has ended while a rule was evaluated
	state   any         // of the automaton that was evaluated last

	violated  map[trace.Fingerprint]bool   // whether a rule about states is violated, by the states it was shown
	reached   map[trace.Fingerprint]uint64 // the outcome of an automaton, by the events it was shown
	sequences whole.Numbers                // of sequences that were shown, if states are kept whole
}

// mark records an event that rules and goals are about.
func (a *evaluator) mark(e *trace.Event, depth int) {
	if e.Kind.Is(trace.Shows) || e.Kind == trace.Reach || e.Kind == trace.Exit {
		a.marks = append(a.marks, depth)
	}
}

// apply applies the rules to the current interleaving, and records the goals that it reaches. complete says that
// the interleaving is complete, and sound that, in addition, no process has crashed or waits for ever.
func (a *evaluator) apply(rules []Rule, complete, sound bool) error {
	a.boards()
	for i := range rules {
		judged := (!rules[i].atEnd || sound) && (!rules[i].eventual || complete) && !rules[i].possible // otherwise it may hold later
		if err := a.applyRule(&rules[i], i, judged); err != nil {
			return err
		}
	}
	return a.reaches()
}

// boards records on which boards the current interleaving has shown something, as long as nothing was shown to some rule.
func (a *evaluator) boards() {
	if !a.j.tally.asking() {
		return
	}
	for _, depth := range a.marks {
		if e := &a.j.player.Events()[depth]; e.Kind.Is(trace.Shows) {
			a.j.found.exercised.boards |= a.j.tally.board(a.j.world.Value(e.Key).(program.Board))
		}
	}
}

// note records whether the rule with index i was shown anything.
func (a *evaluator) note(i int) {
	if slices.ContainsFunc(a.shown, func(s announcement) bool { return !s.ended }) {
		a.j.found.exercised.shown |= 1 << i
		if i >= 64 { // for which there is no bit
			a.j.tally.asked[i].Store(true)
		}
	}
}

// goals records the goals that the current interleaving reaches, and the rules that have something to judge. It does
// not judge the rules that must hold.
func (a *evaluator) goals(rules []Rule) error {
	a.boards()
	for i := range rules {
		if a.j.tally.asking() {
			a.shown = a.shownTo(&rules[i], a.shown[:0])
			a.note(i)
		}
	}
	for i := range rules {
		if rules[i].goal {
			if err := a.applyRule(&rules[i], i, true); err != nil {
				return err
			}
		}
	}
	return a.reaches()
}

// reaches records the goals that processes have reached.
func (a *evaluator) reaches() error {
	for _, depth := range a.marks {
		if e := &a.j.player.Events()[depth]; e.Kind == trace.Reach {
			name := a.j.world.Value(e.Key).(string)
			if !slices.ContainsFunc(a.j.result.Model.Goals, func(p Property) bool { return p.Name == name }) {
				return a.undeclared(name, depth)
			}
			a.j.found.reached = append(a.j.found.reached, name)
		}
	}
	return nil
}

// applyRule applies the rule with index i, or records only whether it was shown anything if it is not to be judged.
func (a *evaluator) applyRule(rule *Rule, i int, judged bool) error {
	a.shown = a.shownTo(rule, a.shown[:0])
	a.note(i)
	if !judged {
		return nil
	}
	if err := a.probe(rule, i); err != nil {
		return err
	}
	if a.over = a.over || a.j.hurried(); a.over {
		return stage.ErrStopped
	}
	b, err := a.evaluate(rule, i, a.shown, false)
	switch {
	case err != nil:
		return err
	case a.over:
		return stage.ErrStopped
	case b == nil:
	case rule.goal:
		a.j.found.reached = append(a.j.found.reached, rule.Name)
	default:
		if err := a.j.record(&b.violation, a.evidence(rule, b)); err != nil {
			return err
		}
	}
	return a.evaluateAgain(rule, i, b)
}

// undeclared records the error that a process reaches a goal that the model does not declare.
func (a *evaluator) undeclared(goal string, depth int) error {
	at := a.j.world.Request(depth+1, &a.j.player.Events()[depth])
	return a.j.failing(&guard.ModelError{Process: at.Process, Source: at.Source,
		Problem: fmt.Sprintf("it reaches the goal %q, which is not among the Goals of the model; list it there, so that it is missed where it is not reached", goal)},
		at.Process, faultIn(at.Process), []int{depth})
}

// evidence returns the positions of the events that show a finding of the rule. If the rule can tell only which ends come before
// which beginnings, not all announcements before the last one need happen before it, and the rule has seen them.
func (a *evaluator) evidence(rule *Rule, b *finding) (positions []int) {
	if rule.ends == nil || b.violation.Process == "" {
		return shows(b.violation.Process, b.events)
	}
	for i := range a.shown {
		if n := a.shown[i].events; n <= b.events {
			positions = append(positions, n-1)
		}
	}
	return positions
}

// shows returns the evidence of a finding after the given number of events: the position of the last
// event if this is the announcement of a process, or the positions of all events if the finding is at the
// end.
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

func everything(events int) []int {
	all := make([]int, events)
	for i := range all {
		all[i] = i
	}
	return all
}

// evaluate returns the finding of the rule on the announcements, or nil. When probing, a panic is a finding.
//
//go:noinline
func (a *evaluator) evaluate(rule *Rule, i int, shown []announcement, probing bool) (found *finding, err error) {
	at, returned := moment{}, false
	a.begins(rule)
	defer a.j.search.engine.Calls.End(a)
	defer func() {
		switch problem := recover(); {
		case problem != nil && probing:
			found = &finding{violation: Violation{Explanation: "a panic"}}
		case problem != nil || !returned:
			found, err = nil, a.rulePanicked(rule, at, problem)
		}
	}()
	found = a.judge(rule, i, shown, &at)
	a.state = at.state
	if at.shown {
		a.j.found.exercised.rules |= 1 << i
	}
	returned = true
	return found, nil
}

// moment is a point of an interleaving at which a rule is evaluated.
type moment struct {
	process string // that has just announced something; "" at the end
	events  int    // number of events before
	shown   bool   // something was announced before
	state   any    // of an automaton
	of      *cuts  // whose current cut the moment is; nil in the interleaving as executed
}

// evidence returns the positions of the events that show the moment.
func (at *moment) evidence() []int {
	if at.of != nil {
		return at.of.evidence()
	}
	return shows(at.process, at.events)
}

// judge judges by the rule with index i, and sets at to the moment of each evaluation. A rule may keep, sort and
// change its arguments. To copy them for each evaluation is slow, so they are copied only for a rule that was
// found to change them.
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

// changed reports whether a rule has changed its arguments.
func changed(shown []announcement) bool {
	return slices.ContainsFunc(shown, func(a announcement) bool {
		return !a.ended && a.given != nil && !a.values.Is(a.number, a.given)
	})
}

// judge judges an interleaving, which has the given number of events, by its announcements, and sets at to
// the moment of each evaluation. With anew, each evaluation gets its own copies. Evaluation at cuts ends
// when goesOn returns false.
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
	if referee.state != nil {
		at.state = referee.state()
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

// judgeCuts judges the cuts of the announcements while goesOn returns true.
func (r *Rule) judgeCuts(shown []announcement, at *moment, goesOn func() bool) *finding {
	c := newCuts(shown)
	for c.next() && goesOn() {
		states, last := c.states()
		*at = moment{process: last.process, events: last.events, shown: true, of: c}
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
		case e.Kind.Is(trace.Shows) && a.j.world.Value(e.Key) == rule.board:
			anyOrder = anyOrder || e.Flags&trace.Unordered != 0
			shown = append(shown, announcement{process: a.j.world.Actor(e.Actor).Name, events: depth + 1, number: e.Value, values: a.j.sys})
		case e.Kind == trace.Exit && rule.living:
			shown = append(shown, announcement{process: a.j.world.Actor(e.Actor).Name, events: depth + 1, ended: true})
		}
	}
	if rule.goal && anyOrder {
		a.relate(shown)
	}
	return shown
}

// begins records that the rule is called, so that it is reported if it does not return.
func (a *evaluator) begins(rule *Rule) {
	a.j.search.engine.Calls.Begin(a, func() *guard.ModelError {
		return guard.Endless(fmt.Sprintf("the rule %q", rule.Name), fmt.Sprintf("checker.(*evaluator).evaluate(%p", a), rule.code)
	})
}
