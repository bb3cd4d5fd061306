package minimize

// maxDepartures is the largest number of departures from the best run in the searches before the proof.
const maxDepartures = 2

// departures looks for a smaller run near the best one: first without an external event, then with fewer
// faults, then with fewer events.
func (m *minimizer) departures() {
	for d := 1; d <= maxDepartures && !m.changed && !m.Exhausted(); d++ {
		for _, name := range m.best.Externals() {
			if m.explore(Scope{Selection: m.outside([]string{name}), Departures: d}); m.changed {
				return
			}
		}
		for _, kind := range m.best.Faults() {
			if m.explore(Scope{Selection: m.outside(nil), Fewer: kind, Departures: d}); m.changed {
				return
			}
		}
		m.explore(Scope{Selection: m.outside(nil), Departures: d})
	}
}

// explore searches for a run that is smaller than the best one, and makes it the best one. It reports whether the search was
// complete and found none.
func (m *minimizer) explore(s Scope) (none bool) {
	if m.Exhausted() {
		return false
	}
	best := m.best
	s.Near = best
	r, found, complete := m.Explore(s, func(r Run) bool { return r.Less(best) })
	if found {
		m.adopt(r)
	}
	return !found && complete
}

// prove explores, for each external event, all runs without it, and for each kind of fault, all runs with fewer such faults.
// If such a run fails, it becomes the best run, and prove begins again.
func (m *minimizer) prove() (Claim, []string) {
	for {
		m.changed = false
		var needed []string
		all := len(m.best.Externals())+len(m.best.Faults()) > 0
		for _, name := range m.best.Externals() {
			none := m.explore(Scope{Selection: m.outside([]string{name}), Departures: -1})
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
			all = m.explore(Scope{Selection: m.outside(nil), Fewer: kind, Departures: -1}) && all
		}
		switch {
		case m.changed:
			m.externals()
			m.payloads()
			m.alternatives()
			m.messages(1)
			m.events(1)
		case all:
			return Minimal, needed
		case m.Exhausted():
			return Reduced, needed
		default:
			return OneMinimal, needed
		}
	}
}
