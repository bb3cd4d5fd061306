package rules

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// pair returns two small numbers as one word.
func pair(x, y int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

// The contents of the words about a rule, after its number.
const (
	aSequence uint64 = iota // the exposures and announcements to the rule, in their order
	anOutcome               // the state of an automaton
	theLatest               // the last exposure of each process
	violated                // the same, after a violation
	hasHeld                 // an Eventually has held, so nothing else matters
)

// Words appends everything that rules have seen, as far as verdicts about the current interleaving depend on it. Two interleavings
// that lead to equal states and have equal words have the same violations, and reach the same goals from there on, if they continue
// in the same way.
//
// They depend on the marked events alone, except under a view or after an exchange. So they are kept as a stack, with an entry for each number
// of marked events of the present interleaving.
func (a *Evaluator) Words(words []uint64) []uint64 {
	if a.Viewed || a.sys != nil && a.sys.Exchanges() {
		return a.allWords(words)
	}
	n := len(a.marks)
	for len(a.told) <= n {
		a.told = slices.Grow(a.told, 1)[:len(a.told)+1]
		top := &a.told[len(a.told)-1]
		top.known, top.words = false, top.words[:0]
	}
	top := &a.told[n]
	if !top.known {
		top.words = a.allWords(top.words[:0])
		top.known = !a.over // otherwise a rule was not evaluated to its end
	}
	return append(words, top.words...)
}

// entry has the words after some events.
type entry struct {
	words []uint64
	known bool
}

// allWords is Words without the stack.
func (a *Evaluator) allWords(words []uint64) []uint64 {
	for i := range a.Common.List {
		words = a.wordsOf(words, i)
	}
	return words
}

// wordsOf appends the exposures and announcements to the rule with index i, or a summary of them.
func (a *Evaluator) wordsOf(words []uint64, i int) []uint64 {
	r := &a.Common.List[i]
	if r.Possible { // it is judged by a graph of its own
		return words
	}
	seen := *r
	seen.Goal = false // which order of unordered announcements counts is found out at the end
	a.shown = a.shownTo(&seen, a.shown[:0])
	from := len(words)
	words = a.words(words, i, aSequence, a.shown)
	switch sequence := words[from:]; {
	case r.States:
		if outcome, ok := a.automaton(i, sequence); ok {
			if a.sys.Exchanges() {
				outcome = uint64(a.sys.Seen(trace.ValueID(outcome>>1)))<<1 | outcome&1
			}
			words = append(words[:from], pair(int32(i), 0), anOutcome, outcome)
		}
		return words
	case r.Events || len(a.shown) == 0:
		return a.asSeen(words, from)
	default:
		kind := theLatest
		switch {
		case r.AtEnd || r.Goal:
		case r.Eventual:
			if !a.wrong(i, sequence) {
				return append(words[:from], pair(int32(i), 0), hasHeld)
			}
		case a.wrong(i, sequence):
			kind = violated
		}
		return a.asSeen(a.words(words[:from], i, kind, latest(a.shown)), from)
	}
}

// asSeen replaces actors and announced values by their images under the model's view, or after an exchange of processes, in the
// words about a rule that begin at an index.
func (a *Evaluator) asSeen(words []uint64, from int) []uint64 {
	exchanges := a.sys.Exchanges()
	if a.Viewed || exchanges {
		for k := from + 2; k < len(words); k++ {
			words[k] = pair(int32(a.sys.SeenActor(trace.ActorID(words[k]>>32))), int32(a.sys.Seen(trace.ValueID(uint32(words[k])))))
		}
	}
	if exchanges && words[from+1] != aSequence {
		slices.Sort(words[from+2:])
	}
	return words
}

// words appends the announcements that the rule with index i was shown.
func (a *Evaluator) words(words []uint64, i int, kind uint64, shown []Announcement) []uint64 {
	words = append(words, pair(int32(i), int32(len(shown))), kind)
	for _, s := range shown {
		words = append(words, pair(int32(a.Player.Events()[s.events-1].Actor), int32(s.number)))
	}
	return words
}

// key returns a key for a sequence: its fingerprint or, if states are kept whole, a key that no other
// sequence has.
func (a *Evaluator) key(sequence []uint64) trace.Fingerprint {
	if !a.Exact {
		return trace.FingerprintOf(sequence)
	}
	return trace.Fingerprint{uint64(a.sequences.Of(whole.Append(nil, sequence...)))}
}

// automaton returns a number for the state of the rule with index i after the sequence of announcements, or for
// the error of the rule. It returns false if there is no such number.
func (a *Evaluator) automaton(i int, sequence []uint64) (outcome uint64, ok bool) {
	key := a.key(sequence)
	if outcome, ok = a.reached[key]; ok {
		return outcome, true
	}
	found, err := a.evaluate(i, a.shown, true) // a panic shows again at the end
	if err != nil || a.over {
		return 0, false
	}
	value := a.state
	if found != nil { // later events do not matter
		outcome, value = 1, found.Text
	}
	id, err := a.sys.Intern(value)
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
func (a *Evaluator) wrong(i int, sequence []uint64) bool {
	key := a.key(sequence)
	if wrong, known := a.violated[key]; known {
		return wrong
	}
	found, err := a.evaluate(i, a.shown, true) // a panic shows again at the end
	if err != nil || a.over {                  // the end of the interleaving shows it again
		return a.Common.List[i].Eventual
	}
	if a.violated == nil {
		a.violated = map[trace.Fingerprint]bool{}
	}
	a.violated[key] = found != nil
	return found != nil
}

// InState appends the present exposures to the rule with index i, which must stay possible, and returns whether its condition
// holds there. After a fault the exploration ends.
func (a *Evaluator) InState(words []uint64, i int) (_ []uint64, holds bool) {
	a.shown = a.shownTo(&a.Common.List[i], a.shown[:0])
	states := latest(a.shown)
	from := len(words)
	words = a.words(words, i, theLatest, states)
	key := a.key(words[from:])
	wrong, known := a.violated[key]
	if !known {
		found, err := a.judgeState(i, states)
		if err != nil && a.fault == nil {
			a.fault = &Fault{Err: err}
		}
		if a.over || a.fault != nil {
			return words, false
		}
		if a.violated == nil {
			a.violated = map[trace.Fingerprint]bool{}
		}
		wrong = found != nil
		a.violated[key] = wrong
	}
	if words = a.asSeen(words, from); wrong {
		return append(words, violated), false
	}
	return words, true
}

// Before appends the words of the rule with index i, which must hold at some moment. It returns false if it has held.
func (a *Evaluator) Before(words []uint64, i int) (_ []uint64, open bool) {
	from := len(words)
	words = a.wordsOf(words, i)
	return words, words[from+1] != hasHeld
}

// judgeState evaluates the rule with index i on the states, and again to see whether it is pure.
func (a *Evaluator) judgeState(i int, states []Announcement) (*Finding, error) {
	a.shown = states
	if err := a.probe(i); err != nil {
		return nil, err
	}
	found, err := a.evaluate(i, states, false)
	if err == nil {
		err = a.Confirm(i, found)
	}
	return found, err
}
