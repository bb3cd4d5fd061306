package minimize

// maxDepartures is how far from the best run smaller ones are looked for, before all runs are explored.
const maxDepartures = 2

// departures looks for a smaller run near the best one: first without one of its external events, then with fewer
// faults, then with fewer events.
func (m *minimizer) departures() {
	for d := 1; d <= maxDepartures && !m.changed && !m.Spent(); d++ {
		for _, name := range m.best.Externals() {
			if m.explore([]string{name}, "", d); m.changed {
				return
			}
		}
		for _, kind := range m.best.Faults() {
			if m.explore(nil, kind, d); m.changed {
				return
			}
		}
		m.explore(nil, "", d)
	}
}

// explore takes a run that is smaller than the best one, if there is one within so many departures. It reports whether there
// is none.
func (m *minimizer) explore(without []string, fewer string, departures int) (none bool) {
	if m.Spent() {
		return false
	}
	best := m.best
	r, found, complete := m.Explore(m.without(without), best, fewer, departures, func(r Run) bool { return r.Less(best) })
	if found {
		m.take(r)
	}
	return !found && complete
}

// prove explores all runs without one of the external events, and all with fewer faults. If one of them fails, it is the
// best one, and what it can do without is looked for again.
func (m *minimizer) prove() (Claim, []string) {
	for {
		m.changed = false
		var needed []string
		all := len(m.best.Externals())+len(m.best.Faults()) > 0
		for _, name := range m.best.Externals() {
			none := m.explore([]string{name}, "", -1)
			if m.changed {
				break
			}
			if all = all && none; none {
				needed = append(needed, name)
			}
		}
		for _, kind := range m.best.Faults() {
			if m.changed {
				break
			}
			all = m.explore(nil, kind, -1) && all
		}
		switch {
		case m.changed:
			m.externals()
			m.alternatives()
			m.messages()
			m.events()
		case all:
			return Minimal, needed
		case m.Spent():
			return Reduced, needed
		default:
			return Tried, needed
		}
	}
}
