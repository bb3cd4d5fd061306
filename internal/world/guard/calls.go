package guard

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Innermost returns file:line of the innermost call that is not in the standard library, or "".
func Innermost(calls []string) string {
	for _, call := range calls {
		if _, line, _ := strings.Cut(call, " "); !inLibrary(line) {
			return line
		}
	}
	return ""
}

// inLibrary reports whether the line is in Go's standard library.
func inLibrary(line string) bool { return library() != "" && strings.HasPrefix(line, library()) }

// library is the directory of the sources of the standard library, or "".
var library = sync.OnceValue(func() string {
	f := runtime.FuncForPC(reflect.ValueOf(runtime.GC).Pointer())
	file, _ := f.FileLine(f.Entry())
	return file[:max(0, strings.LastIndex(file, "runtime/"))]
})

// Helpers are the functions of a model that call Helper.
type Helpers struct {
	mu    sync.Mutex
	calls map[uintptr]bool       // return addresses of Helper
	names map[string]bool        // of the functions
	known map[[Near]uintptr]bool // results of Called
}

// Near is how many return addresses are mostly enough to reach the model from an operation.
const Near = 4

// Add adds the function that contains the return address of a call of Helper.
func (h *Helpers) Add(pc uintptr) {
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
	clear(h.known)
}

// Len returns how many there are so far.
func (h *Helpers) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.names)
}

// Without returns the calls, each "function file:line", that no helper makes.
func (h *Helpers) Without(calls []string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.without(calls)
}

// Called reports whether a call with such a return address, 0 after the last, is made by the model outside
// of helpers.
func (h *Helpers) Called(pcs [Near]uintptr) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	called, ok := h.known[pcs]
	if !ok {
		if h.known == nil {
			h.known = map[[Near]uintptr]bool{}
		}
		all := slices.DeleteFunc(slices.Clone(pcs[:]), func(pc uintptr) bool { return pc == 0 })
		called = Innermost(h.without(CallsOf(all, Near))) != ""
		h.known[pcs] = called
	}
	return called
}

func (h *Helpers) without(calls []string) []string {
	return slices.DeleteFunc(calls, func(call string) bool {
		function, _, _ := strings.Cut(call, " ")
		return h.names[function]
	})
}

// Stack returns at most limit calls made by the model, innermost first, each as
// "function file:line".
func Stack(limit int) []string {
	var pcs [64]uintptr
	return CallsOf(pcs[:runtime.Callers(2, pcs[:])], limit)
}

// CallsOf is Stack for calls with these return addresses.
func CallsOf(pcs []uintptr, limit int) []string {
	calls := callsIn(framesOf(pcs))
	return calls[:min(limit, len(calls))]
}

// frame is a call of a goroutine, or a number of calls that the runtime has left out of a
// traceback because there are too many.
type frame struct {
	function, position string // position is file:line
	elided             int
}

// framesOf returns the calls with these return addresses, innermost first.
func framesOf(pcs []uintptr) (all []frame) {
	frames := runtime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var f runtime.Frame
		if f, more = frames.Next(); f.File != "" {
			all = append(all, frame{function: f.Function, position: fmt.Sprintf("%s:%d", f.File, f.Line)})
		}
	}
	return all
}

// callsIn returns the calls of the model among the frames, each as "function file:line".
func callsIn(frames []frame) (calls []string) {
	for _, f := range frames {
		if f.elided == 0 && ofModel(f.function) {
			calls = append(calls, f.function+" "+f.position)
		}
	}
	return calls
}

var (
	house      = strings.TrimSuffix(reflect.TypeFor[Watch]().PkgPath(), "internal/world/guard")
	notOfModel = []string{
		house + "proc.", house + "internal/world.", house + "internal/world/", house + "mailbox.", "runtime.", "iter.", "testing.",
	}
)

// ofModel reports whether the function belongs to the model, or to a library that it uses.
func ofModel(function string) bool {
	return !slices.ContainsFunc(notOfModel, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}
