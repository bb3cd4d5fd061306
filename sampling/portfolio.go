package sampling

// portfolio returns the arms of the portfolio, which take turns. No strategy is the best for all bugs: random walks and
// SURW find those that many orders show, taPCT those that need few events to be late, and POS stands between. The weights of
// faults and of steps from outside vary, because a bug may need them, or may be hidden by them.
func portfolio(depth int) (all, preliminary []*arm) {
	all = []*arm{
		newArm(TaPCT, depth, usualOutside, usualFaulty),
		newArm(SURW, 0, usualOutside, usualFaulty),
		newArm(RandomWalk, 0, usualOutside, usualFaulty),
		newArm(TaPCT, depth+1, usualOutside, usualFaulty),
		newArm(SURW, 0, usualOutside, 1./64),
		newArm(POS, 0, usualOutside, usualFaulty),
		newArm(TaPCT, depth+2, usualOutside, 1./64),
		newArm(RandomWalk, 0, 1./64, 1./4),
	}
	return all, []*arm{newArm(RandomWalk, 0, usualOutside, usualFaulty)}
}
