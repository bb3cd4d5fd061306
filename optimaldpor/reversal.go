package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// Reversal is why an interleaving is explored: an earlier one had a race between
// the two events, in this order; in this one Second happens before First, or
// without it. The two are the same event if it is a choice that turns out
// differently.
type Reversal struct {
	First, Second trace.EventID
}

// Reversal returns why the present interleaving is explored, or false for the
// first one, which is explored for no reason.
func (o *Optimal) Reversal() (Reversal, bool) {
	return o.leaf.why, o.plan > 0
}
