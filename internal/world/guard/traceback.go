package guard

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// frame is a call in the traceback of a goroutine; or else so many calls that the
// runtime has left out, because there are too many.
type frame struct {
	function, position string
	elided             int
}

// traceback returns what the goroutine is doing whose traceback contains the
// text, and its calls, innermost first.
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

// parseTraceback reads the traceback of one goroutine: a line "goroutine 7
// [doing]:", then two lines for each call, or one for all that are left out.
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

// callsIn returns the calls of the model among the frames, each as "function file:line".
func callsIn(frames []frame) []string {
	var calls []string
	for _, f := range frames {
		if f.elided == 0 && ofModel(f.function) {
			calls = append(calls, f.function+" "+f.position)
		}
	}
	return calls
}

// foldRecursion is callsIn, but what recurs is there once, and says how often it does; and it
// says where calls are left out. It also returns how many calls deep the deepest recursion is.
func foldRecursion(frames []frame) (calls []string, deep int) {
	for i := 0; i < len(frames); {
		length, end, all := recursion(frames[i:])
		if length == 0 {
			if n := frames[i].elided; n > 0 {
				calls = append(calls, fmt.Sprintf("… %d calls that are not known", n))
			}
			calls = append(calls, callsIn(frames[i:i+1])...)
			i++
			continue
		}
		if round := callsIn(frames[i : i+length]); len(round) > 0 {
			again := fmt.Sprintf(", %d times more", all/length-1)
			if len(round) > 1 {
				again = fmt.Sprintf(", these %d calls%s", len(round), strings.TrimPrefix(again, ","))
			}
			round[len(round)-1] += again
			calls = append(calls, round...)
			deep = max(deep, all)
		}
		i += end
	}
	return calls, deep
}

// Of what recurs, one round has so many calls at most, and so many rounds are there at least.
const (
	longestRound = 20
	leastRounds  = 3
)

// recursion finds out whether the frames begin with rounds of the same calls. It returns
// the length of a round, 0 if that is not so, where the last one ends, and how many calls
// there are in all rounds, with those that are left out.
func recursion(frames []frame) (length, end, all int) {
	for length := 1; length <= min(longestRound, len(frames)/leastRounds); length++ {
		if end, all := rounds(frames, length); all >= leastRounds*length {
			return length, end, all
		}
	}
	return 0, 0, 0
}

// rounds returns where the rounds of that length end which the frames begin with, and
// how many calls there are in them.
func rounds(frames []frame, length int) (end, all int) {
	round := frames[:length]
	for next := 0; end < len(frames); end++ {
		switch f := frames[end]; {
		case f == round[next]:
			next, all = (next+1)%length, all+1
		case f.elided > 0 && all >= leastRounds*length && end+1 < len(frames) && slices.Contains(round, frames[end+1]):
			next, all = slices.Index(round, frames[end+1]), all+f.elided // more of the same: it goes on after these
		default:
			return end - next, all - next // without a round that is not complete
		}
	}
	return end, all
}
