package sampling

// portfolio returns the arms of the portfolio, which take turns. Some are made for bugs that few orders show, others for
// those that many orders show but only with faults or late timers; so the weights vary.
func portfolio(depth int) (all, preliminary []*arm) {
	all = []*arm{
		newArm(TaPCT, depth, usualOutside, usualFaulty),
		newArm(POS, 0, usualOutside, usualFaulty),
		newArm(RandomWalk, 0, usualOutside, usualFaulty),
		newArm(TaPCT, depth+1, usualOutside, usualFaulty),
		newArm(SURW, 0, usualOutside, usualFaulty),
		newArm(POS, 0, 1./64, 1./4),
		newArm(RandomWalk, 0, 1./64, 1./64),
		newArm(TaPCT, depth+2, usualOutside, 1./4),
	}
	return all, []*arm{newArm(RandomWalk, 0, usualOutside, usualFaulty)}
}
