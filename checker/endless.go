package checker

import (
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/trace"
)

// Repeated is an operation for which one place in the model asks again and again.
type Repeated struct {
	Process   string // that does so, of several the first one
	Processes int    // how many do so
	Operation string // the first time
	Source    string
	Count     int // how often, in one interleaving
}

// longEvents is how many events an interleaving has in which something is probably done
// again and again without effect. A process that polls may keep a search busy that never comes to one
// which must be cut.
const longEvents = 1000

// long notes what the present interleaving does again and again, if it is the first
// that is cut because of its length, or the first that is so long.
func (j *judge) long(outcome trace.Outcome) {
	if outcome != trace.Cut && len(j.player.Events()) < longEvents {
		return
	}
	cut, long := j.tally.knowsLong()
	if outcome == trace.Cut && !cut || len(j.player.Events()) >= longEvents && !long {
		for _, r := range explain.Repetitions(j.player) {
			j.found.repeated = append(j.found.repeated, Repeated(r))
		}
	}
}

// knowsLong reports whether an interleaving has been cut before, and whether one was long.
func (t *tally) knowsLong() (cut, long bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result.DepthCut > 0, t.result.DepthCut > 0 || t.result.Repeated != nil
}
