package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// Reversal is the reason why an interleaving is explored. An earlier one had a race between the
// two events, First before Second. In this one Second happens before First, or without it. The
// two are the same event if it is a choice that has another alternative.
type Reversal struct {
	First, Second trace.EventID
}
