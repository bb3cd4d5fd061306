package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// judged returns a fingerprint of what the verdict about an interleaving depends on besides the state of
// the system: which processes have crashed, and what the rules have seen. Interleavings whose states and
// fingerprints are equal have the same violations, and reach the same goals from there on, if they
// continue in the same way.
func (j *judge) judged() trace.Fingerprint {
	sum := j.ends.fingerprint()
	for i := range j.result.Model.Rules {
		sum = sum.Plus(j.rules.fingerprint(&j.result.Model.Rules[i], i))
	}
	return sum
}

// fingerprint returns the fingerprint of the crashes so far. Where it depends on the order of two events
// whether a crash counts, it is that of the whole interleaving.
func (c *crashes) fingerprint() (sum trace.Fingerprint) {
	for _, depth := range c.positions {
		end := &c.player.Events()[depth]
		told, certain := c.told(end, depth)
		f := trace.Fingerprint{}.With32(int32(end.Actor), int32(end.Value))
		if told {
			f = f.With(1)
		}
		if !certain {
			for i := range c.player.Events() {
				e := &c.player.Events()[i]
				f = f.With32(int32(e.Actor), e.Alternative)
			}
		}
		sum = sum.Plus(f)
	}
	return sum
}

// told reports whether an exit is certainly excused because a process has been told of it, and whether
// that is certain.
func (c *crashes) told(end *trace.Event, depth int) (told, certain bool) {
	if !c.player.System().ExitReason(end).Deliberate {
		return false, true
	}
	certain = true
	for i := depth + 1; i < len(c.player.Events()); i++ {
		e := &c.player.Events()[i]
		if !notifies(e, end) || !e.Delivers() && e.Fatal == trace.NoActor {
			continue
		}
		if !slices.ContainsFunc(c.player.Events()[:i], func(earlier trace.Event) bool { return prevents(&earlier, e) }) {
			return true, true
		}
		certain = false
	}
	return false, certain
}

// fingerprint returns the fingerprint of what the rule with index i has seen.
func (a *evaluator) fingerprint(r *Rule, i int) trace.Fingerprint {
	seen := *r
	seen.goal = false // which order of unordered announcements counts is found out at the end
	a.shown = a.shownTo(&seen, a.shown[:0])
	sequence := trace.Fingerprint{}.With(uint64(i))
	for k := range a.shown {
		e := &a.j.player.Events()[a.shown[k].events-1]
		sequence = sequence.With32(int32(e.Actor), int32(a.shown[k].number))
	}
	switch {
	case r.states:
		return a.automaton(r, i, sequence)
	case r.events || len(a.shown) == 0:
		return sequence
	}
	var states []announcement
	for _, s := range a.shown {
		show(&states, s)
	}
	latest := trace.Fingerprint{}.With(uint64(i))
	for _, s := range states {
		latest = latest.With32(int32(a.j.player.Events()[s.events-1].Actor), int32(s.number))
	}
	if !r.atEnd && !r.goal && a.wrong(r, i, sequence) {
		latest = latest.With(1)
	}
	return latest
}

// automaton returns the fingerprint of the state in which the rule with index i is after what it was shown, a
// sequence, or of what was wrong.
func (a *evaluator) automaton(r *Rule, i int, sequence trace.Fingerprint) trace.Fingerprint {
	if f, known := a.reached[sequence]; known {
		return f
	}
	found, err := a.evaluate(r, i, a.shown, true) // a panic shows again at the end
	if err != nil || a.over {
		return sequence
	}
	f, value := trace.Fingerprint{}.With(uint64(i)), a.state
	if found != nil { // later events do not matter
		f, value = f.With(1), found.violation.Explanation
	}
	id, err := a.j.sys.Intern(value)
	if err != nil {
		return sequence
	}
	if a.reached == nil {
		a.reached = map[trace.Fingerprint]trace.Fingerprint{}
	}
	f = f.With(uint64(id))
	a.reached[sequence] = f
	return f
}

// wrong reports whether the rule with index i has been violated by what it was shown, a sequence.
func (a *evaluator) wrong(r *Rule, i int, sequence trace.Fingerprint) bool {
	if wrong, known := a.violated[sequence]; known {
		return wrong
	}
	found, err := a.evaluate(r, i, a.shown, true) // a panic shows again at the end
	if err != nil || a.over {                     // the end of the interleaving shows it again
		return false
	}
	if a.violated == nil {
		a.violated = map[trace.Fingerprint]bool{}
	}
	a.violated[sequence] = found != nil
	return found != nil
}
