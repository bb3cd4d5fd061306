package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// The checksum of a checkpoint guards against damage, not against forgery. So all that a
// search relies on is checked before it is resumed: every number against its range, the names
// against the model, and the list of branches against the form that optimaldpor.Search gives
// it. Whether the steps of the branches are possible shows when they are executed.

// damaged says what there is in a checkpoint that no search has written there.
func damaged(format string, args ...any) error {
	return &StaleCheckpoint{Problem: "the checkpoint is damaged: " + fmt.Sprintf(format, args...) + ". Begin anew"}
}

// contradicted returns the error of a search that was resumed. Where that finds itself to be
// wrong, the checkpoint may be, too.
func contradicted(err error) error {
	var internal *InternalError
	if !errors.As(err, &internal) {
		return err
	}
	return &StaleCheckpoint{Problem: "what the checkpoint says of the search contradicts the model: " + internal.Problem +
		". The checkpoint was changed, or the checker is wrong. Begin anew; if that happens again, please report it with the model"}
}

// most is more than anything can be counted.
const most = math.MaxInt / 2

// ranged is a number of a checkpoint that must be in a range.
type ranged struct {
	what      string
	n         int
	low, high int
}

// within returns an error about the first number that is out of its range.
func within(numbers ...ranged) error {
	for _, r := range numbers {
		if r.n < r.low || r.n > r.high {
			return damaged("%s is %d; it must be from %d to %d", r.what, r.n, r.low, r.high)
		}
	}
	return nil
}

// validate returns an error if the checkpoint is not one that a search of the model with these
// options can have written. It must fit them.
func (c *Checkpoint) validate(m *Model, o *Options) error {
	err := c.validateEstablished(m, o, c.Interleavings)
	switch known := []Stop{NotStopped, Canceled, OutOfBudget, OutOfMemory}; {
	case err != nil:
		return err
	case c.Elapsed < 0 || c.Elapsed > math.MaxInt64/2:
		return damaged("Elapsed is %d nanoseconds", c.Elapsed)
	case !slices.Contains(known, c.Stop):
		return damaged("Stop is %q; it must be one of %q", c.Stop, known)
	case len(c.Search) != len(o.settings()):
		return damaged("Search has %d options; there are %d", len(c.Search), len(o.settings()))
	case !o.Bound.Several() && (c.Below != nil || len(c.Levels) > 0):
		return damaged("there are %d searches under lower bounds, and there is one bound", len(c.Levels))
	}
	return c.validateTree(o)
}

// validateLevels returns an error if the searches under lower bounds are not those that come
// before one of the searches that the options ask for.
func (c *Checkpoint) validateLevels(m *Model, o *Options) error {
	n := len(c.Levels)
	if err := within(ranged{"the number of Levels", n, 0, o.Bound.Last() - o.Bound.First()}); err != nil {
		return err
	}
	if (c.Below == nil) != (n == 0) {
		return damaged("there are %d Levels, but not what they have established in Below, or the other way round", n)
	}
	longest := 0
	for i, l := range c.Levels {
		what := fmt.Sprintf("Levels[%d]", i)
		err := within(
			ranged{what + ".Bound", l.Bound, o.Bound.First() + i, o.Bound.First() + i},
			ranged{what + ".Interleavings", l.Interleavings, 1, most / maxLevels},
			ranged{what + ".BoundCut", l.BoundCut, 1, most},
			ranged{what + ".FirstViolation", l.FirstViolation, 0, l.Interleavings},
		)
		if err != nil {
			return err
		}
		longest = max(longest, l.Interleavings)
	}
	if n == 0 {
		return nil
	}
	last, b := c.Levels[n-1], c.Below
	if b.Interleavings != last.Interleavings || b.BoundCut != last.BoundCut || len(b.Tree) > 0 || b.Below != nil {
		return damaged("Below is not what the last of the Levels has established")
	}
	return b.validateEstablished(m, o, longest)
}

// maxLevels is more than there can be searches under one bound after the other, each of which explores
// something, before all that they explore is more than can be counted.
const maxLevels = 1 << 20

// validateEstablished checks what was established, by searches of at most so many
// interleavings each.
func (c *Checkpoint) validateEstablished(m *Model, o *Options, interleavings int) error {
	for _, err := range []error{c.validateCounts(o, interleavings), c.validateViolations(interleavings), c.validateNames(m, interleavings)} {
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Checkpoint) validateCounts(o *Options, interleavings int) error {
	cut := 0
	if o.Bound.Limits() {
		cut = most
	}
	err := within(
		ranged{"Interleavings", c.Interleavings, 0, most},
		ranged{"SleepSetBlocked", c.SleepSetBlocked, 0, 0}, // the search is optimal
		ranged{"DepthCut", c.DepthCut, 0, c.Interleavings},
		ranged{"BoundCut", c.BoundCut, 0, cut},
		ranged{"Events", c.Events, 0, most},
		ranged{"Violating", c.Violating, 0, interleavings},
		ranged{"FirstViolation", c.FirstViolation, 0, interleavings},
	)
	switch violating := c.Violating > 0; {
	case err != nil:
		return err
	case violating != (c.FirstViolation > 0) || violating != (len(c.Violations) > 0):
		return damaged("there are %d violating interleavings, of which number %d is the first, and %d violations", c.Violating, c.FirstViolation, len(c.Violations))
	}
	return nil
}

func (c *Checkpoint) validateViolations(interleavings int) error {
	for i, v := range c.Violations {
		what := fmt.Sprintf("Violations[%d]", i)
		if v == nil || v.Trace == nil || len(v.Trace.Actors) == 0 {
			return damaged("%s has no trace with actors", what)
		}
		err := within(
			ranged{what + ".Interleaving", v.Interleaving, 1, interleavings},
			ranged{what + ".Count", v.Count, 1, c.Violating},
			ranged{what + ".Shown", v.Shown, 1, interleavings},
			ranged{what + ".Length", v.Length, 0, most},
			ranged{"the number of the entries of " + what + ".Trace", len(v.Trace.Entries), len(v.Schedule), len(v.Schedule)},
			ranged{"the number of " + what + ".Steps", len(v.Steps), len(v.Schedule), len(v.Schedule)},
		)
		if wrong := v.Trace.Validate(); err == nil && wrong != nil {
			err = damaged("%s: %v", what, wrong)
		}
		if err == nil {
			err = v.validateDetails(what)
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(c.Violations[:i], v.alike) {
			return damaged("%s is of the kind of another one", what)
		}
	}
	return nil
}

// validateDetails checks what a violation has besides its trace.
func (v *Violation) validateDetails(what string) error {
	for i, st := range v.Schedule {
		err := within(
			ranged{fmt.Sprintf("%s.Schedule[%d].Actor", what, i), int(st.Actor), 0, math.MaxInt32},
			ranged{fmt.Sprintf("%s.Schedule[%d].Alternative", what, i), int(st.Alternative), 0, math.MaxInt32},
			ranged{fmt.Sprintf("%s.Steps[%d].Alternative", what, i), int(v.Steps[i].Alternative), int(st.Alternative), int(st.Alternative)},
		)
		if err != nil {
			return err
		}
	}
	for i, w := range v.Waiting {
		if len(w.Refused) > 0 && len(w.Refused) != len(w.Mailbox) {
			return damaged("%s.Waiting[%d] has %d messages and refuses %d", what, i, len(w.Mailbox), len(w.Refused))
		}
	}
	if r := v.Reversal; r != nil {
		n := len(v.Trace.Entries)
		return within(ranged{what + ".Reversal.First.Number", r.First.Number, 0, n}, ranged{what + ".Reversal.Second.Number", r.Second.Number, 0, n})
	}
	return nil
}

// validateNames checks what the checkpoint says of the goals and rules of the model, and of
// what is repeated.
func (c *Checkpoint) validateNames(m *Model, interleavings int) error {
	goals := m.goals()
	if len(c.Goals) != len(goals) {
		return damaged("Goals has %d goals; the model has %d", len(c.Goals), len(goals))
	}
	for i, g := range c.Goals {
		what := fmt.Sprintf("Goals[%d]", i)
		if g.Name != goals[i].Name {
			return damaged("%s is %q; that of the model is %q", what, g.Name, goals[i].Name)
		}
		if err := within(ranged{what + ".Hits", g.Hits, 0, interleavings}, ranged{what + ".First", g.First, min(g.Hits, 1), min(g.Hits, 1) * interleavings}); err != nil {
			return err
		}
	}
	for _, name := range c.Asked {
		if !slices.ContainsFunc(m.Rules, func(r Rule) bool { return r.Name == name }) {
			return damaged("Asked has %q, which is no rule of the model", name)
		}
	}
	for i, r := range c.Repeated {
		what := fmt.Sprintf("Repeated[%d]", i)
		if err := within(ranged{what + ".Processes", r.Processes, 1, most}, ranged{what + ".Count", r.Count, 1, most}); err != nil {
			return err
		}
	}
	return nil
}

// validateTree checks that the branches are the list of a search: the path to the first leaf
// with what was explored on its left, which has nothing below it, and on its right what leads
// to other leaves.
func (c *Checkpoint) validateTree(o *Options) error {
	limit := 0
	if o.Bound.Limits() {
		limit = min(o.Bound.Limit(), math.MaxInt32)
	}
	type alternatives struct{ first, last int }
	var costs []int                          // of the branches on the way
	var children []map[string][]alternatives // of them, by actor
	open := false
	for i := range c.Tree {
		b := &c.Tree[i]
		what := fmt.Sprintf("Tree[%d]", i)
		low, high := 0, 0 // where the branch may be
		if i > 0 {
			before := &c.Tree[i-1]
			low, high = 1, before.Depth+1
			switch {
			case before.Leaf:
				high = before.Depth
			case open: // what is no leaf leads to one
				low = before.Depth + 1
			default:
				low = max(1, before.Depth)
			}
		}
		if err := within(ranged{what + ".Depth", b.Depth, low, high}); err != nil {
			return err
		}
		atLeast := 0
		if i > 0 {
			atLeast = costs[b.Depth-1]
			own := alternatives{int(b.Alternative), int(b.Alternative) + int(b.More)}
			others := children[b.Depth-1][b.Actor]
			if slices.ContainsFunc(others, func(a alternatives) bool { return a.first <= own.last && own.first <= a.last }) {
				return damaged("%s is a branch that there is already", what)
			}
			children[b.Depth-1][b.Actor] = append(others, own)
		}
		err := within(
			ranged{what + ".Alternative", int(b.Alternative), 0, math.MaxInt32},
			ranged{what + ".More", int(b.More), 0, math.MaxInt32 - 1 - int(b.Alternative)},
			ranged{what + ".Cost", b.Cost, atLeast, limit},
			ranged{what + ".Done", b.Done, 0, c.Interleavings},
		)
		if err == nil {
			err = b.validateWhy(what)
		}
		if err != nil {
			return err
		}
		costs, children = append(costs[:b.Depth], b.Cost), append(children[:b.Depth], map[string][]alternatives{})
		if b.Leaf && !open {
			open = true
			if err := within(ranged{"Shared", c.Shared, 0, b.Depth}); err != nil {
				return err
			}
		}
	}
	if last := len(c.Tree) - 1; last < 0 || !c.Tree[last].Leaf {
		return damaged("Tree does not end with an open branch")
	}
	return nil
}

// validateWhy checks why a branch is there, which is known of leaves but the root.
func (b *Branch) validateWhy(what string) error {
	want := 0
	if b.Leaf && b.Depth > 0 {
		want = 2
	}
	if len(b.Why) != want {
		return damaged("%s.Why has %d events; it must have %d", what, len(b.Why), want)
	}
	for _, e := range b.Why {
		if e.Index < 0 {
			return damaged("%s.Why has event %d of %q", what, e.Index, e.Actor)
		}
	}
	return nil
}
