// Package machine has what the programs that measure need to know of the machine: CPU time, memory, and where the files
// of the results are.
package machine

import (
	"path/filepath"
	"runtime"
)

// Results returns the directory of this module, which has the records and the pages, in the source that the program is
// built from.
func Results() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(file))
}
