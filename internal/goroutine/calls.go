package goroutine

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// own are the directories of files in which no call is shown.
var own = []string{"/internal/goroutine/", "/gotest/controlled/", "/internal/races/", "/src/runtime/", "/src/iter/"}

// Calls returns the calls of the program that lead here, innermost first.
func Calls() (calls []string) {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		inside := slices.ContainsFunc(own, func(dir string) bool { return strings.Contains(f.File, dir) }) && !strings.HasSuffix(f.File, "_test.go")
		if !inside && f.Function != "" {
			calls = append(calls, fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line))
		}
		if !more {
			return calls
		}
	}
}

// innermost returns file:line of the innermost call of the program.
func innermost() string {
	for _, c := range Calls() {
		return c[strings.LastIndexByte(c, ' ')+1:]
	}
	return ""
}
