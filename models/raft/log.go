package raft

import (
	"fmt"
	"slices"
)

// log is a list of entries. The entry with index i is at i-1. Entries are never changed in place.
type log []entry

// entry is an entry of a log.
type entry struct {
	Term    int
	Command command
}

func (e entry) String() string { return fmt.Sprintf("%v of term %d", e.Command, e.Term) }

// last returns the index and the term of the last entry.
func (l log) last() (index, term int) { return len(l), l.term(len(l)) }

// term returns the term of an entry. The term before the first entry is 0.
func (l log) term(index int) int {
	if index == 0 {
		return 0
	}
	return l[index-1].Term
}

// with returns the log with more entries. From the first that it does not have, they replace all others.
func (l log) with(previous int, entries log) log {
	for i, e := range entries {
		if at := previous + i; at >= len(l) || l[at].Term != e.Term {
			return slices.Concat(l[:at], entries[i:])
		}
	}
	return l
}

// after returns the entries after a prefix, which is another log, and whether the log begins with it.
func (l log) after(other log) (log, bool) {
	if len(l) < len(other) || !slices.Equal(l[:len(other)], other) {
		return nil, false
	}
	return l[len(other):], true
}

// The state machine is a list of values. It is a function of the log up to the commit index: a command that is there
// several times, because its client has asked again, is executed the first time only.

// executed returns the index of the first entry with the command, or 0 if there is none.
func (l log) executed(c command) int {
	return 1 + slices.IndexFunc(l, func(e entry) bool { return e.Command == c })
}

// values returns the list after all entries.
func (l log) values() (list []int) {
	for i, e := range l {
		if e.Command.Value != read && l.executed(e.Command) == i+1 {
			list = append(list, e.Command.Value)
		}
	}
	return list
}
