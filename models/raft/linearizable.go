package raft

import (
	"fmt"
	"slices"
)

// seen is the knowledge about the list from the answers to clients. Each answer shows the whole list as it was at some
// moment between call and return. So clients see a list if every two answers are the same list, as far as the shorter
// one goes, if an answer contains nothing that was not asked for before, and everything that the client's call must
// find: the longest list that was known then.
type seen struct {
	Longest []int
	Begun   []int // by client: the length of the longest list when it called its present operation
	Done    []int // by client: the number of its operations that have returned
}

func (s setting) nothingSeen() seen {
	return seen{Begun: make([]int, len(s.clients)), Done: make([]int, len(s.clients))}
}

// next judges an answer. The operations of a client follow each other, and the first begins before everything else.
func (s setting) next(h seen, _ string, r returned) (seen, error) {
	op := s.clients[r.Client][h.Done[r.Client]]
	short, long := r.Values, h.Longest
	if len(short) > len(long) {
		short, long = long, short
	}
	switch {
	case !slices.Equal(short, long[:len(short)]):
		return h, fmt.Errorf("client %d sees %v, and a client has seen %v before", r.Client, r.Values, h.Longest)
	case len(r.Values) < h.Begun[r.Client]:
		return h, fmt.Errorf("client %d sees %v, and there were %d values when it began", r.Client, r.Values, h.Begun[r.Client])
	case op.value != read && (len(r.Values) <= h.Begun[r.Client] || r.Values[len(r.Values)-1] != op.value):
		return h, fmt.Errorf("client %d appends %d, and sees %v", r.Client, op.value, r.Values)
	}
	for i, v := range r.Values {
		if !s.asked(h, v) || slices.Contains(r.Values[:i], v) {
			return h, fmt.Errorf("client %d sees %v, and %d is there too early or twice", r.Client, r.Values, v)
		}
	}
	h.Longest, h.Begun, h.Done = long, slices.Clone(h.Begun), slices.Clone(h.Done)
	h.Begun[r.Client] = len(long)
	h.Done[r.Client]++
	return h, nil
}

// asked reports whether a client has asked to append a value.
func (s setting) asked(h seen, value int) bool {
	for id, todo := range s.clients {
		for _, op := range todo[:min(h.Done[id]+1, len(todo))] {
			if op.value == value {
				return true
			}
		}
	}
	return false
}
