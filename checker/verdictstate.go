package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// verdictState appends everything besides the state of the system on which the verdict about an interleaving depends: the
// crashed processes, and the states and events that the rules have seen. Two interleavings with equal states and equal
// appended words have the same violations, and reach the same goals from there on, if they continue in the same way.
func (j *judge) verdictState(words []uint64) []uint64 {
	if len(j.irrelevant) > 0 { // the verdict does not depend on anything else
		return append(words, ^uint64(0))
	}
	words = j.ends.verdictState(words)
	for i := range j.result.Model.Rules {
		words = j.rules.verdictState(words, &j.result.Model.Rules[i], i)
	}
	return words
}

// pair returns two small numbers as one word.
func pair(x, y int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

// verdictState appends the crashes so far. If the order of two events decides whether a crash counts, it appends
// the whole interleaving.
func (c *crashes) verdictState(words []uint64) []uint64 {
	events := c.player.Events()
	c.sorted = append(c.sorted[:0], c.positions...)
	slices.SortFunc(c.sorted, func(x, y int) int { return cmp.Compare(events[x].Actor, events[y].Actor) })
	words = append(words, uint64(len(c.sorted)))
	for _, depth := range c.sorted {
		end := &events[depth]
		told, certain := c.told(end, depth)
		flags := uint64(0)
		if told {
			flags = 1
		}
		if !certain {
			flags |= uint64(len(events)) << 1
		}
		if words = append(words, pair(int32(end.Actor), int32(end.Value)), flags); certain {
			continue
		}
		for i := range events {
			words = append(words, pair(int32(events[i].Actor), events[i].Alternative))
		}
	}
	return words
}

// told reports whether an exit is no violation because a process has been told of it, and whether that
// is certain.
func (c *crashes) told(end *trace.Event, depth int) (told, certain bool) {
	if !c.player.World().ExitReason(end).Deliberate {
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

// The contents of the words about a rule, after its number.
const (
	aSequence uint64 = iota // the exposures and announcements to the rule, in their order
	anOutcome               // the state of an automaton
	theLatest               // the last exposure of each process
	violated                // the same, after a violation
	hasHeld                 // an Eventually has held, so nothing else matters
)

// verdictState appends the exposures and announcements to the rule with index i, or a summary of them.
func (a *evaluator) verdictState(words []uint64, r *Rule, i int) []uint64 {
	if r.possible { // it is judged by a graph of its own
		return words
	}
	seen := *r
	seen.goal = false // which order of unordered announcements counts is found out at the end
	a.shown = a.shownTo(&seen, a.shown[:0])
	from := len(words)
	words = a.words(words, i, aSequence, a.shown)
	switch sequence := words[from:]; {
	case r.states:
		if outcome, ok := a.automaton(r, i, sequence); ok {
			words = append(words[:from], pair(int32(i), 0), anOutcome, outcome)
		}
		return words
	case r.events || len(a.shown) == 0:
		return a.asSeen(words, from)
	default:
		kind := theLatest
		switch {
		case r.atEnd || r.goal:
		case r.eventual:
			if !a.wrong(r, i, sequence) {
				return append(words[:from], pair(int32(i), 0), hasHeld)
			}
		case a.wrong(r, i, sequence):
			kind = violated
		}
		var states []announcement
		for _, s := range a.shown {
			show(&states, s)
		}
		return a.asSeen(a.words(words[:from], i, kind, states), from)
	}
}

// asSeen replaces announced values by their images under the model's view, in the words about a rule that begin at an index.
func (a *evaluator) asSeen(words []uint64, from int) []uint64 {
	if a.j.result.Model.View != nil {
		for k := from + 2; k < len(words); k++ {
			words[k] = pair(int32(words[k]>>32), int32(world.Seen(a.j.sys, trace.ValueID(uint32(words[k])))))
		}
	}
	return words
}

// words appends the announcements that the rule with index i was shown.
func (a *evaluator) words(words []uint64, i int, kind uint64, shown []announcement) []uint64 {
	words = append(words, pair(int32(i), int32(len(shown))), kind)
	for _, s := range shown {
		words = append(words, pair(int32(a.j.player.Events()[s.events-1].Actor), int32(s.number)))
	}
	return words
}

// key returns a key for a sequence: its fingerprint or, if states are kept whole, a key that no other
// sequence has.
func (a *evaluator) key(sequence []uint64) trace.Fingerprint {
	if !a.j.result.Options.ExactStates {
		return trace.FingerprintOf(sequence)
	}
	return trace.Fingerprint{uint64(a.sequences.Of(whole.Append(nil, sequence...)))}
}

// automaton returns a number for the state of the rule with index i after the sequence of announcements, or for
// the error of the rule. It returns false if there is no such number.
func (a *evaluator) automaton(r *Rule, i int, sequence []uint64) (outcome uint64, ok bool) {
	key := a.key(sequence)
	if outcome, ok = a.reached[key]; ok {
		return outcome, true
	}
	found, err := a.evaluate(r, i, a.shown, true) // a panic shows again at the end
	if err != nil || a.over {
		return 0, false
	}
	value := a.state
	if found != nil { // later events do not matter
		outcome, value = 1, found.violation.Explanation
	}
	id, err := a.j.sys.Intern(value)
	if err != nil {
		return 0, false
	}
	if a.reached == nil {
		a.reached = map[trace.Fingerprint]uint64{}
	}
	outcome |= uint64(id) << 1
	a.reached[key] = outcome
	return outcome, true
}

// wrong reports whether the sequence that the rule with index i was shown violates it; for an Eventually, whether the
// rule has not held by then.
func (a *evaluator) wrong(r *Rule, i int, sequence []uint64) bool {
	key := a.key(sequence)
	if wrong, known := a.violated[key]; known {
		return wrong
	}
	found, err := a.evaluate(r, i, a.shown, true) // a panic shows again at the end
	if err != nil || a.over {                     // the end of the interleaving shows it again
		return r.eventual
	}
	if a.violated == nil {
		a.violated = map[trace.Fingerprint]bool{}
	}
	a.violated[key] = found != nil
	return found != nil
}
