package explicit_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// truth is what follows from all reachable states of a program.
type truth struct {
	outcomes   map[string]bool // of final states
	violations map[string]bool // true for those that are certain
	seen       *views
	states     int
}

// views holds the states that processes have exposed last, at all moments at which these change.
type views struct{ all, living map[string]bool }

func newViews() *views { return &views{map[string]bool{}, map[string]bool{}} }

// note records the present view: of all processes, if one of them has exposed a state, and of those
// that are alive.
func (v *views) note(s state, shown bool) {
	var all, living []string
	for _, name := range slices.Sorted(maps.Keys(s.Shown)) {
		view := fmt.Sprintf("%s shows %d", name, s.Shown[name].State)
		all = append(all, view)
		if p := s.Processes[name]; !p.ended() && p.Life == s.Shown[name].Life {
			living = append(living, view)
		}
	}
	if shown {
		v.all[strings.Join(all, ", ")] = true
	}
	v.living[strings.Join(living, ", ")] = true
}

// explore visits each reachable state of the program. It returns nil if there are more than limit.
func explore(pr program, d proc.Delivery, limit int) *truth {
	x := newInterpreter(pr, d)
	found := &truth{outcomes: map[string]bool{}, violations: map[string]bool{}, seen: x.seen}
	first := x.begin()
	visited := map[string]bool{first.key(): true}
	for todo := []state{first}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		after := x.successors(s)
		if len(after) == 0 && !s.awaited() { // what is left of the budget need not happen
			found.outcomes[s.outcome()] = true
			found.judge(s)
		}
		for _, next := range append(after, x.outside(s)...) {
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

// judge records what a final state violates. A crash is not a violation if a process is told of it.
// If the process that would have been told had ended, or had flushed the message, the result is
// open: it depends on whether this is so in all interleavings that differ only in the order of
// independent events.
func (f *truth) judge(s state) {
	blocked := false
	for name, p := range s.Processes {
		if !p.ended() {
			blocked = blocked || !p.Daemon
			continue
		}
		if p.End.Wanted || p.End.Reason == proc.Normal || p.Told == heard {
			continue
		}
		f.violates(violation(proc.NoCrash, name), p.Told == untold)
	}
	if blocked {
		f.violates(proc.NoDeadlock, true)
	}
}

func (f *truth) violates(what string, sure bool) {
	f.violations[what] = f.violations[what] || sure
}

// violation names a violation by the processes of one name, as a report does.
func violation(property, process string) string {
	return strings.TrimSpace(property + " " + nth.ReplaceAllString(process, ""))
}

// nth is a number in a name, which makes no other kind of violation.
var nth = regexp.MustCompile(`#?[0-9]+`)
