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

// inLibrary reports whether the line is one of Go's standard library, which may
// call functions of the model and be called by them.
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
	calls map[uintptr]bool // return addresses of Helper
	names map[string]bool  // of the functions
}

// Add notes the function that the return address of Helper is in.
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
}

// Without returns those of the calls, each "function file:line", that no helper makes.
func (h *Helpers) Without(calls []string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
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

// CallsOf puts return addresses into words. Calls inside the checker and the
// runtime are left out, and so is all that depends on addresses.
func CallsOf(pcs []uintptr, limit int) []string {
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
	house      = strings.TrimSuffix(reflect.TypeFor[Watch]().PkgPath(), "internal/world/guard")
	notOfModel = []string{
		house + "proc.", house + "internal/world.", house + "internal/world/guard.", house + "internal/world/values.",
		house + "mailbox.", "runtime.", "iter.", "testing.",
	}
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
