package published

import "fmt"

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
	Before  [maxClients + 1]puts // by put, the puts before it
	Reading [maxClients + 1]puts // by client, the puts before its get, while that has not returned
	Known   puts                 // the puts before each get that begins now
}

const maxClients = 6

// puts is a set of puts, by their values.
type puts uint8

func (s puts) has(v value) bool  { return s&(1<<v) != 0 }
func (s puts) with(v value) puts { return s | 1<<v }
func (s puts) less(v value) puts { return s &^ (1 << v) }

// close adds the puts before each put.
func (h *history) close(of puts) puts {
	for v := range h.Before {
		if of.has(value(v)) {
			of |= h.Before[v]
		}
	}
	return of
}

// next returns the history after a step.
func (h history) next(_ string, s step) (history, error) {
	if !s.Gets {
		h.Known = h.close(h.Known.with(s.Client))
		h.Reading[s.Client] = h.Known
		return h, nil
	}
	if s.Found == nothing {
		return h, fmt.Errorf("client %d gets nothing after its put", s.Client)
	}
	earlier := h.Reading[s.Client].less(s.Found)
	h.Reading[s.Client] = 0
	if h.close(earlier).has(s.Found) {
		return h, fmt.Errorf("client %d gets %d, which others have overwritten before", s.Client, s.Found)
	}
	h.order(earlier, s.Found)
	h.Known = h.close(h.Known.with(s.Found))
	return h, nil
}

// order notes that some puts are before another.
func (h *history) order(earlier puts, later value) {
	earlier = h.close(earlier)
	for v := range h.Before {
		if v == int(later) || h.Before[v].has(later) {
			h.Before[v] |= earlier
		}
	}
	for i := range h.Reading {
		h.Reading[i] = h.close(h.Reading[i])
	}
}
