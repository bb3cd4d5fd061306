package guard

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// deepTraceback is the traceback of a process in which these calls recur; of so many in
// all, the runtime shows the innermost 50 and the outermost 50 only.
func deepTraceback(round []string, all int) string {
	outer := []string{"m.run(0x1)\n\t/m/m.go:3 +0x2", house + "internal/world.(*Execution).execute(0x1, 0x2)\n\t/proc/coroutine.go:90 +0x2"}
	var lines []string
	total := all + len(outer)
	for i := range total {
		switch {
		case total > 101 && i == 50:
			lines = append(lines, fmt.Sprintf("...%d frames elided...", total-100))
		case total > 101 && i > 50 && i < total-50:
		case i < all:
			lines = append(lines, round[i%len(round)])
		default:
			lines = append(lines, outer[i-all])
		}
	}
	return "goroutine 7 [runnable]:\n" + strings.Join(lines, "\n") + "\ncreated by iter.Pull in goroutine 1\n\t/iter/iter.go:9 +0x2"
}

// What recurs is told once, with how often, also where the runtime leaves calls out.
func TestRecursion(t *testing.T) {
	const f, g, library = "m.f(0x14000?)\n\t/m/m.go:12 +0x2", "m.(*T).g(...)\n\t/m/m.go:17 +0x2", "runtime.call(0x1)\n\t/runtime/r.go:1 +0x2"
	for _, c := range []struct {
		round []string
		all   int
		want  []string
		deep  int
	}{
		{[]string{f}, 1, []string{"m.f /m/m.go:12"}, 0},
		{[]string{f}, 2, []string{"m.f /m/m.go:12, 2 times"}, 0},
		{[]string{f}, 3, []string{"m.f /m/m.go:12, 3 times"}, 5},
		{[]string{f}, 22369522, []string{"m.f /m/m.go:12, 98 times", "… 22369424 calls that are not known"}, 22369524},
		{[]string{g, f}, 7, []string{"m.(*T).g /m/m.go:17, 4 times", "m.f /m/m.go:12, 3 times"}, 9},
		{[]string{library, f}, 90, []string{"m.f /m/m.go:12, 45 times"}, 92},
		{[]string{library}, 400, []string{"… 302 calls that are not known"}, 0},
	} {
		doing, frames := parseTraceback(deepTraceback(c.round, c.all))
		calls, deep := foldRecursion(frames)
		if want := append(slices.Clone(c.want), "m.run /m/m.go:3"); doing != "runnable" || !slices.Equal(calls, want) || deep != c.deep {
			t.Errorf("%d calls: %s, %d deep:\n%s\nwant %d deep:\n%s", c.all, doing, deep, strings.Join(calls, "\n"), c.deep, strings.Join(want, "\n"))
		}
	}
}

// Calls that are left out between others are no rounds of these.
func TestCallsThatAreLeftOut(t *testing.T) {
	var frames []frame
	for i := range 50 {
		frames = append(frames, frame{function: fmt.Sprint("m.f", i), position: "/m/m.go:1"})
	}
	frames = append(frames, frame{elided: 30})
	for i := range 50 {
		frames = append(frames, frame{function: fmt.Sprint("m.g", i), position: "/m/m.go:2"})
	}
	calls, deep := foldRecursion(frames)
	if len(calls) != 101 || calls[50] != "… 30 calls that are not known" || deep != 0 || len(callsIn(frames)) != 100 {
		t.Errorf("%d deep:\n%s", deep, strings.Join(calls, "\n"))
	}
}

// A process that does not come back from a recursion is told that, and one that is not
// very deep in one is not.
func TestStuckInRecursion(t *testing.T) {
	for all, want := range map[int]bool{500: false, 22369522: true} {
		doing, frames := parseTraceback(deepTraceback([]string{"m.f(0x1)\n\t/m/m.go:12 +0x2"}, all))
		e := stuckIn("main", doing, frames)
		if got := strings.Contains(e.Problem, fmt.Sprintf(" It is %d calls deep in a recursion, which must end. ", all+2)); got != want {
			t.Errorf("%d calls: %v", all, e)
		}
		if e.Source != "/m/m.go:12" || len(e.Stack) != 3 {
			t.Errorf("%d calls: at %s, by %q", all, e.Source, e.Stack)
		}
	}
}

// What a goroutine does is said without for how long it does so, and without its labels.
func TestParseState(t *testing.T) {
	for header, want := range map[string]string{
		"goroutine 7 [chan receive]:":                               "chan receive",
		"goroutine 7 [chan receive, 12 minutes]:":                   "chan receive",
		"goroutine 7 [select (no cases), locked to thread]:":        "select (no cases)",
		`goroutine 7 [chan send labels:{"a": "b]", "c": "d, e"}]:`:  "chan send",
		`goroutine 7 [sleep, 3 minutes labels:{"a": "b"}]:`:         "sleep",
		"goroutine 7 gp=0xc000002380 m=nil mp=0 [sync.Mutex.Lock]:": "sync.Mutex.Lock",
	} {
		if got, _ := parseTraceback(header + "\nmain.main()\n\t/main.go:1 +0x1"); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}
