package trace

import "slices"

// Predecessors returns the positions of the direct predecessors of event j in the happens-before
// relation, in ascending order: the events that happen before j, without those that happen before
// another one of these.
func (o *Order) Predecessors(j int) []int {
	var latest []int // of each actor
	for a, i := range o.clock(j) {
		if int(i) == j { // the event itself; take the previous event of its actor
			if o.events[j].Index == 0 {
				continue
			}
			i = o.ofActor[a][o.events[j].Index-1]
		}
		if i >= 0 {
			latest = append(latest, int(i))
		}
	}
	slices.Sort(latest)
	var needed []int
	for k, i := range latest {
		implied := func(l int) bool { return o.Before(i, l) }
		if !slices.ContainsFunc(latest[k+1:], implied) {
			needed = append(needed, i)
		}
	}
	return needed
}
