// Package progress shows how far a search is, and how large it will be by the estimates that it makes on the way.
package progress

import (
	"math"
	"slices"
)

// Outlook keeps the estimates of a search. The zero value has none.
type Outlook struct {
	estimates []estimate
	next      int // the interleaving after which the next one is wanted

	// The narrowest limits of the intervals so far; 0 if there is none.
	greatestLow, smallestHigh float64
	// The factor by which a limit was wrong, as a later interval lies beyond it; 0 if none was.
	tooHigh, tooLow float64
}

type estimate struct {
	after int // how many interleavings were explored
	total float64
}

const (
	// share is how many estimates there are: one whenever the search has grown by this part.
	share = 1.0 / 32
	// recent is the part of the search from which on estimates count: earlier ones knew only a corner of the tree.
	recent = 0.25
	// few is the number of estimates below which their variation says nothing.
	few = 16
	// wide is the largest ratio of the limits of an interval that says something.
	wide = 64
)

// Each estimate multiplies what is below the states of one path by the branches beside it, so it depends on the path. The spread of
// the estimates after many paths measures that. They have an error in common as well: branches to the right are often smaller, as
// fewer orders are new there, and others are still to be found. So the interval is wider than the spread, further below than above.
const (
	lowest, below  = 0.2, 1.0 / 4
	highest, above = 0.6, 2.0
)

// Wants reports whether an estimate after so many interleavings is to be added. It says so seldom, because estimating takes time.
func (o *Outlook) Wants(explored int) bool { return explored >= o.next }

// Add adds an estimate of the number of all interleavings. The numbers of explored interleavings must increase.
func (o *Outlook) Add(explored int, total float64) {
	o.next = explored + max(1, int(share*float64(explored)))
	o.estimates = append(o.estimates, estimate{explored, total})
	old := slices.IndexFunc(o.estimates, func(e estimate) bool { return float64(e.after) >= recent*float64(explored) })
	o.estimates = slices.Delete(o.estimates, 0, old)
	o.compare(explored)
}

// compare finds out whether the present interval shows that an earlier one was wrong.
func (o *Outlook) compare(explored int) {
	low, high, stable := o.narrow(float64(explored))
	if !stable {
		return
	}
	if o.greatestLow = max(o.greatestLow, low); high < o.greatestLow {
		o.tooHigh = max(o.tooHigh, o.greatestLow/high)
	}
	if o.smallestHigh == 0 || high < o.smallestHigh {
		o.smallestHigh = high
	}
	if low > o.smallestHigh {
		o.tooLow = max(o.tooLow, low/o.smallestHigh)
	}
}

// Interval returns between which limits the number of all interleavings probably is, if so many are explored or known to be
// explored later. If the estimates do not agree, or earlier intervals were too far off, it returns false; then only known is a limit.
func (o *Outlook) Interval(known int) (low, high float64, stable bool) {
	least := float64(known)
	low, high, stable = o.narrow(least)
	low, high = max(least, low/max(1, o.tooHigh)), high*max(1, o.tooLow)
	if !stable || !(high <= wide*low) {
		return least, math.Inf(1), false
	}
	return low, high, true
}

// narrow returns the interval that follows from the recent estimates alone, if at least so many interleavings are known. It returns
// false if these do not agree.
func (o *Outlook) narrow(known float64) (low, high float64, stable bool) {
	if len(o.estimates) < few {
		return 0, 0, false
	}
	var totals []float64
	for _, e := range o.estimates {
		totals = append(totals, max(e.total, known))
	}
	slices.Sort(totals)
	low = max(known, below*quantile(totals, lowest))
	high = max(known, above*quantile(totals, highest))
	return low, high, high <= wide*low && !math.IsInf(high, 0) // not if the estimates are no numbers
}

// quantile returns the value below which the part p of the sorted values is.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) || sorted[i] == sorted[i+1] { // also if both are infinite
		return sorted[i]
	}
	return sorted[i] + (sorted[i+1]-sorted[i])*(at-float64(i))
}
