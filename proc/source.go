package proc

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/checkmodel/checkmodel/trace"
)

// site is the innermost return addresses of the call of an operation. To note
// them is cheap; they are put into words when somebody asks.
type site [8]uintptr

// here returns the call of an operation.
func (p *P) here() *site {
	var s site
	runtime.Callers(4, s[:])
	known := p.sys.sites[s]
	if known == nil {
		kept := s
		known = &kept
		p.sys.sites[s] = known
	}
	return known
}

// line returns file:line of the innermost call that was made by the model and not by
// a helper, or "".
func (s *site) line(h *helpers) string {
	if s == nil {
		return ""
	}
	n := 0
	for n < len(s) && s[n] != 0 {
		n++
	}
	return innermost(h.without(callsOf(s[:n], len(s))))
}

// callSite is the line from which the present operation is called, or the helper
// that calls it.
func (p *P) callSite() string { return innermost(p.sys.helpers.without(stack(16))) }

// acts notes where the process calls something that need not be an operation.
func (p *P) acts() {
	if p.sys.recording && p.acted == "" {
		p.acted = p.callSite()
	}
}

// Handled returns, for the receive that was executed at a step of the present
// interleaving, counted from 1, where its process goes on: file:line of its first
// operation after that, or of an earlier call such as Assert or Logf. It is "" if the
// process receives again or ends before, if the step is not a receive, and if this is not
// a recording.
func (s *System) Handled(step int) string {
	u := &s.undos[step-1]
	if u.op.Kind != trace.Receive && u.op.Kind != trace.ReceiveTimeout {
		return ""
	}
	next := u.at.first.Load() // a recording has no other
	if next == nil || next.op.notes == nil {
		return ""
	}
	if acted := next.op.notes.acted; acted != "" {
		return acted
	}
	if next.op.Kind == trace.Receive || next.op.Kind == trace.ReceiveTimeout {
		return ""
	}
	return next.op.notes.source
}

// innermost returns file:line of the innermost call that is not in the standard
// library, or "".
func innermost(calls []string) string {
	for _, call := range calls {
		if _, line, _ := strings.Cut(call, " "); !inLibrary(line) {
			return line
		}
	}
	return ""
}

// inLibrary reports whether the line is one of Go's standard library, which may
// call functions of the model and be called by them.
func inLibrary(line string) bool { return library() != "" && strings.HasPrefix(line, library()) }

// library is the directory of the sources of the standard library, or "".
var library = sync.OnceValue(func() string {
	f := runtime.FuncForPC(reflect.ValueOf(runtime.GC).Pointer())
	file, _ := f.FileLine(f.Entry())
	return file[:max(0, strings.LastIndex(file, "runtime/"))]
})

// Helper marks the calling function as a helper of the model, as testing.T does:
// where an operation is called in it, the trace shows the line that called the
// helper instead.
func (p *P) Helper() {
	var pc [1]uintptr
	if runtime.Callers(2, pc[:]) == 1 {
		p.sys.helpers.add(pc[0])
	}
}

// helpers are the functions of a model that call Helper.
type helpers struct {
	mu    sync.Mutex
	calls map[uintptr]bool // return addresses of Helper
	names map[string]bool  // of the functions
}

// add notes the function that the return address of Helper is in.
func (h *helpers) add(pc uintptr) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls[pc] {
		return
	}
	if h.calls == nil {
		h.calls, h.names = map[uintptr]bool{}, map[string]bool{}
	}
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	h.calls[pc], h.names[f.Function] = true, true
}

// without returns those of the calls, each "function file:line", that no helper makes.
func (h *helpers) without(calls []string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(calls, func(call string) bool {
		function, _, _ := strings.Cut(call, " ")
		return h.names[function]
	})
}

// stack returns at most limit calls made by the model, innermost first, each as
// "function file:line".
func stack(limit int) []string {
	var pcs [64]uintptr
	return callsOf(pcs[:runtime.Callers(2, pcs[:])], limit)
}

// callsOf puts return addresses into words. Calls inside the checker and the
// runtime are left out, and so is all that depends on addresses.
func callsOf(pcs []uintptr, limit int) []string {
	var calls []string
	frames := runtime.CallersFrames(pcs)
	for len(pcs) > 0 && len(calls) < limit {
		f, more := frames.Next()
		if f.File != "" && ofModel(f.Function) {
			calls = append(calls, fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line))
		}
		if !more {
			break
		}
	}
	return calls
}

var (
	packagePath = reflect.TypeFor[P]().PkgPath() + "."
	house       = strings.TrimSuffix(packagePath, "proc.")
	notOfModel  = []string{packagePath, house + "mailbox.", "runtime.", "iter.", "testing."}
)

// ofModel reports whether the function of that name belongs to the model, or to
// something that the model uses.
func ofModel(function string) bool {
	for _, prefix := range notOfModel {
		if strings.HasPrefix(function, prefix) {
			return false
		}
	}
	return true
}
