package rules

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Config says which interleavings an [Evaluator] evaluates, and how.
type Config struct {
	Common   *Common
	Loop     *stage.Loop // of the search
	Player   *stage.Player
	Repeater *stage.Repeater
	Over     func() bool // reports whether the search has ended
	Trust    bool        // rules are pure
	Exact    bool        // sequences are compared as they are, and not by their fingerprints
	Viewed   bool        // states are compared by a view
}

// Evaluator evaluates the rules on the interleavings of one worker.
type Evaluator struct {
	Config
	world *stage.World
	sys   *world.System // the world if it simulates a model; otherwise nil

	marks     []int   // positions of the events that rules and goals are about
	told      []entry // the words, by the number of marked events
	shown     []Announcement
	exercised Coverage        // of the current interleaving
	fault     *Fault          // the same
	order     causality.Order // of an interleaving, for goals; see cuts
	ordered   int             // number of that interleaving
	probed    []bool          // which rules have been probed
	over      bool            // the search has ended while a rule was evaluated
	state     any             // of the automaton that was evaluated last

	violated  map[trace.Fingerprint]bool   // whether a rule about states is violated, by the states it was shown
	reached   map[trace.Fingerprint]uint64 // the outcome of an automaton, by the events it was shown
	sequences whole.Numbers                // of sequences that were shown, if states are kept whole
}

// New returns an evaluator.
func New(c Config) *Evaluator {
	w := c.Player.World()
	return &Evaluator{Config: c, world: w, sys: world.Simulated(w)}
}

// Fault is an error of the model that ends the search.
type Fault struct {
	Err      error
	Process  string
	Text     string // in which way the evidence shows it
	Evidence []int  // positions of events
}

// Fault returns the first fault in the current interleaving, nil if there is none.
func (a *Evaluator) Fault() *Fault { return a.fault }

// Coverage returns what the current interleaving has shown to the rules, and which of them have judged something.
func (a *Evaluator) Coverage() Coverage { return a.exercised }

// Over reports whether the search has ended while a rule was evaluated.
func (a *Evaluator) Over() bool { return a.over }

// Mark records an event that rules and goals are about.
func (a *Evaluator) Mark(e *trace.Event, depth int) {
	if e.Kind.Is(kind.Shows) || e.Kind == kind.Reach || e.Kind == kind.Exit {
		a.told = a.told[:min(len(a.told), len(a.marks)+1)]
		a.marks = append(a.marks, depth)
	}
}

// Back forgets the events from depth on.
func (a *Evaluator) Back(depth int) { a.marks = upTo(depth, a.marks) }

// upTo returns the positions before depth. They are in ascending order.
func upTo(depth int, positions []int) []int {
	for len(positions) > 0 && positions[len(positions)-1] >= depth {
		positions = positions[:len(positions)-1]
	}
	return positions
}

// Begin begins to evaluate the current interleaving.
func (a *Evaluator) Begin() { a.exercised, a.fault = Coverage{}, nil }

// Boards records on which boards the current interleaving has shown something, as long as nothing was shown to some rule.
func (a *Evaluator) Boards() {
	if !a.Common.asking() {
		return
	}
	for _, depth := range a.marks {
		if e := &a.Player.Events()[depth]; e.Kind.Is(kind.Shows) {
			a.exercised.boards |= a.Common.board(a.world.Value(e.Key).(program.Board))
		}
	}
}

// Show records for each rule whether anything was shown to it, as long as nothing was shown to some rule.
func (a *Evaluator) Show() {
	for i := range a.Common.List {
		if a.Common.asking() {
			a.note(i)
		}
	}
}

// note finds the values for the rule with index i, and records whether there are any.
func (a *Evaluator) note(i int) {
	a.shown = a.shownTo(&a.Common.List[i], a.shown[:0])
	if slices.ContainsFunc(a.shown, func(s Announcement) bool { return !s.ended }) {
		a.exercised.shown |= 1 << i
		if i >= 64 { // for which there is no bit
			a.Common.Show(i, true)
		}
	}
}

// Reached returns the goals that processes have reached, and calls f with each and the position of the event. One
// that the model does not have is a fault of the model.
func (a *Evaluator) Reached(f func(goal string, depth int) error) (names []string, err error) {
	for _, depth := range a.marks {
		e := &a.Player.Events()[depth]
		if e.Kind != kind.Reach {
			continue
		}
		name := a.world.Value(e.Key).(string)
		if !slices.Contains(a.Common.goals, name) {
			a.undeclared(name, depth)
			return names, nil
		}
		names = append(names, name)
		if err := f(name, depth); err != nil {
			return names, err
		}
	}
	return names, nil
}

// undeclared records the fault that a process reaches a goal that the model does not declare.
func (a *Evaluator) undeclared(goal string, depth int) {
	at := a.world.Request(depth+1, &a.Player.Events()[depth])
	if a.fault == nil { // the first one counts
		a.fault = &Fault{Process: at.Process, Text: InProcess(at.Process), Evidence: []int{depth}, Err: &guard.ModelError{Process: at.Process, Source: at.Source,
			Problem: fmt.Sprintf("it reaches the goal %q, which is not among the Goals of the model; list it there, so that it is missed where it is not reached", goal)}}
	}
}

// InProcess says that a process has a fault of the model.
func InProcess(process string) string { return "the model has an error in process " + process }

// Judge evaluates the rule with index i, unless it is only to be recorded whether anything was shown to it. It returns what the rule
// has found, nil if nothing.
func (a *Evaluator) Judge(i int, judged bool) (*Finding, error) {
	a.note(i)
	if !judged {
		return nil, nil
	}
	if err := a.probe(i); err != nil {
		return nil, err
	}
	if a.shouldStop() {
		return nil, stage.ErrStopped
	}
	found, err := a.evaluate(i, a.shown, false)
	if err == nil && a.over {
		err = stage.ErrStopped
	}
	return found, err
}

// JudgeAgain evaluates the rule with index i, which [Evaluator.Judge] has judged before, and checks whether it is pure.
func (a *Evaluator) JudgeAgain(i int) (*Finding, error) {
	a.shown = a.shownTo(&a.Common.List[i], a.shown[:0])
	found, err := a.evaluate(i, a.shown, false)
	if err == nil {
		err = a.Confirm(i, found)
	}
	return found, err
}

// Stands evaluates the rule with index i in the middle of an interleaving. It returns whether anything was shown to the rule. The
// text is the rule's error, and ok is false if there is one.
func (a *Evaluator) Stands(i int) (shown bool, text string, ok bool) {
	all := a.shownTo(&a.Common.List[i], nil)
	found, err := a.evaluate(i, all, true)
	if found != nil {
		text = found.Text
	}
	return len(all) > 0, text, found == nil && err == nil
}

// shouldStop reports whether to evaluate no more, because the search has ended.
func (a *Evaluator) shouldStop() bool {
	a.over = a.over || a.Loop.Watch.Hurried()
	return a.over
}

// Evidence returns the positions of the events that show a finding of the rule with index i, which was judged last. If the rule can
// tell only which ends come before which beginnings, not all announcements before the last one need happen before it, and the rule
// has seen them.
func (a *Evaluator) Evidence(i int, f *Finding) (positions []int) {
	if f.cut != nil {
		return f.cut
	}
	if a.Common.List[i].Ends == nil || f.Process == "" {
		return shows(f.Process, f.events)
	}
	for i := range a.shown {
		if n := a.shown[i].events; n <= f.events {
			positions = append(positions, n-1)
		}
	}
	return positions
}

// shownTo appends the announcements of the current interleaving that concern the rule.
func (a *Evaluator) shownTo(rule *Rule, shown []Announcement) []Announcement {
	anyOrder := false
	for _, depth := range a.marks {
		e := &a.Player.Events()[depth]
		switch {
		case e.Kind.Is(kind.Shows) && a.world.Value(e.Key) == rule.Board:
			anyOrder = anyOrder || e.Flags&kind.Unordered != 0
			shown = append(shown, Announcement{Process: a.world.Actor(e.Actor).Name, events: depth + 1, number: e.Value, values: a.sys})
		case e.Kind == kind.Exit && rule.Living:
			shown = append(shown, Announcement{Process: a.world.Actor(e.Actor).Name, events: depth + 1, ended: true})
		}
	}
	if rule.Goal && anyOrder {
		a.relate(shown)
	}
	return shown
}

// relate computes the needs of the announcements of the current interleaving.
func (a *Evaluator) relate(shown []Announcement) {
	if a.ordered != a.Repeater.Interleavings {
		a.order.Relation.ReceivePatterns = true // for every search, so that goals agree
		a.order.Compute(slices.Clone(a.Player.Events()))
		a.ordered = a.Repeater.Interleavings
	}
	for i := range shown {
		later := &shown[i]
		later.needs = []need{}
		for j := i - 1; j >= 0; j-- {
			b := &shown[j]
			met := slices.ContainsFunc(later.needs, func(n need) bool { return n.process == b.Process })
			if !met && b.Process != later.Process && a.order.Before(b.events-1, later.events-1) {
				later.needs = append(later.needs, need{b.Process, b.events})
			}
		}
	}
}

// evaluate returns the finding of the rule with index i on the announcements, or nil. When probing, a panic is a finding.
//
//go:noinline
func (a *Evaluator) evaluate(i int, shown []Announcement, probing bool) (found *Finding, err error) {
	rule, at, returned := &a.Common.List[i], moment{}, false
	a.begins(rule)
	defer a.Loop.Calls.End(a)
	defer func() {
		switch problem := recover(); {
		case problem != nil && probing:
			found = &Finding{Text: "a panic"}
		case problem != nil || !returned:
			found, err = nil, a.panicked(rule, at, problem)
		}
	}()
	found = a.judge(rule, i, shown, &at)
	a.state = at.state
	if at.shown {
		a.exercised.judged |= 1 << i
	}
	returned = true
	return found, nil
}

// begins records that the rule is called, so that it is reported if it does not return.
func (a *Evaluator) begins(rule *Rule) {
	a.Loop.Calls.Begin(a, func() *guard.ModelError {
		return guard.Endless(fmt.Sprintf("the rule %q", rule.Name), fmt.Sprintf("rules.(*Evaluator).evaluate(%p", a), rule.Code)
	})
}

// panicked records that a rule has panicked with the problem, or has exited the goroutine if the problem is
// nil. It must be called by the function that recovers.
func (a *Evaluator) panicked(rule *Rule, at moment, problem any) error {
	about := ", before it was asked about anything,"
	switch {
	case at.process != "":
		about = ", asked about what process " + at.process + " has shown,"
	case at.events > 0:
		about = ", asked about the states at the end,"
	}
	if a.fault != nil {
		return nil // the first one counts
	}
	err := values.PanicError(fmt.Sprintf("the property %q%s", rule.Name, about), problem,
		"It must be able to judge whatever processes expose or announce")
	if problem == nil { // the goroutine exits
		a.Loop.Tally.Fail(err)
		return nil
	}
	if again := a.Repeater.Repeat(stage.Now); again != nil {
		return again
	}
	a.fault = &Fault{Err: err, Process: at.process, Text: fmt.Sprintf("the property %q panics", rule.Name), Evidence: at.evidence()}
	return nil
}

// judge judges by the rule with index i, and sets at to the moment of each evaluation. A rule may keep, sort and
// change its arguments. To copy them for each evaluation is slow, so they are copied only for a rule that was
// found to change them.
func (a *Evaluator) judge(rule *Rule, i int, shown []Announcement, at *moment) *Finding {
	changes := &a.Common.changing[i]
	goesOn := func() bool { return a.goesOn(rule) }
	found := rule.judge(shown, len(a.Player.Events()), at, changes.Load(), goesOn)
	if rule.Events || changes.Load() || !changed(shown) { // each event is given only once
		return found
	}
	changes.Store(true)
	return rule.judge(shown, len(a.Player.Events()), at, true, goesOn)
}

// goesOn reports whether the search continues. If so, another call of the rule begins.
func (a *Evaluator) goesOn(rule *Rule) bool {
	if a.over = a.over || a.Config.Over(); a.over {
		return false
	}
	a.begins(rule)
	return true
}
