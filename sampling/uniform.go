package sampling

import "math"

// Uniformity is Pearson's chi-squared test of whether runs draw each class with the same probability. No strategy
// promises that; SURW aims at something like it.
type Uniformity struct {
	Classes    int     // that there are
	Runs       int     // that were drawn by the strategy
	ChiSquared float64 // the sum of (drawn-expected)²/expected over all classes
	Freedom    int     // the degrees of freedom: one less than the classes
	P          float64 // the probability of a sum at least as large if the draw is uniform
}

// uniformityOf returns the test for how often each of some classes was drawn; others were not drawn, and there are
// classes in all. It returns false if that is fewer than were drawn, or if nothing was.
func uniformityOf(drawn []int, classes int) (u Uniformity, ok bool) {
	u = Uniformity{Classes: classes, Freedom: classes - 1}
	squares, different := 0.0, 0
	for _, n := range drawn {
		if n > 0 {
			different++
		}
		u.Runs += n
		squares += float64(n) * float64(n)
	}
	if u.Runs == 0 || different > classes {
		return u, false
	}
	u.ChiSquared = max(0, squares*float64(classes)/float64(u.Runs)-float64(u.Runs))
	u.P = chiSquaredTail(u.ChiSquared, u.Freedom)
	return u, true
}

// chiSquaredTail returns the probability that a variable with the chi-squared distribution of so many degrees of freedom
// is at least x.
func chiSquaredTail(x float64, freedom int) float64 {
	if x <= 0 || freedom <= 0 {
		return 1
	}
	return upperGamma(float64(freedom)/2, x/2)
}

// upperGamma returns the regularized upper incomplete gamma function Q(a, x), for a and x above 0: by the power series of
// 1-Q where x is small, and otherwise by Legendre's continued fraction (Abramowitz, Stegun, "Handbook of Mathematical
// Functions", 6.5.29 and 6.5.31).
func upperGamma(a, x float64) float64 {
	logGamma, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(x) - x - logGamma)
	const terms, precise = 100_000, 1e-15
	if x < a+1 {
		term := 1 / a
		sum := term
		for n := 1; n < terms && term > sum*precise; n++ {
			term *= x / (a + float64(n))
			sum += term
		}
		return max(0, 1-scale*sum)
	}
	// The fraction 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - …))) from its beginning, by the quotients of successive
	// numerators and denominators.
	b := x + 1 - a
	numerators, denominators := math.Inf(1), 1/b
	fraction := denominators
	for n := 1.0; n < terms; n++ {
		product := -n * (n - a)
		b += 2
		denominators = 1 / (b + product*denominators)
		numerators = b + product/numerators
		step := numerators * denominators
		if fraction *= step; math.Abs(step-1) < precise {
			break
		}
	}
	return min(1, scale*fraction)
}
