package linear

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// Event is the call of an operation, or its return with the result.
type Event[C, R any] struct {
	Call     C
	Result   R
	Returned bool
}

// New returns the state before the first event, with the initial state of the object.
func New[S, C, R any](initial S) State[S, C, R] {
	return State[S, C, R]{Outcomes: []outcome[S, R]{{State: initial}}}
}

// State is the state of knowledge about the object: the operations that have not returned, sorted by process and then by call, and the
// outcomes that are possible. It has a canonical form: the order of calls among each other does not change it, and the order of
// returns does not either.
type State[S, C, R any] struct {
	Pending  []pending[C]
	Outcomes []outcome[S, R]
	Traced   bool // numbers and orders are kept, too
}

// pending is an operation that has not returned.
type pending[C any] struct {
	Process string
	Call    C
	Number  int
	Lost    bool // it never returns
}

// outcome is a state of the object that is possible.
type outcome[S, R any] struct {
	State   S
	Effects []effect[R]  // of the pending operations
	Order   []linearStep // in which all operations took effect
}

// effect is the effect of an operation on an outcome.
type effect[R any] struct {
	Taken  bool // it has taken effect, with this result
	Result R
}

// linearStep is an operation that has taken effect, and the state after it.
type linearStep struct {
	Number int
	State  string
}

// Next returns the state after an event of a process, or an error if the process cannot have the result. It does not change l.
func (l State[S, C, R]) Next(apply func(S, C) (S, R), process string, o Event[C, R]) (State[S, C, R], error) {
	if !o.Returned {
		return l.called(process, o.Call, 0), nil
	}
	after, others, ok := l.returned(apply, process, o.Result)
	switch {
	case !ok:
		return l, fmt.Errorf("%s announces that %s returns, and has not announced its call", process, proc.Format(o.Call))
	case len(after.Outcomes) == 0:
		return l, fmt.Errorf("%s gets %s by %s; in every order of the operations it gets %s",
			process, proc.Format(o.Result), proc.Format(l.Pending[l.last(process)].Call), strings.Join(others, " or "))
	}
	return after, nil
}

// called adds an operation.
func (l State[S, C, R]) called(process string, call C, number int) State[S, C, R] {
	at, _ := slices.BinarySearchFunc(l.Pending, process, func(o pending[C], process string) int {
		return cmp.Or(strings.Compare(o.Process, process), -1) // after the operations of the same process
	})
	l.Pending = slices.Insert(slices.Clone(l.Pending), at, pending[C]{Process: process, Call: call, Number: number})
	l.Outcomes = slices.Clone(l.Outcomes)
	for i := range l.Outcomes {
		o := &l.Outcomes[i]
		o.Effects = slices.Insert(slices.Clone(o.Effects), at, effect[R]{})
	}
	return l
}

// Lose returns the state if the last pending operation of a process never returns. It may have taken effect, may still do so, or not. Then an
// outcome without its effect allows all that the same outcome with it allows, so fewer outcomes are kept.
func (l State[S, C, R]) Lose(process string) State[S, C, R] {
	if at := l.last(process); at >= 0 {
		l.Pending = slices.Clone(l.Pending)
		l.Pending[at].Lost = true
		kept := outcomes[S, R]{lost: l.neverReturns()}
		for _, o := range l.Outcomes {
			kept.add(o)
		}
		l.Outcomes = kept.sorted()
	}
	return l
}

// neverReturns reports, for each pending operation, whether it never returns.
func (l State[S, C, R]) neverReturns() (all []bool) {
	for _, p := range l.Pending {
		all = append(all, p.Lost)
	}
	return all
}

// last returns the position of the last pending operation of a process that may return, or -1.
func (l State[S, C, R]) last(process string) int {
	at := -1
	for i := range l.Pending {
		if l.Pending[i].Process == process && !l.Pending[i].Lost {
			at = i
		}
	}
	return at
}

// returned returns the state after the last operation of the process has returned with a result, and the other results that it
// can have. There is no outcome left if it cannot have the result, and ok is false if there is no such operation.
func (l State[S, C, R]) returned(apply func(S, C) (S, R), process string, result R) (after State[S, C, R], others []string, ok bool) {
	at := l.last(process)
	if at < 0 {
		return l, nil, false
	}
	s := serializer[S, C, R]{State: l, apply: apply, of: at, result: result}
	s.tried.lost = l.neverReturns()
	s.left.lost = slices.Delete(l.neverReturns(), at, at+1)
	s.extend(slices.Clone(l.Outcomes))
	l.Pending = slices.Delete(slices.Clone(l.Pending), at, at+1)
	l.Outcomes = s.left.sorted()
	slices.Sort(s.others)
	return l, slices.Compact(s.others), true
}

// serializer finds the outcomes in which an operation has a result.
type serializer[S, C, R any] struct {
	State[S, C, R]
	apply       func(S, C) (S, R)
	of          int // the position of the operation
	result      R
	tried, left outcomes[S, R]
	others      []string // other results
}

// extend lets pending operations take effect, as few as possible first, until the returning one has taken effect.
func (s *serializer[S, C, R]) extend(all []outcome[S, R]) {
	for len(all) > 0 {
		o := all[0]
		if all = all[1:]; s.tried.add(o) {
			all = append(all, s.next(o)...)
		}
	}
}

// next returns the outcomes that come of another one if one more operation takes effect.
func (s *serializer[S, C, R]) next(o outcome[S, R]) (all []outcome[S, R]) {
	if e := o.Effects[s.of]; e.Taken {
		if !reflect.DeepEqual(e.Result, s.result) {
			s.others = append(s.others, proc.Format(e.Result))
			return nil
		}
		o.Effects = slices.Delete(slices.Clone(o.Effects), s.of, s.of+1)
		s.left.add(o)
		return nil
	}
	for i, p := range s.Pending {
		if o.Effects[i].Taken {
			continue
		}
		state, result := s.apply(o.State, p.Call)
		next := outcome[S, R]{State: state, Effects: slices.Clone(o.Effects)}
		next.Effects[i] = effect[R]{true, result}
		if s.Traced {
			next.Order = append(slices.Clip(o.Order), linearStep{p.Number, proc.Format(state)})
		}
		all = append(all, next)
	}
	return all
}

// outcomes is a set of outcomes. Of two that differ only in the operations that never return and have taken effect, it has the one with fewer of
// them if that is added first.
type outcomes[S, R any] struct {
	lost []bool // the operations that never return
	all  map[string][]outcome[S, R]
}

// add adds an outcome, and reports whether it is a new one. In which order operations have taken effect makes no difference.
func (all *outcomes[S, R]) add(o outcome[S, R]) bool {
	if all.all == nil {
		all.all = map[string][]outcome[S, R]{}
	}
	key := proc.Format(o.State) // need not tell all apart
	for i, e := range o.Effects {
		if !all.lost[i] {
			key += proc.Format(e)
		}
	}
	if slices.ContainsFunc(all.all[key], func(other outcome[S, R]) bool { return all.covers(other, o) }) {
		return false
	}
	all.all[key] = append(all.all[key], o)
	return true
}

// covers reports whether outcome a allows all that b allows.
func (all *outcomes[S, R]) covers(a, b outcome[S, R]) bool {
	for i := range a.Effects {
		if all.lost[i] && a.Effects[i].Taken && !b.Effects[i].Taken || !all.lost[i] && !reflect.DeepEqual(a.Effects[i], b.Effects[i]) {
			return false
		}
	}
	return reflect.DeepEqual(a.State, b.State)
}

// sorted returns the outcomes in the order of their texts.
func (all outcomes[S, R]) sorted() (list []outcome[S, R]) {
	for _, key := range slices.Sorted(maps.Keys(all.all)) {
		list = append(list, all.all[key]...)
	}
	return list
}
