package proc

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
)

// Stray returns an error if a process of the present interleaving has started a
// goroutine that waits while no process does anything: what such a goroutine will do,
// and when, nobody can tell. It returns nil if there is none, and where that is not
// certain: one that still runs may be about to end.
//
// It is for a system in which nothing is being executed, and takes a while if the
// program has goroutines of other kinds.
func (s *System) Stray() *ModelError {
	if !s.watch.crowded() {
		return nil
	}
	for range 100 { // what runs may come to where it waits
		stray, running := s.findStray()
		if stray != nil || !running {
			return stray
		}
		runtime.Gosched()
	}
	return nil
}

// findStray also reports whether some goroutine runs that a process has started.
func (s *System) findStray() (stray *ModelError, running bool) {
	all := goroutineTracebacks()
	guests := map[string]*P{} // by goroutine
	for _, a := range s.processes {
		if a == nil || a.co == nil {
			continue
		}
		for _, g := range all {
			if strings.Contains(g, a.co.p.guest.frame()) {
				guests[goroutineNumber(g)] = a.co.p
			}
		}
	}
	for _, g := range all {
		made := createdBy.FindStringSubmatch(g)
		if made == nil || guests[made[2]] == nil {
			continue
		}
		doing, frames := parseTraceback(g)
		source := made[3]
		if inLibrary(source) || !ofModel(made[1]) { // such as that of sync.WaitGroup.Go
			source = innermost(callsIn(frames))
		}
		switch {
		case underWay.MatchString(doing):
			running = true
		case source == "": // it is not known to execute code of the model
		case strings.HasPrefix(doing, "coroutine"): // it is executed only by who called iter.Pull
		default:
			return &ModelError{Process: guests[made[2]].actor.Name, Source: source, Problem: fmt.Sprintf(
				"it has started a goroutine that is still there (%s) while the process itself waits or has ended. "+
					"The checker does not schedule goroutines, so what comes of them depends on time; "+
					"what shall run beside a process is a process of its own, started by Spawn. %s", doing, vetFinds)}, false
		}
	}
	return nil, running
}

// underWay matches what a goroutine does that does not wait for the model: it runs, or can,
// or the runtime keeps it for a moment, as it collects garbage, which any memory that it
// asks for may begin, and waits meanwhile for whoever has stopped all goroutines: us.
var underWay = regexp.MustCompile(`^(run|preempted|semacquire|GC |garbage collection|wait for GC|stopping the world|flushing|trace )`)

// createdBy finds in the traceback of a goroutine the function that created it, the
// number of the goroutine in which that was, and file:line of the go statement.
var createdBy = regexp.MustCompile(`(?m)^created by (\S+) in goroutine (\d+)\n\t(\S+:\d+)`)

// goroutineNumber returns the number of the goroutine that has the traceback.
func goroutineNumber(traceback string) string {
	number, _, _ := strings.Cut(strings.TrimPrefix(traceback, "goroutine "), " ")
	return number
}
