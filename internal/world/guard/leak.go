package guard

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// leak is a goroutine that comes from a process and is none of its coroutines.
type leak struct {
	process string   // that it comes from
	doing   string   // what it waits for, in the words of the runtime
	calls   []string // of the model, innermost first, each as "function file:line"
	starter string   // the function that has started it, "" if that is not known
	started string   // file:line of the go statement, "" if that is not known
}

// A look at all goroutines takes some tens of microseconds, and longer where there are
// many. So many may find nothing, and then one for each so many turns: another part of
// the program may start goroutines all the time.
const (
	freeLooks    = 20
	turnsForLook = 512
)

// Leak returns an error if a process, or a goroutine of it, has started a goroutine that
// waits while no process does anything: what such a goroutine will do, and when, is not
// known. It returns nil if there is none, or if that is not certain, because a goroutine
// that still runs may be about to end. place is as for Look.
//
// It may block while code of the model is being executed.
func (w *Watch) Leak(place func(process string) string) *ModelError {
	w.take()
	defer w.release()
	if w.trusting || !w.MoreGoroutines() {
		return nil
	}
	if found := w.findLeak(); found != nil {
		return found.fault(place)
	}
	return nil
}

// Look is Stray for the code that is being executed, which must call it where Crowded is
// true. It looks only now and then. place returns file:line of the operation that a
// process asks for, or "".
func (w *Watch) Look(place func(process string) string) *ModelError {
	if w.trusting || w.fruitless > freeLooks+w.Turns()/turnsForLook {
		return nil
	}
	if found := w.findLeak(); found != nil {
		return found.fault(place)
	}
	return nil
}

// findLeak returns a goroutine that comes from a process and waits, nil if there is none. No
// code of the model may be executed meanwhile but that which has called it.
func (w *Watch) findLeak() *leak {
	var found []*leak
	for range 100 { // what runs may come to where it waits
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
		return found[0]
	}
	w.fruitless++
	return nil
}

// leaks returns the goroutines that come from processes and wait, in an order that
// does not depend on when they were started. It also reports whether others run.
//
// A profile says where a goroutine comes from, a traceback what it does. That they are about
// the same one is certain only if nothing has changed between two profiles, and all
// goroutines with the same calls wait: others in the program may have them, too.
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

// inWords returns what is known of a goroutine. It returns nil if the goroutine runs, and if
// the standard library has started it for itself.
func inWords(g *profiled, tracebacks []string) (s *leak, running bool) {
	frames := g.frames()
	s = &leak{process: g.process, calls: modelCalls(frames)}
	ofModels := Innermost(s.calls) != ""
	for _, text := range tracebacks {
		doing, traced := parseTraceback(text)
		if !slices.Equal(positions(frames), tracedPositions(traced)) {
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

// underWay matches what a goroutine does that does not wait for the model: it runs, or can,
// or the runtime keeps it for a moment, as it collects garbage, which any memory that it
// asks for may begin, and waits meanwhile for the goroutine that has stopped all others: ours.
// A system call, such as one that writes a line, mostly ends, too.
var underWay = regexp.MustCompile(`^(run|preempted|copystack|syscall|semacquire|GC |garbage collection|wait for GC|stopping the world|flushing|trace )`)

// modelCalls returns the calls of the model, innermost first, each as "function file:line".
func modelCalls(frames []runtime.Frame) (calls []string) {
	for _, f := range frames {
		if ofModel(f.Function) {
			calls = append(calls, fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line))
		}
	}
	return calls
}

// comparedCalls is how many calls of a goroutine are compared: there may be many, and then
// a profile and a traceback leave some out.
const comparedCalls = 32

// positions returns file:line of the innermost calls outside of the runtime.
func positions(frames []runtime.Frame) (lines []string) {
	for _, f := range frames {
		if !strings.HasPrefix(f.Function, "runtime.") && len(lines) < comparedCalls {
			lines = append(lines, fmt.Sprintf("%s:%d", f.File, f.Line))
		}
	}
	return lines
}

// tracedPositions is positions for a traceback.
func tracedPositions(frames []frame) (lines []string) {
	for _, f := range frames {
		if !strings.HasPrefix(f.function, "runtime.") && len(lines) < comparedCalls {
			lines = append(lines, f.position)
		}
	}
	return lines
}

// fault returns the error about the goroutine. place returns file:line of the operation that
// a process asks for, "" if that is not known.
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
		"The checker does not schedule goroutines, so what comes of them depends on time, and other orders are not explored. "+
		"What shall run beside a process is a process of its own, started by Spawn; "+
		"of a library that starts goroutines use what does its work without them, one step at a time, such as a RawNode of etcd's raft. %s",
		s.doing, begun, VetFinds)
	return e
}

// VetFinds tells the author of a model which command finds most such faults.
const VetFinds = "'checkmodel vet ./...' finds most of that in the source"

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
