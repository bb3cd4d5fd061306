package sampling

import (
	"fmt"
)

// Strategy says how runs are drawn. Each has a file with its rule.
type Strategy uint8

// The strategies.
const (
	RandomWalk Strategy = iota
	RAPOS
	POS
	PCT
	DPOS
	TaPCT
	SURW
	Visited
	Portfolio
	Learn
)

// String returns the name of the strategy.
func (s Strategy) String() string {
	return [...]string{"random walk", "RAPOS", "POS", "PCT", "d-POS", "taPCT", "SURW", "visited windows", "portfolio", "feedback"}[s]
}

// deep reports whether the strategy has a guarantee for bugs of a depth.
func (s Strategy) deep() bool { return s == PCT || s == DPOS || s == TaPCT }

// labels reports whether the strategy uses which events race.
func (s Strategy) labels() bool {
	return s == DPOS || s == TaPCT || s == SURW || s == Portfolio || s == Learn
}

// arm is a strategy with its parameters.
type arm struct {
	name            string
	strategy        Strategy
	depth           int     // of the bugs for which it has a guarantee; 0 if it has none
	labels          bool    // it uses which events race
	outside, faulty float64 // see draw
	rough           bool    // many links and timers are slow, see pace, and crashes strike at opportunities, see striking
}

// The usual weight of steps from outside, and probability of a fault of a message.
const (
	usualOutside = 1. / 8
	usualFaulty  = 1. / 16
)

// rule returns a new rule that draws runs of the arm.
func (a *arm) rule() rule {
	if a.rough {
		return &striking{rule: a.draws()}
	}
	return a.draws()
}

// draws returns a new rule that draws runs by the strategy.
func (a *arm) draws() rule {
	switch a.strategy {
	case RAPOS:
		return &rapos{}
	case POS:
		return &pos{}
	case PCT, TaPCT, DPOS:
		return &pct{depth: a.depth, racyOnly: a.strategy != PCT, single: a.strategy == DPOS}
	case SURW:
		return &surw{}
	case Visited:
		return &visited{counts: map[uint64]int{}}
	}
	return walk{}
}

// newArm returns an arm with a name.
func newArm(s Strategy, depth int, outside, faulty float64) *arm {
	a := &arm{name: s.String(), strategy: s, labels: s.labels(), outside: outside, faulty: faulty}
	switch {
	case s.deep():
		a.depth = depth
		a.name = fmt.Sprintf("%s, depth %d", s, depth)
	case outside != usualOutside:
		a.name += fmt.Sprintf(", %v from outside", outside)
	}
	if faulty != usualFaulty {
		a.name += fmt.Sprintf(", %v faults", faulty)
	}
	return a
}

// roughly makes an arm a rough one.
func (a *arm) roughly() *arm {
	a.rough = true
	a.name += ", rough"
	return a
}

// arms returns the arms that draw the runs of a strategy in turn, and the arms that draw the preliminary runs.
func arms(s Strategy, depth int) (all, preliminary []*arm) {
	if s == Portfolio || s == Learn {
		return portfolio(depth)
	}
	walk := newArm(RandomWalk, 0, usualOutside, usualFaulty)
	switch s {
	case RandomWalk:
		return []*arm{walk}, []*arm{walk}
	case Visited:
		a := newArm(s, 0, usualOutside, usualFaulty)
		return []*arm{a}, []*arm{a}
	}
	return []*arm{newArm(s, depth, usualOutside, usualFaulty)}, []*arm{walk}
}
