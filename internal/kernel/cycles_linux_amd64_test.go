package kernel_test

import (
	"strings"
	"testing"
)

// TestCycles: the counter of cycles is the same in each run, whether the instructions that read it are replaced, as in a static program of Go, or the kernel stops
// the thread there, as in one with assembly of its own. A program whose instructions are replaced makes no code.
func TestCycles(t *testing.T) {
	t.Parallel()
	cycles := build(t, "cycles")
	for _, path := range []string{cycles, build(t, "assembly")} {
		var first string
		for range 3 {
			lines, _, err := alone(single(path))
			all := strings.Join(lines, "\n")
			if err != nil || !strings.HasPrefix(all, "cycles ") {
				t.Fatalf("%v\n%s", err, all)
			}
			if first == "" {
				first = all
			} else if all != first {
				t.Errorf("the lines are\n%s\nand then\n%s", first, all)
			}
		}
	}
	if lines, _, err := alone(single(cycles, "code")); err == nil || !strings.Contains(err.Error(), "mmap: code that a static program of Go makes (build it with -buildmode=pie) is not covered") {
		t.Errorf("%q, %v", lines, err)
	}
}
