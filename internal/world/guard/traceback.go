package guard

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
)

// traceback returns the state of the goroutine whose traceback contains the text, in words, and its
// calls, innermost first.
func traceback(text string) (doing string, frames []frame) {
	for _, goroutine := range goroutineTracebacks() {
		if strings.Contains(goroutine, text) {
			return parseTraceback(goroutine)
		}
	}
	return "unknown", nil
}

// goroutineTracebacks returns the traceback of each goroutine of the program.
func goroutineTracebacks() []string {
	buf := make([]byte, 1<<16)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < 1<<26 {
		buf = make([]byte, 2*n)
		n = runtime.Stack(buf, true)
	}
	return strings.Split(string(buf[:n]), "\n\n")
}

// parseTraceback parses the traceback of one goroutine: a line "goroutine 7 [doing]:", then
// two lines for each call, or one line for all calls that are left out.
func parseTraceback(text string) (doing string, frames []frame) {
	lines := strings.Split(text, "\n")
	_, doing, _ = strings.Cut(lines[0], "[")
	doing, _, _ = strings.Cut(doing, "]")
	doing, _, _ = strings.Cut(doing, ",") // for how many minutes
	doing, _, _ = strings.Cut(doing, " labels:")
	for i := 1; i+1 < len(lines); i++ {
		function := lines[i]
		if left, ok := strings.CutSuffix(function, " frames elided..."); ok {
			n, _ := strconv.Atoi(strings.TrimPrefix(left, "..."))
			frames = append(frames, frame{elided: max(n, 1)})
			continue
		}
		if strings.HasPrefix(function, "created by ") {
			break
		}
		if end := strings.LastIndexByte(function, '('); end > 0 {
			function = function[:end]
		}
		i++
		position, _, _ := strings.Cut(strings.TrimSpace(lines[i]), " ")
		frames = append(frames, frame{function: function, position: position})
	}
	return doing, frames
}

// foldRecursion is callsIn, except that it lists recurring calls once, with their number, and
// says where calls are left out. It also returns the number of all calls if some recur; 0 if none do.
func foldRecursion(frames []frame) (calls []string, deep int) {
	times := map[string]int{}
	for _, f := range frames {
		deep += max(1, f.elided)
		listed := callsIn([]frame{f})
		if f.elided > 0 {
			listed = []string{fmt.Sprintf("… %d calls that are not known", f.elided)}
		}
		for _, call := range listed {
			if times[call]++; times[call] == 1 {
				calls = append(calls, call)
			}
		}
	}
	recurs := false
	for i, call := range calls {
		if n := times[call]; n > 1 {
			calls[i] += fmt.Sprintf(", %d times", n)
			recurs = recurs || n >= leastRounds
		}
	}
	if !recurs {
		deep = 0
	}
	return calls, deep
}

// leastRounds is the fewest times that a call recurs in a recursion.
const leastRounds = 3
