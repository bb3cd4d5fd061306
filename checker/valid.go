package checker

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
)

// The checksum of a checkpoint guards against damage, not against forgery. So everything that a search
// relies on is checked before it is resumed. Whether the steps of the branches are possible is found out
// when they are executed.

func damaged(format string, args ...any) error {
	return &StaleCheckpoint{Problem: "the checkpoint is damaged: " + fmt.Sprintf(format, args...) + ". Begin anew"}
}

// contradicted returns the error of a search that was resumed. An internal error may be due to a wrong
// checkpoint.
func contradicted(err error) error {
	var internal *InternalError
	if !errors.As(err, &internal) {
		return err
	}
	return &StaleCheckpoint{Problem: "the checkpoint contradicts the model: " + internal.Problem +
		". The checkpoint was changed, or the checker is wrong. Begin anew; if that happens again, please report it with the model"}
}

// validation holds the first error that is found in a checkpoint.
type validation struct{ err error }

// must checks a condition. It returns false if this or an earlier one does not hold.
func (d *validation) must(ok bool, format string, args ...any) bool {
	if d.err == nil && !ok {
		d.err = damaged(format, args...)
	}
	return d.err == nil
}

// validate returns an error if no search of the model with these options can have written the checkpoint,
// which must fit them.
func (c *Checkpoint) validate(m *Model, o *Options) error {
	var d validation
	d.numbers(reflect.ValueOf(c), "")
	d.established(c, m, o, c.Interleavings)
	known := []Stop{NotStopped, Canceled, OutOfBudget, OutOfMemory}
	d.must(slices.Contains(known, c.Stop), "Stop is %q; it must be one of %q", c.Stop, known)
	d.must(len(c.Search) == len(o.settings(m)), "Search has %d options; there are %d", len(c.Search), len(o.settings(m)))
	d.must(o.Bound.Several() || c.Below == nil && len(c.Levels) == 0, "there are %d searches under lower bounds, and there is one bound", len(c.Levels))
	if o.Algorithm.Traits().Merges {
		d.must(len(c.Tree) == 0, "it is one of a search of states, and has a Tree")
		d.memo(c.Memo)
		return d.err
	}
	d.must(c.Memo == nil, "it is none of a search of states, and has a Memo")
	if o.Algorithm.Traits().Draws {
		d.must(len(c.Tree) == 0, "it is one of random runs, and has a Tree")
		d.drawn(c)
		return d.err
	}
	d.must(c.Drawn == nil, "it is none of random runs, and has some")
	d.tree(c, o)
	return d.err
}

// validateLevels returns an error unless the searches under lower bounds are the first ones of the
// searches that the options ask for.
func (c *Checkpoint) validateLevels(m *Model, o *Options) error {
	var d validation
	d.numbers(reflect.ValueOf(c.Levels), ".Levels")
	n, all, longest := len(c.Levels), 0, 0
	d.must(n <= o.Bound.Last()-o.Bound.First(), "there are %d Levels for the bounds %d to %d", n, o.Bound.First(), o.Bound.Last())
	d.must((c.Below == nil) == (n == 0), "only one of Levels and Below is there")
	for i, l := range c.Levels {
		if !d.must(l.Bound == o.Bound.First()+i && l.Interleavings > 0 && l.BoundCut > 0 && l.FirstViolation <= l.Interleavings, "Levels[%d] cannot be %+v", i, l) {
			break
		}
		all, longest = min(all+l.Interleavings, math.MaxInt/2), max(longest, l.Interleavings)
	}
	if b := c.Below; b != nil && d.must(all < math.MaxInt/2, "Levels have too many interleavings") {
		last := c.Levels[n-1]
		d.numbers(reflect.ValueOf(b), ".Below")
		d.must(b.Interleavings == last.Interleavings && b.BoundCut == last.BoundCut && len(b.Tree) == 0 && b.Below == nil, "Below is not what the last of the Levels has established")
		d.established(b, m, o, longest)
	}
	return d.err
}

// numbers checks that no number is negative, or so large that sums may overflow.
func (d *validation) numbers(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		high := int64(1) << (v.Type().Bits() - 2)
		d.must(v.Int() >= 0 && v.Int() < high, "%s is %d; it must be from 0 to %d", path[1:], v.Int(), high-1)
	case reflect.Int32:
		d.must(v.Int() >= 0, "%s is %d; it must not be negative", path[1:], v.Int())
	case reflect.Pointer:
		if !v.IsNil() {
			d.numbers(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.numbers(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				d.numbers(v.Field(i), path+"."+f.Name)
			}
		}
	}
}

// established checks the result so far, of searches with at most the given number of interleavings
// each.
func (d *validation) established(c *Checkpoint, m *Model, o *Options, interleavings int) {
	d.must(c.SleepSetBlocked == 0, "SleepSetBlocked is %d in an optimal search", c.SleepSetBlocked)
	d.must(c.DepthCut <= c.Interleavings, "DepthCut is %d of %d interleavings", c.DepthCut, c.Interleavings)
	d.must(c.Beyond <= c.Interleavings, "Beyond is %d of %d interleavings", c.Beyond, c.Interleavings)
	d.must(c.Left <= c.Interleavings, "Left is %d of %d interleavings", c.Left, c.Interleavings)
	d.must(c.BoundCut == 0 || o.Bound.Limits(), "BoundCut is %d without a bound", c.BoundCut)
	for _, name := range slices.Sorted(maps.Keys(c.Judged)) {
		d.must(c.Judged[name] > 0 && c.Judged[name] <= interleavings, "%q was judged in %d of %d interleavings", name, c.Judged[name], interleavings)
	}
	violating := c.Violating > 0
	d.must(0 <= c.Before && c.Before <= c.Events, "%d of %d events were executed up to the first violation", c.Before, c.Events)
	d.must(violating == (c.FirstViolation > 0) && violating == (len(c.Violations) > 0) && max(c.Violating, c.FirstViolation) <= interleavings,
		"of %d interleavings, %d are violating, the first is number %d, and there are %d violations", interleavings, c.Violating, c.FirstViolation, len(c.Violations))
	for i, v := range c.Violations {
		what := fmt.Sprintf("Violations[%d]", i)
		if !d.must(v != nil && v.Trace != nil && len(v.Trace.Actors) > 0, "%s has no trace with actors", what) {
			return
		}
		d.must(min(v.Interleaving, v.Shown, v.Count) > 0 && max(v.Interleaving, v.Shown) <= interleavings && v.Count <= c.Violating,
			"%s is number %d, %d times, shown as number %d", what, v.Interleaving, v.Count, v.Shown)
		d.violation(v, what)
		d.must(!slices.ContainsFunc(c.Violations[:i], v.alike), "%s is of the kind of another one", what)
	}
	goals := m.goals()
	d.must(len(c.Goals) == len(goals), "Goals has %d goals; the model has %d", len(c.Goals), len(goals))
	for i, g := range c.Goals[:min(len(goals), len(c.Goals))] {
		d.must(g.Name == goals[i].Name, "Goals[%d] is %q; that of the model is %q", i, g.Name, goals[i].Name)
		if o.Algorithm.Traits().Merges { // interleavings that do not count reach goals, too
			d.must(g.First <= interleavings && (g.Hits > 0 || g.First == 0), "Goals[%d] has %d hits, the first in interleaving %d", i, g.Hits, g.First)
			continue
		}
		d.must(max(g.Hits, g.First) <= interleavings && (g.Hits > 0) == (g.First > 0), "Goals[%d] has %d hits, the first in interleaving %d", i, g.Hits, g.First)
	}
	d.must(len(c.Claims) == len(m.Commuting), "Claims has %d claims; the model has %d", len(c.Claims), len(m.Commuting))
	for i, claim := range c.Claims[:min(len(m.Commuting), len(c.Claims))] {
		d.must(claim.Name == m.Commuting[i].Name, "Claims[%d] is %q; that of the model is %q", i, claim.Name, m.Commuting[i].Name)
	}
	for _, name := range c.Asked {
		d.must(slices.ContainsFunc(m.Rules, func(r Rule) bool { return r.Name == name }), "Asked has %q, which is no rule of the model", name)
	}
	for i, r := range c.Repeated {
		d.must(min(r.Processes, r.Count) > 0, "Repeated[%d] has %d operations of %d processes", i, r.Count, r.Processes)
	}
}

// violation checks a violation that has a trace.
func (d *validation) violation(v *Violation, what string) {
	n := len(v.Schedule)
	if !d.must(len(v.Trace.Entries) == n && len(v.Steps) == n, "%s has %d steps, of which %d have a name and %d are in the trace", what, n, len(v.Steps), len(v.Trace.Entries)) {
		return
	}
	d.must(v.LoopFrom <= n, "%s.LoopFrom is %d of %d events", what, v.LoopFrom, n)
	if err := v.Trace.Validate(); err != nil {
		d.must(false, "%s: %v", what, err)
	}
	for i, st := range v.Schedule {
		d.must(v.Steps[i].Alternative == st.Alternative, "%s.Steps[%d] has alternative %d; it is %d in the schedule", what, i, v.Steps[i].Alternative, st.Alternative)
	}
	for i, w := range v.Waiting {
		d.must(len(w.Refused) == 0 || len(w.Refused) == len(w.Mailbox), "%s.Waiting[%d] has %d messages and refuses %d", what, i, len(w.Mailbox), len(w.Refused))
	}
	if r := v.Reversal; r != nil {
		d.must(max(r.First.Number, r.Second.Number) <= n, "%s.Reversal is of events %d and %d; there are %d", what, r.First.Number, r.Second.Number, n)
	}
}

// tree checks that the branches are the list of a search: the path to the first leaf with its explored
// siblings on the left, which have no descendants, and on the right the paths to the other leaves.
func (d *validation) tree(c *Checkpoint, o *Options) {
	limit := 0
	if o.Bound.Limits() {
		limit = min(o.Bound.Limit(), math.MaxInt32)
	}
	type alternatives struct{ first, last int }
	var costs []int                          // of the ancestors
	var children []map[string][]alternatives // of the ancestors, by actor
	open := false                            // the first leaf has been met
	for i := range c.Tree {
		b := &c.Tree[i]
		low, high, atLeast := 0, 0, 0
		if i > 0 {
			before := &c.Tree[i-1]
			switch low, high = 1, before.Depth+1; {
			case before.Leaf:
				high = before.Depth
			case open: // all others lead to a leaf
				low = high
			default:
				low = max(1, before.Depth)
			}
		}
		if !d.must(low <= b.Depth && b.Depth <= high, "Tree[%d].Depth is %d; it must be from %d to %d", i, b.Depth, low, high) {
			return
		}
		if i > 0 {
			atLeast = costs[b.Depth-1]
			own := alternatives{int(b.Alternative), int(b.Alternative) + int(b.More)}
			siblings := children[b.Depth-1][b.Actor]
			d.must(b.More < math.MaxInt32-b.Alternative && !slices.ContainsFunc(siblings, func(a alternatives) bool { return a.first <= own.last && own.first <= a.last }),
				"Tree[%d] is a branch that exists already", i)
			children[b.Depth-1][b.Actor] = append(siblings, own)
		}
		d.must(atLeast <= b.Cost && b.Cost <= limit, "Tree[%d].Cost is %d; it must be from %d to %d", i, b.Cost, atLeast, limit)
		d.must(b.Done <= c.Interleavings, "Tree[%d].Done is %d of %d interleavings", i, b.Done, c.Interleavings)
		d.must(len(b.Why) == 2 == (b.Leaf && b.Depth > 0) && len(b.Why)%2 == 0, "Tree[%d].Why has %d events", i, len(b.Why))
		d.must(!b.Leaf || open || c.Shared <= b.Depth, "Shared is %d; the next interleaving branches off at depth %d", c.Shared, b.Depth)
		costs, children = append(costs[:b.Depth], b.Cost), append(children[:b.Depth], map[string][]alternatives{})
		open = open || b.Leaf
	}
	d.must(len(c.Tree) > 0 && c.Tree[len(c.Tree)-1].Leaf, "the last branch of Tree is not open")
}
