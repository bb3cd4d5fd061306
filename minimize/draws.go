package minimize

// drawn takes random runs that are smaller. If much of the best run has nothing to do with the failure, one that has nothing in common
// with it is often shorter. It draws none where that was in vain for a run that was not much longer.
func (m *minimizer) drawn() {
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

// drawnAgain draws other random runs than before, once for a best run that no stage makes smaller.
func (m *minimizer) drawnAgain() {
	if m.again != len(m.best) {
		m.again = len(m.best)
		m.shorter()
		m.withLess()
	}
}

// shorter takes random runs that are smaller, with the external events that are left, until it finds none.
func (m *minimizer) shorter() {
	for m.drew = 0; m.drew != len(m.best) && !m.Exhausted(); {
		m.drew = len(m.best)
		m.explore(Scope{Selection: m.outside(nil), Draws: max(m.draws(), fewestDraws)})
	}
}

// anew takes a random run with all initial external events, if it is shorter than the best one and smaller
// once external events that it can do without are left out: a failure often comes sooner the more happens outside. It goes on
// until it finds no shorter one, or several of them were not smaller.
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
		if m.take(other.best) {
			vain = -1
		}
	}
}

// mostVain is how many runs in turn may be in vain.
const mostVain = 3

// withLess takes random runs without some of the external events, and with smaller payloads.
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

// draws returns how many random runs are drawn until one is smaller: they have about eventsOfAll events together, if all are as long as
// the best run. There are at most drawsForEvent for each event of a short run, near which others are explored anyway, and at least one
// for eventsOfDraw events of a long run: to leave out each of these takes much longer.
func (m *minimizer) draws() int {
	n := len(m.best)
	return max(min(eventsOfAll/max(1, n), drawsForEvent*n), n/eventsOfDraw)
}

// fewestDraws is how many runs are drawn at least; with a smaller payload, which there are many of, none are drawn rather than fewer
// than fewDraws, as a search for these takes longer than its runs.
const eventsOfAll, drawsForEvent, eventsOfDraw, fewestDraws, fewDraws = 400_000, 20, 16, 20, 5
