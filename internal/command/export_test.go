package command

import "testing"

// ErrTimeout is the cause of a context that is done because the time of the run is up.
var ErrTimeout = errTimeout

// SetFirstTurn makes the first turns of searches shorter until the test ends.
func SetFirstTurn(t *testing.T, interleavings int) {
	was := firstTurn
	t.Cleanup(func() { firstTurn = was })
	firstTurn = interleavings
}
