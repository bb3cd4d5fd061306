package guard

import (
	"fmt"
	"runtime"
	"strings"
)

const (
	// looks is how many tracebacks of a goroutine are compared.
	looks = 16
	// pause is how often the goroutine that looks yields before it looks again, so that the other one can go on. On a single
	// processor that goroutine then runs for some 10 ms each time.
	pause = 2
)

// spinning returns the state of the goroutine whose traceback contains the text, in words, and its calls, innermost first, up to
// the loop in which it is, if it is in one: up to the call that it never leaves, in several tracebacks.
func spinning(text string) (doing string, frames []frame) {
	var all [][]frame
	for range looks {
		now, calls := traceback(text)
		if len(calls) == 0 { // it has ended meanwhile
			break
		}
		doing, all = now, append(all, calls)
		for range pause {
			runtime.Gosched()
		}
	}
	if len(all) == 0 {
		return traceback(text)
	}
	frames = common(all)
	for i := range frames { // a loop that does nothing has no line, so the runtime reports the first line of the file
		if !strings.HasSuffix(frames[i].position, ":1") {
			break
		}
		if place := beginning(frames[i].function); place != "" {
			frames[i].position = place
		}
	}
	return doing, frames
}

// beginning returns file:line of the function, which a goroutine executes, or "" if it is not known.
func beginning(function string) string {
	records := make([]runtime.StackRecord, 2*runtime.NumGoroutine()+10)
	n, ok := runtime.GoroutineProfile(records)
	if !ok {
		return ""
	}
	for i := range records[:n] {
		calls := runtime.CallersFrames(records[i].Stack())
		for more := true; more; {
			var f runtime.Frame
			if f, more = calls.Next(); f.Function == function && f.Func != nil {
				file, line := f.Func.FileLine(f.Entry)
				return fmt.Sprintf("%s:%d", file, line)
			}
		}
	}
	return ""
}

// common returns the outermost calls that all tracebacks have, innermost first. The innermost call is the first one that goes on;
// its place is its most frequent place.
func common(all [][]frame) []frame {
	first := all[0]
	for n := range first { // calls from the outermost one
		at := first[len(first)-1-n]
		places := map[string]int{}
		for _, frames := range all {
			if n >= len(frames) || frames[len(frames)-1-n].function != at.function || frames[len(frames)-1-n].elided != at.elided {
				return first[len(first)-n:]
			}
			places[frames[len(frames)-1-n].position]++
		}
		if len(places) > 1 {
			loop := append([]frame{}, first[len(first)-1-n:]...)
			loop[0].position = mostOften(places)
			return loop
		}
	}
	return first
}

// mostOften returns the most frequent place, or the first in the file if several are. It skips line 1, which stands for
// instructions without a line.
func mostOften(places map[string]int) (best string) {
	for place, n := range places {
		if strings.HasSuffix(place, ":1") {
			continue
		}
		if n > places[best] || n == places[best] && (len(place) < len(best) || len(place) == len(best) && place < best) {
			best = place
		}
	}
	return best
}
