package story

import (
	"slices"

	"github.com/checkmodel/checkmodel/result"
)

// Bar is an operation as an interval between moments, which are numbered from 0: calls and returns in their order.
type Bar struct {
	*result.HistoryOperation
	From, To int // to is the number of moments if the operation has not returned
}

// BarsOf returns the operations of a history, grouped by process in the order of their calls, and the number of moments.
func BarsOf(history []result.HistoryOperation) (bars []Bar, moments int) {
	var numbers []int
	var processes []string
	for i := range history {
		o := &history[i]
		numbers = append(numbers, o.Called)
		if o.Returned > 0 {
			numbers = append(numbers, o.Returned)
		}
		if !slices.Contains(processes, o.Process) {
			processes = append(processes, o.Process)
		}
	}
	slices.Sort(numbers)
	for _, p := range processes {
		for i := range history {
			o := &history[i]
			if o.Process != p {
				continue
			}
			b := Bar{o, slices.Index(numbers, o.Called), len(numbers)}
			if o.Returned > 0 {
				b.To = slices.Index(numbers, o.Returned)
			}
			bars = append(bars, b)
		}
	}
	return bars, len(numbers)
}
