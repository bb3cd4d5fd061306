package trace

import "slices"

// Predecessors returns the positions of the events that happen before event j,
// but for those that happen before another one of these, in ascending order. With
// them alone, happens-before can be told and drawn.
func (o *Order) Predecessors(j int) []int {
	var latest []int // of each actor
	for a, i := range o.clock(j) {
		if int(i) == j { // the event itself; its actor's one before it
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
