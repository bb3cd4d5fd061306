package guard

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// traceback returns what the goroutine whose traceback contains the text is doing, and its
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
// says where calls are left out. It also returns the depth of the deepest recursion, in calls.
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

const (
	longestRound = 20 // the most calls in a round of a recursion
	leastRounds  = 3  // the fewest rounds that count as a recursion
)

// recursion returns the length of a round if the frames begin with rounds of the same calls, and
// 0 otherwise; the index after the last round; and the number of calls in all rounds, including
// those left out.
func recursion(frames []frame) (length, end, all int) {
	for length := 1; length <= min(longestRound, len(frames)/leastRounds); length++ {
		if end, all := rounds(frames, length); all >= leastRounds*length {
			return length, end, all
		}
	}
	return 0, 0, 0
}

// rounds returns where the rounds of that length at the beginning of the frames end, and how
// many calls they contain.
func rounds(frames []frame, length int) (end, all int) {
	round := frames[:length]
	for next := 0; end < len(frames); end++ {
		switch f := frames[end]; {
		case f == round[next]:
			next, all = (next+1)%length, all+1
		case f.elided > 0 && all >= leastRounds*length && end+1 < len(frames) && slices.Contains(round, frames[end+1]):
			next, all = slices.Index(round, frames[end+1]), all+f.elided // the same calls were left out
		default:
			return end - next, all - next // without an incomplete round
		}
	}
	return end, all
}
