package published

import (
	"fmt"
	"maps"
)

const linearizable = "linearizable"

// step is announced by a client at the end of its put, which is also the beginning of its get, and at the
// end of its get.
type step struct {
	Client value
	Gets   bool
	Found  value
}

func (s step) String() string {
	if s.Gets {
		return fmt.Sprintf("client %d has got %d", s.Client, s.Found)
	}
	return fmt.Sprintf("client %d has put", s.Client)
}

// history is the known part of the order of the puts. Since all puts begin before anything else,
// and have different values, the clients see a register if and only if there is an order of the
// puts in which each get finds the last put before it. A get is after the puts that had returned
// when it began, and after the puts whose values others had got by then. These are therefore before
// the put whose value it finds, or are that put. There is an order unless this relation has a
// cycle.
type history struct {
	Before  map[value]puts // by put, the puts before it
	Reading map[value]puts // by client, the puts before its get, while that has not returned
	Known   puts           // the puts before each get that begins now
}

// puts is a set of puts, by their values. It is never changed.
type puts map[value]bool

func (s puts) with(v value) puts { return s.and(puts{v: true}) }

func (s puts) and(other puts) puts {
	all := puts{}
	maps.Copy(all, s)
	maps.Copy(all, other)
	return all
}

func (s puts) less(v value) puts {
	rest := s.and(nil)
	delete(rest, v)
	return rest
}

// close adds the puts before each put.
func (h *history) close(of puts) puts {
	for v := range of {
		of = of.and(h.Before[v])
	}
	return of
}

// next returns the history after a step.
func (h history) next(_ string, s step) (history, error) {
	if h.Before, h.Reading = maps.Clone(h.Before), maps.Clone(h.Reading); h.Before == nil {
		h.Before, h.Reading = map[value]puts{}, map[value]puts{}
	}
	if !s.Gets {
		h.Known = h.close(h.Known.with(s.Client))
		h.Reading[s.Client] = h.Known
		return h, nil
	}
	if s.Found == nothing {
		return h, fmt.Errorf("client %d gets nothing after its put", s.Client)
	}
	earlier := h.Reading[s.Client].less(s.Found)
	delete(h.Reading, s.Client)
	if h.close(earlier)[s.Found] {
		return h, fmt.Errorf("client %d gets %d, which others have overwritten before", s.Client, s.Found)
	}
	h.order(earlier, s.Found)
	h.Known = h.close(h.Known.with(s.Found))
	return h, nil
}

// order notes that some puts are before another.
func (h *history) order(earlier puts, later value) {
	if earlier = h.close(earlier); len(earlier) == 0 {
		return
	}
	h.Before[later] = h.Before[later].and(nil)
	for v, before := range h.Before {
		if v == later || before[later] {
			h.Before[v] = before.and(earlier)
		}
	}
	for client, before := range h.Reading {
		h.Reading[client] = h.close(before)
	}
}
