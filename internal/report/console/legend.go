package console

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// legend explains the marks of a trace that occur in it.
func (l *layout) legend(v *document.Violation, steps []story.Step) string {
	has := func(shapes ...story.Shape) bool {
		return slices.ContainsFunc(steps, func(s story.Step) bool { return slices.Contains(shapes, s.Shape) })
	}
	ends := func() bool {
		for k := range steps {
			if slices.ContainsFunc(append(slices.Clone(steps[k].To), steps[k].From), func(name string) bool { return l.lanes.ends(k, name) }) {
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
		add(has(story.Calls, story.Answers), "●◁─▶● a request and its reply")
		add(has(story.Carries, story.Posts, story.Collects), "●─▶● a message")
		add(has(story.Posts), "●─▶│ one that is taken later or never")
		add(has(story.Collects, story.Answers), "╌ sent earlier")
		add(slices.ContainsFunc(steps, func(s story.Step) bool { return s.Lost }), lostSign+" lost")
		add(has(story.Enters), "◆ an external event")
		add(has(story.Parts), "╌╌ the network")
		add(ends(), endSign+" an end")
	} else {
		add(has(story.Calls, story.Answers), "a ⇄ b: a request of a and the reply")
		add(has(story.Carries, story.Posts, story.Collects), "a → b: a message")
	}
	if v.LoopFrom == 0 { // otherwise the headline explains it
		add(slices.ContainsFunc(steps, func(s story.Step) bool { return story.Concerned(v, &s) }), "* see below")
	}
	if len(marks) == 0 {
		return ""
	}
	return ": " + strings.Join(marks, ", ")
}
