package cluster

import (
	"cmp"
	"reflect"
	"slices"
)

// shorten replaces the inputs that a candidate or a leader got by fewer, in an order of their own, if these lead the
// library to the same state. So nodes that got the same in another order are in the same state.
func (s *state) shorten(lib Library, now Status) {
	short := *s
	short.Since = normal(lib, s.Since, now.Disk.Hard.Term)
	if len(short.Since) == len(s.Since) && reflect.DeepEqual(short.Since, s.Since) {
		return
	}
	if short.leadsTo(lib, now) {
		s.Since = short.Since
	}
}

// leadsTo tells whether the library comes to that state. It may panic on an input that is impossible in that order.
func (s *state) leadsTo(lib Library, now Status) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = false
		}
	}()
	return reflect.DeepEqual(s.core(lib, &Logger{}).Status(), now)
}

// normal returns the campaigns, the votes of this term by voter, the proposals, and the last of the answers of each
// follower to appended entries.
func normal(lib Library, since []input, term uint64) []input {
	var campaigns, votes, proposals, answers []input
	for _, in := range since {
		h := in.header(lib)
		switch {
		case in.Do == campaign:
			campaigns = append(campaigns, in)
		case in.Do == propose:
			proposals = append(proposals, in)
		case h.Term == term && h.Kind == voted:
			votes = append(votes, in)
		case h.Term == term && h.Kind == appended:
			answers = slices.DeleteFunc(answers, func(other input) bool {
				o := other.header(lib)
				return o.From == h.From && o.Index <= h.Index
			})
			answers = append(answers, in)
		}
	}
	bySender := func(a, b input) int { return cmp.Compare(a.header(lib).From, b.header(lib).From) }
	slices.SortStableFunc(votes, bySender)
	slices.SortStableFunc(answers, bySender)
	return slices.Concat(campaigns, votes, proposals, answers)
}

// header returns the header of the message, if the input is one.
func (in input) header(lib Library) Header {
	if in.Do != step {
		return Header{}
	}
	return lib.Header(in.Message)
}
