package minimize

// randomRuns adopts smaller random runs. If much of the best run is irrelevant to the failure, an unrelated run is often shorter. It
// draws nothing if draws were unsuccessful for a best run that was not much longer.
func (m *minimizer) randomRuns() {
	if m.muchShorter(m.drew) {
		m.shorter()
	}
	if m.muchShorter(m.otherwise) {
		m.anew()
		m.withLess()
		m.otherwise = len(m.best)
	}
}

func (m *minimizer) muchShorter(than int) bool { return than == 0 || len(m.best) <= than*3/4 }

// randomRunsAgain draws further random runs, once for a best run that no stage makes smaller.
func (m *minimizer) randomRunsAgain() {
	if m.again != len(m.best) {
		m.again = len(m.best)
		m.shorter()
		m.withLess()
	}
}

// shorter adopts smaller random runs with the external events of the best run, until it finds none.
func (m *minimizer) shorter() {
	for m.drew = 0; m.drew != len(m.best) && !m.Exhausted(); {
		m.drew = len(m.best)
		m.explore(Scope{Selection: m.outside(nil), Draws: max(m.draws(), fewestDraws)})
	}
}

// anew draws shorter random runs with all initial external events, because failures often come sooner with more external events.
// It removes the external events that such a run does not need, and adopts the run if it is then smaller than the best one.
// It ends if it finds no shorter run, or after mostVain shorter runs in turn that were not smaller.
func (m *minimizer) anew() {
	for vain := 0; vain < mostVain && len(m.best.Externals()) < len(m.all) && !m.Exhausted(); vain++ {
		best := m.best
		run, found, _ := m.Explore(Scope{Near: best, Draws: max(m.draws(), fewestDraws)}, func(r Run) bool { return r.Events() < best.Events() })
		if !found {
			return
		}
		other := &minimizer{Tester: m.Tester, all: m.all}
		other.become(run)
		other.externals()
		other.earlier()
		other.externals()
		if m.adopt(other.best) {
			vain = -1
		}
	}
}

// mostVain is the number of unsuccessful runs in turn after which anew ends.
const mostVain = 3

// withLess adopts smaller random runs without some of the external events, and with smaller payloads.
func (m *minimizer) withLess() {
	m.leaveOut(func(part []string) {
		m.explore(Scope{Selection: m.outside(part), Draws: within(m.draws()/10, fewestDraws, 200)})
	})
	m.replace(func(o Selection) {
		if n := m.draws() / m.best.payloads(""); n >= fewDraws {
			m.explore(Scope{Selection: o, Draws: min(n, 200)})
		}
	})
}

// draws returns the number of random runs to draw until one is smaller. Runs of the length of the best run then have about
// eventsOfAll events together. For a short run, the limit is drawsForEvent runs for each event, because the runs near it are explored
// anyway. For a long run there is at least one draw for each eventsOfDraw events, because leaving out single events takes much longer.
func (m *minimizer) draws() int {
	n := len(m.best)
	return max(min(eventsOfAll/max(1, n), drawsForEvent*n), n/eventsOfDraw)
}

// fewestDraws is the minimum of draws. There are many smaller payloads: with less than fewDraws draws for each, none are drawn,
// because starting a search takes longer than so few runs.
const eventsOfAll, drawsForEvent, eventsOfDraw, fewestDraws, fewDraws = 400_000, 20, 16, 20, 5
