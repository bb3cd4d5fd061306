package guard

import (
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

// spinning returns what the goroutine whose traceback contains the text is doing, and its calls, innermost first, up to the loop in
// which it is, if it is in one: up to the call that it never leaves, in several tracebacks.
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
	return doing, common(all)
}

// common returns the outermost calls that all tracebacks have, innermost first. The innermost of these is the first one that goes on:
// its place is the one that it has most often.
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

// mostOften returns the most frequent place, the first in the file of several. Some instructions have no line, and the first one of
// the file instead.
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
