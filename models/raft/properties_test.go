package raft

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// entries returns a log with an entry of each term.
func entries(terms ...int) (l log) {
	for i, term := range terms {
		l = append(l, entry{term, command{Number: i + 1, Value: term}})
	}
	return l
}

// judged passes reports to a rule, and returns its first error.
func judged[S any](s S, next func(S, string, report) (S, error), reports []report) (err error) {
	for _, r := range reports {
		if s, err = next(s, "", r); err != nil {
			return err
		}
	}
	return nil
}

// TestRules: each rule finds what violates it, also what only a node has reported that is down or follows now, and nothing else.
func TestRules(t *testing.T) {
	a, b := entries(1, 1), entries(1, 2)
	other := entries(1)
	other[0].Command.Value = 7
	for _, c := range []struct {
		rule, want string
		reports    []report
	}{
		{electionSafety, "", []report{{Node: 0, Term: 1, Leads: true}, {Node: 1, Term: 2, Leads: true}, {Node: 0, Term: 1, Leads: true}}},
		{electionSafety, "both lead term 1", []report{{Node: 0, Term: 1, Leads: true}, {Node: 0, Term: 2}, {Node: 1, Term: 1, Leads: true}}},

		{logMatching, "", []report{{Node: 0, Log: a}, {Node: 1, Log: b}, {Node: 2, Log: a[:1]}}},
		{logMatching, "term 1 with index 1", []report{{Node: 0, Log: a}, {Node: 1, Log: other}}},
		{logMatching, "term 2 with index 2", []report{{Node: 0, Log: b}, {Node: 1, Log: entries(2, 2)}}},
		{logMatching, "", []report{{Node: 0, Log: a}, {Node: 0, Log: nil}, {Node: 1, Log: other}}},

		{leaderCompleteness, "", []report{{Node: 0, Term: 1, Leads: true, Log: a, Commit: 1}, {Node: 1, Term: 2, Leads: true, Log: a[:1]}}},
		{leaderCompleteness, "the leader of term 2", []report{{Node: 0, Term: 1, Leads: true, Log: a, Commit: 2}, {Node: 1, Term: 2, Leads: true, Log: a[:1]}}},
		{leaderCompleteness, "the leader of term 2", []report{{Node: 1, Term: 2, Leads: true}, {Node: 1, Term: 3}, {Node: 0, Term: 1, Leads: true, Log: a, Commit: 1}}},
		{leaderCompleteness, "", []report{{Node: 0, Term: 1, Leads: true}, {Node: 1, Term: 2, Leads: true, Log: b, Commit: 2}}},

		{stateMachineSafety, "", []report{{Node: 0, Log: a, Commit: 2}, {Node: 1, Log: b, Commit: 1}}},
		{stateMachineSafety, "index 2", []report{{Node: 0, Log: a, Commit: 2}, {Node: 0}, {Node: 1, Log: b, Commit: 2}}},
	} {
		var err error
		switch c.rule {
		case electionSafety:
			err = judged(nil, oneLeader, c.reports)
		case logMatching:
			err = judged(make([]log, 3), matching, c.reports)
		case leaderCompleteness:
			err = judged(completeness{}, completeness.next, c.reports)
		case stateMachineSafety:
			err = judged(nil, sameApplied, c.reports)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s of %+v: %v, want %q", c.rule, c.reports, err, c.want)
		}
	}
}

// TestFigure8: a leader does not commit an entry of an earlier term because a majority has it, but with one of its own.
func TestFigure8(t *testing.T) {
	n := node{
		ID: 0, Nodes: make([]proc.PID, 3), Members: []int{0, 1, 2}, ballot: ballot{Term: 3}, Log: entries(1), Role: leader,
		Next: []int{2, 2, 2}, Match: []int{1, 0, 0},
	}
	n.appended(appendReply{Term: 3, From: 1, Success: true, Index: 1})
	if n.Commit != 0 {
		t.Errorf("an entry of term 1 is committed in term 3")
	}
	n.Log, n.Match[0] = entries(1, 3), 2
	n.appended(appendReply{Term: 3, From: 1, Success: true, Index: 2})
	if n.Commit != 2 {
		t.Errorf("the entries up to %d are committed, want 2", n.Commit)
	}
}
