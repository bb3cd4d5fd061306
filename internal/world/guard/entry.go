package guard

import (
	"fmt"
	"reflect"
	"runtime"
)

// Entry returns the entry point of a function.
func Entry(function any) uintptr { return reflect.ValueOf(function).Pointer() }

// Position returns file:line of the function with that entry point, or "".
func Position(entry uintptr) string {
	f := runtime.FuncForPC(entry)
	if f == nil {
		return ""
	}
	file, line := f.FileLine(entry)
	return fmt.Sprintf("%s:%d", file, line)
}
