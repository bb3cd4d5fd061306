package coverage

import "slices"

// Outcomes of operations that are no types of messages.
const (
	Message = "a message" // a receive took one, whatever its type
	Timeout = "a timeout" // a receive gave up
)

// Gaps returns what could have happened, and did not, of the visits that a [Record] returned. A receive that took no message at all
// has one gap, and not one for each type.
func Gaps(visits []Visit) (gaps []Visit) {
	for _, v := range visits {
		none := Visit{v.Place, v.Operation, Message, false}
		if !v.Happened && (v == none || v.Outcome == Timeout || !slices.Contains(visits, none)) {
			gaps = append(gaps, v)
		}
	}
	return gaps
}
