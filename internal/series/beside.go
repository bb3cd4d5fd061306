package series

import (
	"math"

	"github.com/checkmodel/checkmodel/result"
)

// Beside are drawn interleavings beside the last search of [Auto]. They go on in shares while that search waits, so a violation that
// shows only after many draws is found although the search takes long. A share depends on the numbers of events that both have executed.
type Beside struct {
	Drawn   *result.Record // their findings so far; nil if nothing was drawn
	answers bool           // they have given the result
	err     error
	level   int // the number of events after which their last share has ended; 0 if there was none
}

const (
	firstLevel = 50_000    // events of the first share
	growth     = 4         // each further level is higher by this part of it
	perDrawn   = 2         // how many events the search executes for each event that is drawn
	mostDrawn  = 5_000_000 // interleavings, as each class that was drawn takes memory
)

// next returns the level of the next share, which depends on the events that were drawn only.
func (b *Beside) next() int {
	level := firstLevel
	for b.Drawn != nil && level <= b.Drawn.Events {
		level += level / growth
	}
	return level
}

// due returns after how many events of the search the last share was due.
func (b *Beside) due() int { return perDrawn * b.level }

// Share draws what is due when the last search has executed so many events. It returns after how many events the next share is due, and
// whether the draws have given the result.
func (a *Auto) Share(events int) (next int, answers bool) {
	b := &a.Beside
	for !b.answers { // a search that is executed again, by fewer workers, would go on otherwise
		level := b.next()
		if next = perDrawn * level; events < next {
			return next, false
		}
		b.level = level
		b.Drawn, b.err = a.Execute(Drawn, a.runs(mostDrawn), level, nil)
		switch r := b.Drawn; {
		case b.err != nil || r.Stop == result.AtViolation || r.Stop == result.AtGoals:
			b.answers = true
		case r.Stop.Late():
			return next, false
		case r.Events < level: // no more may be drawn
			return math.MaxInt, false
		}
	}
	return 0, true
}
