package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// sharedRaces remembers races with one first event, in states on the path to the leaf whose turn it is in a tree. If n processes try to
// be the first to do something, each of n interleavings has n races of the first process with the others, and most of
// their sequences are equivalent to sequences of an earlier interleaving.
//
// Let event i race with later events j. The sequence that reverses such a race has the events that do not happen after i in their
// order, and then j. So let these events be the same, from the same state on, as in an earlier interleaving with another i.
// Then the sequences of both interleavings with the same j are equivalent.
//
// If only a receive w shows the order, because it takes the message of i although it could have taken the message of j, the sequence
// goes on: it has all other events in their order, with j first, and with w before the events beyond. Nothing that comes after i
// has to be before j, as the two would not race otherwise. Whether a tree covers a sequence depends on the events of
// the sequence and the events beyond it together: if a branch covers these, it covers the sequence alone. Without w,
// no event shows in which order the messages of i and of all such j came. So let all events, where w takes nothing, be
// equivalent, from the same state on, to the events of an earlier interleaving with another i. Then the sequences of both
// interleavings with the same j are equivalent, too.
//
// If a tree has covered a sequence, it covers each equivalent sequence that is found later: by the same branch, which
// may have moved to the left since.
type sharedRaces struct {
	states []contests
	size   int // the number of events that they hold
}

// manyHeld is the number of held events above which rivals remember nothing more.
const manyHeld = 1 << 17

// contests is the latest contests from a state.
type contests struct {
	at   *node
	list []*contest
	next int // the index of the contest to replace next
}

// manyContests is how many contests of one state are remembered.
const manyContests = 4

// contest holds the events of the sequences that reverse races with one first event, and tells which of these sequences the tree
// covers.
type contest struct {
	wakeup.Rivals
	covered map[trace.ActorID]bool // by the actor of the second event, which is its next event after the free ones
}

// back forgets the contests in states after more than depth events.
func (v *sharedRaces) back(depth int) {
	v.states = slices.DeleteFunc(v.states, func(cs contests) bool {
		below := int(cs.at.depth) > depth
		if below {
			for _, c := range cs.list {
				v.size -= c.Size()
			}
		}
		return below
	})
}

// from returns the contests from the state; nil if there are none.
func (v *sharedRaces) from(at *node) *contests {
	for k := range v.states {
		if c := &v.states[k]; c.at == at {
			return c
		}
	}
	return nil
}

// add adds a contest from the state.
func (v *sharedRaces) add(at *node, c *contest) {
	cs := v.from(at)
	v.size += c.Size()
	switch {
	case cs == nil:
		v.states = append(v.states, contests{at: at, list: []*contest{c}})
	case len(cs.list) < manyContests:
		cs.list = append(cs.list, c)
	default:
		v.size -= cs.list[cs.next].Size()
		cs.list[cs.next] = c
		cs.next = (cs.next + 1) % manyContests
	}
}

// appendEvents appends the events of all contests.
func (v *sharedRaces) appendEvents(list []*trace.Event) []*trace.Event {
	for _, cs := range v.states {
		for _, c := range cs.list {
			list = c.AppendEvents(list)
		}
	}
	return list
}

// contestFinder finds the contests of an interleaving.
type contestFinder struct {
	races []races // by the position of their first event: the races whose order is visible without a receive, and the others
	round int     // the number of the interleaving
	many  int     // see manyRivals
}

// races counts races with one first event.
type races struct {
	round   int      // the interleaving that has these races
	count   int      // how many were planned so far
	sought  bool     // whether a contest was looked for
	contest *contest // nil if there is none
}

// manyRivals is the number of races with one first event from which it pays to compare events with earlier interleavings.
const manyRivals = 4

// with returns the races that are counted together with r.
func (c *contestFinder) with(r causality.Race) *races {
	k := 2 * int(r.First)
	if r.Observed {
		k++
	}
	c.races = turns.Grown(c.races, k+1)
	rs := &c.races[k]
	if rs.round != c.round {
		*rs = races{round: c.round}
	}
	return rs
}

// count counts the race. It returns whether there are many races with its first event.
func (c *contestFinder) count(r causality.Race) (many bool) {
	rs := c.with(r)
	rs.count++
	return rs.count >= c.many
}
