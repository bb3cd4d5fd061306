package report

import (
	"slices"
	"strings"
)

// legend explains the marks of a trace that occur in it.
func (l *layout) legend(v *Violation, steps []step) string {
	has := func(shapes ...shape) bool {
		return slices.ContainsFunc(steps, func(s step) bool { return slices.Contains(shapes, s.shape) })
	}
	ends := func() bool {
		for k := range steps {
			if slices.ContainsFunc(append(slices.Clone(steps[k].to), steps[k].from), func(name string) bool { return l.lanes.ends(k, name) }) {
				return true
			}
		}
		return false
	}
	var marks []string
	add := func(is bool, mark string) {
		if is {
			marks = append(marks, mark)
		}
	}
	if l.withLanes {
		add(has(calls, answers), "●◁─▶● a request and its reply")
		add(has(carries, posts, collects), "●─▶● a message")
		add(has(posts), "●─▶│ one that is taken later or never")
		add(has(collects, answers), "╌ sent earlier")
		add(slices.ContainsFunc(steps, func(s step) bool { return s.lost }), lostSign+" lost")
		add(has(enters), "◆ an external event")
		add(has(parts), "╌╌ the network")
		add(ends(), endSign+" an end")
	} else {
		add(has(calls, answers), "a ⇄ b: a request of a and the reply")
		add(has(carries, posts, collects), "a → b: a message")
	}
	if v.LoopFrom == 0 { // otherwise the headline explains it
		add(slices.ContainsFunc(steps, func(s step) bool { return concerned(v, &s) }), "* see below")
	}
	if len(marks) == 0 {
		return ""
	}
	return ": " + strings.Join(marks, ", ")
}
