package checker

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/trace"
)

// Repeated is an operation that is requested repeatedly at one place in the model.
type Repeated = trace.Repeated

// longEvents is how many events an interleaving has in which something is probably done
// again and again without effect. A process that polls may keep a search busy that never comes to one
// which must be cut.
const longEvents = 1000

// long notes what the current interleaving does again and again, if it is the first
// that is cut because of its length, or the first that is so long.
func (j *judge) long(outcome trace.Outcome) {
	if outcome != trace.Cut && len(j.player.Events()) < longEvents {
		return
	}
	cut, long := j.tally.knowsLong()
	if outcome == trace.Cut && !cut || len(j.player.Events()) >= longEvents && !long {
		j.found.repeated = explain.Repetitions(j.player)
	}
}

// knowsLong reports whether an interleaving has been cut before, and whether one was long.
func (t *tally) knowsLong() (cut, long bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result.DepthCut > 0, t.result.DepthCut > 0 || t.result.Repeated != nil
}
