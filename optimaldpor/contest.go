package optimaldpor

import (
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// isCovered reports whether the sequence of the race is known to be covered. There must be many such races.
func (o *interleaving) isCovered(r causality.Race) (known bool) {
	if !plainRivals(&o.run, r) {
		return false
	}
	o.inTree(int(r.First), func(t *tree) {
		rs := o.contested.with(r)
		if !rs.sought {
			rs.sought, rs.contest = true, o.findContest(t, r)
		}
		known = rs.contest != nil && rs.contest.covered[o.run.Events[r.Second].Actor]
	})
	return known
}

// setCovered records that the sequence of the race is covered.
func (o *interleaving) setCovered(r causality.Race) {
	if !plainRivals(&o.run, r) {
		return
	}
	o.inTree(int(r.First), func(t *tree) {
		rs := o.contested.with(r)
		switch {
		case t != o.tree: // a task does not know the rest of the tree
			return
		case rs.contest == nil && t.rivals.size > manyHeld:
			return
		case rs.contest == nil:
			rs.contest = o.newContest(t, r)
		}
		rs.contest.covered[o.run.Events[r.Second].Actor] = true
	})
}

// plainRivals reports whether the second event has no alternatives, neither has the first one if only a receive shows
// the order, that is no Collect, and no flush takes a message.
func plainRivals(run *wakeup.Execution, r causality.Race) bool {
	first, second := &run.Events[r.First], &run.Events[r.Second]
	return !hasAlternatives(second) && (!r.Observed || !hasAlternatives(first) && run.Order.Taker(first).Set == nil) && len(run.Order.Flushes()) == 0
}

// findContest returns a contest of the tree that the race belongs to; nil if there is none.
func (o *interleaving) findContest(t *tree, r causality.Race) *contest {
	if int(r.First) >= len(o.path) {
		return nil
	}
	cs := t.rivals.from(o.path[r.First])
	if cs == nil {
		return nil
	}
	o.builder.Contend(r)
	for _, c := range cs.list {
		if o.builder.Equivalent(&c.Rivals) {
			return c
		}
	}
	return nil
}

// newContest adds the contest of the race to the tree.
func (o *interleaving) newContest(t *tree, r causality.Race) *contest {
	i := int(r.First)
	o.grow(i)
	o.builder.Contend(r)
	c := &contest{Rivals: o.builder.Rivals(), covered: map[trace.ActorID]bool{}}
	t.rivals.add(o.path[i], c)
	return c
}
