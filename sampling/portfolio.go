package sampling

// portfolio returns the arms of the portfolio, which take turns. No strategy is the best for all bugs: taPCT finds bugs
// that need few events to be late, SURW bugs that many orders show, and POS stands between. Some bugs need timers that
// expire at once, and others a leader that stays until nothing else can move; some need a fault, and others are hidden by it.
// So the weights of faults and of steps from outside vary. Most of the arms are rough.
func portfolio(depth int) (all, preliminary []*arm) {
	const seldom, often, hasty = 1. / 64, 1. / 4, 1. / 2
	all = []*arm{
		newArm(TaPCT, depth, usualOutside, usualFaulty),
		newArm(SURW, 0, hasty, usualFaulty).roughly(),
		newArm(POS, 0, hasty, usualFaulty).roughly(),
		newArm(POS, 0, seldom, usualFaulty),
		newArm(SURW, 0, hasty, seldom).roughly(),
		newArm(TaPCT, depth+1, usualOutside, usualFaulty),
		newArm(POS, 0, hasty, seldom).roughly(),
		newArm(POS, 0, hasty, often).roughly(),
		newArm(POS, 0, seldom, usualFaulty).roughly(),
		newArm(TaPCT, depth+2, usualOutside, seldom),
	}
	return all, []*arm{newArm(RandomWalk, 0, usualOutside, usualFaulty)}
}
