package causality

import "github.com/checkmodel/checkmodel/trace"

// Timers returns the timers with a duration, in the order in which they are started. The slice is valid until the next Compute.
func (o *Order) Timers() []Timer { return o.timers }

// ExpiryOf returns the position of the expiry of the timer; -1 if it does not expire.
func (o *Order) ExpiryOf(t Timer) int { return o.Position(trace.EventID{Actor: t.actor}) }
