package explicit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// truth is what all reachable states say of a program.
type truth struct {
	outcomes   map[string]bool // of states in which nothing can go on
	violations map[string]bool // true for those that are certain
	seen       *views
	states     int
}

// views are the states that processes have exposed last, together, at moments at which that changes.
type views struct{ all, living map[string]bool }

func newViews() *views { return &views{map[string]bool{}, map[string]bool{}} }

// note notes what is seen now: of all processes, if one of them has shown something, and of those that live.
func (v *views) note(s state, shown bool) {
	var all, living []string
	for _, name := range slices.Sorted(maps.Keys(s.Shown)) {
		view := fmt.Sprintf("%s shows %d", name, s.Shown[name])
		all = append(all, view)
		if p := s.Processes[name]; !p.ended() {
			living = append(living, view)
		}
	}
	if shown {
		v.all[strings.Join(all, ", ")] = true
	}
	v.living[strings.Join(living, ", ")] = true
}

// explore visits each state that the program can come to. It gives up, and returns nil, where there are more
// than so many.
func explore(pr program, d proc.Delivery, limit int) *truth {
	x := newInterpreter(pr, d)
	found := &truth{outcomes: map[string]bool{}, violations: map[string]bool{}, seen: x.seen}
	first := x.begin()
	visited := map[string]bool{first.key(): true}
	for todo := []state{first}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		after := x.successors(s)
		if len(after) == 0 {
			found.outcomes[s.outcome()] = true
			found.judge(s)
		}
		for _, next := range after {
			if key := next.key(); !visited[key] {
				visited[key] = true
				todo = append(todo, next)
			}
		}
		if len(visited) > limit {
			return nil
		}
	}
	found.states = len(visited)
	return found
}

// judge notes what a state violates in which nothing can go on. A crash is none if somebody is told of it. Where
// somebody would have been told who had ended, or had flushed the message, that is left open: whether it counts depends on
// whether it is certain to be so, in all interleavings that differ in the order of independent events only.
func (f *truth) judge(s state) {
	certain, open, blocked := false, false, false
	for name, p := range s.Processes {
		if !p.ended() {
			blocked = blocked || !p.Daemon
			continue
		}
		if p.End.Wanted || p.End.Reason == proc.Normal || p.Told == toSomebody {
			continue
		}
		sure := p.Told == toNobody
		certain, open = certain || sure, open || !sure
		f.violates(violation(proc.NoCrash, name), sure)
	}
	if blocked && !certain { // a crash is the first thing to be said
		f.violates(proc.NoDeadlock, !open)
	}
}

func (f *truth) violates(what string, sure bool) {
	f.violations[what] = f.violations[what] || sure
}

// violation names what a process violates.
func violation(property, process string) string { return strings.TrimSpace(property + " " + process) }
