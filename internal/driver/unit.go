package driver

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Pool executes units of a search elsewhere; see optimaldpor.Unit. The search calls its functions while workers wait.
type Pool struct {
	Least int // the interleavings of a task after which its rest is a unit; 0 is the usual one
	// Memory is the size of results that wait for their turn, in bytes, from which on further outcomes are read again each time; 0 is the usual
	// one. A negative number keeps none in memory.
	Memory int
	// Room returns how many interleavings the next unit may have; 0 if the pool has enough units.
	Room func() int
	// Idle returns how many workers of the search work besides one, as the pool has too few units; nil for all.
	Idle func() int
	// Hand hands out a unit. done is called with its result, or with nil if nobody works on it.
	// wanted reports whether the result is still of use. recall takes the unit back and returns true, unless it has been begun, as far as is
	// known; it may be nil.
	Hand func(unit Open, wanted func() bool, done func(*Outcome)) (recall func() bool)
}

// Outcome is the result of a unit.
type Outcome struct {
	Open
	Interleavings int // explored
	Violations    []*result.Violation
	// Enter enters the findings into the result of the search, after which the last interleaving begins with the steps. The first one begins
	// with the path. If the findings do not fit, it returns false.
	Enter func(path, last trace.Schedule) bool
	// End, unless nil, ends the search: a violation was found that suffices.
	End func()
	// Again reads the outcome again, so that it need not stay in memory until its turn; nil if it cannot be read any more.
	Again func() *Outcome
}

// Unit says what a part of a search explores, and then what it has found besides findings.
type Unit struct {
	Interleavings int        // at most; 0 in a result
	Depth         int        `json:",omitempty"` // of the state below which it explores
	Done          int        `json:",omitempty"` // see optimaldpor.Explored
	Cut           int        `json:",omitempty"`
	Partial       bool       `json:",omitempty"` // see tally.Part
	Bound         int        `json:",omitempty"` // the bound, if there are several
	Sequences     []Sequence `json:",omitempty"` // that belong to the rest of the search
}

// Sequence is a sequence with names; see optimaldpor.Noted.
type Sequence struct {
	Depth    int
	Steps    trace.NamedSchedule
	Beyond   int   `json:",omitempty"` // how many of the steps are beyond it
	Reversed int   `json:",omitempty"` // counted from 1; 0 if there is none
	More     int32 `json:",omitempty"`
	Why      []EventName
	Again    int `json:",omitempty"`
}

// mostResults is how many bytes of results wait for their turn until no more units are handed out.
const mostResults = 1 << 30

// usualMemory is the size of results that wait in memory. An open branch of an outcome is about sizeOfOpen bytes.
const usualMemory, sizeOfOpen = 256 << 20, 200

// leastUnit is the interleavings of a task after which its rest is a unit: much more than what a unit costs the search.
const leastUnit = 100

// handOut lets the search hand out units to the pool.
func (k *Tree) handOut() {
	p, room := k.of.Pool, 0
	k.shared.HandOut(&optimaldpor.Elsewhere{
		Least: cmp.Or(p.Least, leastUnit),
		Load:  mostResults,
		Idle:  p.Idle,
		Room: func() bool {
			room = p.Room()
			return room > 0
		},
		Hand: func(u *optimaldpor.Unit) {
			all, _ := k.of.named(u.Open)
			open := all[u.Above:]
			h := &handing{k, slices.Clone(all[:u.Above]), &room, upToNext(open)}
			h.hand(u, open)
		},
	})
}

// handing hands out the units of a task.
type handing struct {
	tree  *Tree
	above []Branch // the path to the leaf of the task, with those to the left of it
	room  *int     // see Pool
	first []Branch // of the outcome that enters next: the open branches up to the first leaf
}

// hand hands out a unit that resumes the open branches.
func (h *handing) hand(u *optimaldpor.Unit, open []Branch) {
	k := h.tree
	leaf := len(h.above) - 1
	o := Open{Tree: slices.Concat(h.above, open), Unit: &Unit{Interleavings: *h.room, Depth: h.above[leaf].Depth}}
	o.Tree[leaf].Leaf = len(open) == 0
	u.Recall = k.of.Pool.Hand(o, func() bool { return k.shared.Wanted(u) }, func(r *Outcome) {
		if r == nil {
			k.shared.Deliver(u, nil)
			return
		}
		k.shared.Deliver(u, h.outcome(r))
	})
}

// nextIn returns the number of the open branch that is explored next; -1 if there is none.
func nextIn(list []Branch) int { return slices.IndexFunc(list, func(b Branch) bool { return b.Leaf }) }

// upToNext returns the branches up to that one.
func upToNext(list []Branch) []Branch { return slices.Clone(list[:nextIn(list)+1]) }

var errForgotten = errors.New("the outcome of a unit cannot be read again")

// outcome returns the outcome of a unit. It keeps little of it in memory if there is not much room.
func (h *handing) outcome(r *Outcome) *optimaldpor.Outcome {
	k := h.tree
	x := &optimaldpor.Outcome{End: r.End, Leaves: optimaldpor.Leaves(plain(r.Tree))}
	x.Load = 1_000 + 16*len(x.Leaves)
	var elsewhere []int // the branches that are tasks of their own
	for i, b := range r.Tree {
		if b.Elsewhere {
			elsewhere = append(elsewhere, i)
		}
	}
	read, size := r.Again, sizeOfOpen*len(r.Tree)
	if k.shared.Waiting()+size <= cmp.Or(k.of.Pool.Memory, usualMemory) {
		x.Load += size
		read = func() *Outcome { return r }
	}
	again := func() (r *Outcome, err error) {
		if r = read(); r == nil {
			return nil, errForgotten
		}
		for _, i := range elsewhere {
			r.Tree[i].Elsewhere = true
		}
		return r, nil
	}
	x.Execute = func(path trace.Schedule) (x *optimaldpor.Explored, err error) {
		err = k.of.Loop.Recovered(func() error {
			r, err := again()
			if err == nil {
				x, err = k.again(path, h.first, r)
				h.first = upToNext(r.Tree)
			}
			return err
		})
		return x, err
	}
	if next := nextIn(r.Tree); next >= 0 && !r.Tree[next].Elsewhere {
		x.Next = func(u *optimaldpor.Unit) {
			if r, err := again(); err == nil {
				h.hand(u, r.Tree)
			} else {
				k.shared.Deliver(u, nil)
			}
		}
	}
	x.Split = func(number int) (place int, hand func(*optimaldpor.Unit)) {
		place, _ = slices.BinarySearch(elsewhere, number)
		elsewhere = slices.Insert(elsewhere, place, number)
		return place, func(u *optimaldpor.Unit) {
			if r, err := again(); err == nil {
				(&handing{tree: k, above: h.pathTo(r.Tree, number), room: h.room}).hand(u, nil)
			} else {
				k.shared.Deliver(u, nil)
			}
		}
	}
	return x
}

// pathTo returns the path to a branch of the list, with the branches to the left of it.
func (h *handing) pathTo(list []Branch, number int) []Branch {
	above := slices.Clone(h.above)
	path := optimaldpor.PathIn(plain(list), number)
	for i, at := range path {
		b := list[at]
		if left := i < len(path)-1 && list[path[i+1]].Depth == b.Depth; left {
			b = Branch{Depth: b.Depth, Actor: b.Actor, Alternative: b.Alternative, More: b.More}
		}
		b.Leaf, b.Elsewhere = false, false
		above = append(above, b)
	}
	return above
}

// again executes what a unit has found in a world of its own. The path leads to the state below which the branches were open when it began.
func (k *Tree) again(path trace.Schedule, open []Branch, r *Outcome) (*optimaldpor.Explored, error) {
	w := k.of.First.World.Copy(stage.Partner)
	defer w.Close()
	p := stage.New(w)
	x := &optimaldpor.Explored{Interleavings: r.Interleavings, Done: r.Unit.Done, Cut: r.Unit.Cut, Open: plain(r.Tree)}
	for _, st := range path {
		if _, err := p.Step(st); err != nil {
			return nil, err
		}
	}
	first := execution{p, open, slices.Clip(path), false}
	for !first.open && len(first.rest) > 0 {
		if _, err := first.next(&optimaldpor.Branch{}); err != nil {
			return nil, err
		}
	}
	below := execution{p, r.Tree, slices.Clip(path), false}
	for i := range x.Open {
		e, err := below.next(&x.Open[i])
		if err != nil {
			return nil, err
		}
		x.Events = append(x.Events, copied(e))
	}
	last := below.path[:max(len(path), min(r.Shared, len(below.path)))]
	x.Enter = func() bool { return r.Enter(first.path, last) }
	at := path
	for i := range r.Unit.Sequences {
		q, err := sequence(p, at, &r.Unit.Sequences[i])
		if err != nil {
			return nil, err
		}
		x.Sequences = append(x.Sequences, q)
	}
	return x, setSchedules(p, r.Violations)
}

// setSchedules executes the steps of violations, and sets their schedules.
func setSchedules(p *stage.Player, all []*result.Violation) error {
	for _, v := range all {
		if err := p.StepBack(0); err != nil {
			return err
		}
		for i, named := range v.Steps {
			e, err := do(p, named)
			if err != nil {
				return err
			}
			v.Schedule[i] = e.Step()
		}
	}
	return nil
}

// do executes a step.
func do(p *stage.Player, named trace.NamedStep) (*trace.Event, error) {
	a, ok := p.State().Named(named.Actor)
	if !ok {
		return nil, &result.StaleCheckpoint{Problem: "there is no " + printable.OneLine(named.Actor)}
	}
	return p.Step(trace.Step{Actor: a, Alternative: named.Alternative})
}

// sequence executes a sequence beside the path.
func sequence(p *stage.Player, path trace.Schedule, s *Sequence) (q optimaldpor.Sequence, err error) {
	if s.Depth < 0 || s.Depth >= len(path) || s.Beyond < 0 || s.Beyond >= len(s.Steps) || s.More < 0 {
		return q, fmt.Errorf("a sequence of %d steps, %d of them beyond it, begins after %d steps of %d", len(s.Steps), s.Beyond, s.Depth, len(path))
	}
	executed := trace.Schedule{}
	for _, e := range p.Events() {
		executed = append(executed, e.Step())
	}
	if err := p.StepBack(min(s.Depth, judge.Common(executed, path))); err != nil {
		return q, err
	}
	for n := len(p.Events()); n < s.Depth; n++ {
		if _, err := p.Step(path[n]); err != nil {
			return q, err
		}
	}
	q = optimaldpor.Sequence{Depth: s.Depth, Reversed: s.Reversed - 1, More: s.More, Again: s.Again}
	for i, named := range s.Steps {
		e, err := do(p, named)
		if err != nil {
			return q, err
		}
		if i < len(s.Steps)-s.Beyond {
			q.Events = append(q.Events, copied(e))
		} else {
			q.Beyond = append(q.Beyond, copied(e))
		}
	}
	q.Why, err = whyOf(p.State(), s.Depth, s.Why)
	return q, err
}

func copied(e *trace.Event) *trace.Event {
	c := *e
	return &c
}

// explored sets what the search of a unit has found, and returns its open branches.
func (k *Tree) explored(c *Open) []optimaldpor.Branch {
	b := k.shared.Below()
	c.Unit = &Unit{Done: b.Done, Cut: b.Cut}
	for _, q := range b.Sequences {
		s := Sequence{Depth: q.Depth, Beyond: len(q.Steps) - q.Events, Reversed: q.Reversed + 1, More: q.More, Again: q.Again}
		s.Why = []EventName{k.of.eventName(q.Why.First), k.of.eventName(q.Why.Second)}
		s.Steps = q.Steps.Named(k.of.First.World.Actor)
		c.Unit.Sequences = append(c.Unit.Sequences, s)
	}
	return b.Open
}
