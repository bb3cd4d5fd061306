package guard

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// leak is a goroutine, not a coroutine, that descends from a process.
type leak struct {
	process string
	doing   string   // its wait reason, in the words of the runtime
	calls   []string // of the model, innermost first, each as "function file:line"
	starter string   // the function that started it, "" if unknown
	started string   // file:line of the go statement, "" if unknown
}

// Looking at all goroutines takes some tens of microseconds, and longer if there are many. Other
// parts of the program may start goroutines all the time, so after freeLooks looks without a
// finding, only one look is made for each turnsForLook turns.
const (
	freeLooks    = 20
	turnsForLook = 512
)

// Leak returns an error if a process, or a goroutine of it, has started a goroutine that waits
// while no process is executed: the checker cannot predict the actions of that goroutine.
// It returns nil if there is none, or if a goroutine still runs, which may be about to end. place
// is as for Look. Leak may block while code of the model is being executed.
func (w *Watch) Leak(place func(process string) string) *ModelError {
	w.take()
	defer w.release()
	if w.trusting || !w.MoreGoroutines() {
		return nil
	}
	return w.findLeak(place)
}

// Look is Leak for the code that is being executed, which must call it when MoreGoroutines
// returns true. It looks only now and then. place returns file:line of the operation that a
// process requests, or "".
func (w *Watch) Look(place func(process string) string) *ModelError {
	if w.trusting || w.fruitless > freeLooks+w.Turns()/turnsForLook {
		return nil
	}
	return w.findLeak(place)
}

// findLeak returns an error about a goroutine that descends from a process and waits, or nil.
// Only the caller may execute code of the model meanwhile.
func (w *Watch) findLeak(place func(process string) string) *ModelError {
	var found []*leak
	for range 100 { // a goroutine that runs may soon wait
		before, running := w.foreign(), false
		if found, running = w.leaks(); running {
			runtime.Gosched()
			continue
		}
		if len(found) == 0 {
			w.others.Store(min(before, w.foreign()))
		}
		break
	}
	if len(found) > 0 {
		return found[0].fault(place)
	}
	w.fruitless++
	return nil
}

// leaks returns the goroutines that descend from processes and wait, in an order that does not
// depend on when they were started. It also reports whether others run.
//
// A profile tells from which process a goroutine descends, a traceback tells its state. They are
// certainly about the same goroutine only if nothing changed between two profiles, and all
// goroutines of the program with the same calls wait.
func (w *Watch) leaks() (found []*leak, running bool) {
	suspects := profile(w.search)
	if len(suspects) == 0 {
		return nil, false
	}
	tracebacks := goroutineTracebacks()
	if !slices.Equal(suspects, profile(w.search)) {
		return nil, true
	}
	for _, g := range suspects {
		s, runs := inWords(&g, tracebacks)
		running = running || runs
		if s != nil {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(a, b *leak) int {
		return cmp.Or(cmp.Compare(a.process, b.process), cmp.Compare(a.started, b.started), slices.Compare(a.calls, b.calls))
	})
	return found, running
}

// inWords describes a goroutine. It returns nil if the goroutine runs, or if the standard
// library started it for its own use.
func inWords(g *profileEntry, tracebacks []string) (s *leak, running bool) {
	frames := g.frames()
	s = &leak{process: g.process, calls: callsIn(frames)}
	ofModels := Innermost(s.calls) != ""
	for _, text := range tracebacks {
		doing, traced := parseTraceback(text)
		if !slices.Equal(positions(frames), positions(traced)) {
			continue
		}
		if underWay.MatchString(doing) {
			return nil, true
		}
		s.doing = doing
		made := createdBy.FindStringSubmatch(text)
		if made == nil || s.starter != "" && made[2] > s.started {
			continue
		}
		if ofModels || ofModel(made[1]) && !inLibrary(made[2]) {
			s.starter, s.started = made[1], made[2]
		}
	}
	if s.doing == "" {
		return nil, true
	}
	if !ofModels && s.starter == "" {
		return nil, false
	}
	return s, false
}

// underWay matches the states of goroutines that do not wait for the model: they run, are
// runnable, or are held up by the runtime for a moment, as by a garbage collection. A system
// call, such as writing a line, mostly ends, too.
var underWay = regexp.MustCompile(`^(run|preempted|copystack|syscall|semacquire|GC |garbage collection|wait for GC|stopping the world|flushing|trace )`)

// comparedCalls limits how many calls of a goroutine are compared: profiles and tracebacks leave
// some out if there are many.
const comparedCalls = 32

// positions returns file:line of the innermost calls outside of the runtime.
func positions(frames []frame) (lines []string) {
	for _, f := range frames {
		if !strings.HasPrefix(f.function, "runtime.") && len(lines) < comparedCalls {
			lines = append(lines, f.position)
		}
	}
	return lines
}

// fault returns the error about the goroutine. place is as for Look.
func (s *leak) fault(place func(process string) string) *ModelError {
	e := &ModelError{Process: s.process, Stack: s.calls}
	begun := ""
	if function := outermost(s.calls); function != "" {
		begun = ". It executes " + function
	}
	if s.starter != "" {
		e.Stack = append(e.Stack, s.starter+" "+s.started)
	}
	if s.starter != "" && !inLibrary(s.started) {
		begun += ", started by " + s.starter + " at " + s.started
	}
	e.Source = cmp.Or(place(s.process), s.started, Innermost(s.calls))
	e.Problem = fmt.Sprintf("it has started a goroutine that is still there (%s) while the process itself waits or has ended%s. "+
		"What runs beside a process must be a process of its own, started by Spawn", s.doing, begun)
	return e
}

// VetFinds names the command that finds nondeterministic code.
const VetFinds = "'checkmodel vet ./...' finds most of what it may be in the source"

// outermost returns the function of the outermost call that is not in the standard library, or "".
func outermost(calls []string) string {
	for _, call := range slices.Backward(calls) {
		if function, line, _ := strings.Cut(call, " "); !inLibrary(line) {
			return function
		}
	}
	return ""
}

// createdBy finds in the traceback of a goroutine the function that created it, and
// file:line of the go statement.
var createdBy = regexp.MustCompile(`(?m)^created by (\S+) in goroutine \d+\n\t(\S+:\d+)`)
