// Package machine measures the machine for the programs here: CPU time, memory, and the place of the files of the results.
package machine

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
)

// Results returns the directory of this module, which has the records and the pages, in the source that the program is
// built from.
func Results() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(file))
}

var modelName = regexp.MustCompile(`(?m)^model name\s*: (.*)$`)

// Processor returns the name of the processor, if the system provides it.
func Processor() string {
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := modelName.FindSubmatch(text); m != nil {
			return string(bytes.TrimSpace(m[1]))
		}
	}
	if out, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
		return string(bytes.TrimSpace(out))
	}
	return "processor not known"
}
