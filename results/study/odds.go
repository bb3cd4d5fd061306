package main

import "math"

// interval returns between which numbers of hits n independent runs stay, each of which hits with the probability p: fewer
// or more have a probability of at most miss/2 each.
func interval(n int, p, miss float64) (least, most int) {
	least, most = 0, n
	for below := 0.0; ; least++ {
		if below += binomial(n, least, p); below > miss/2 {
			break
		}
	}
	for above := 0.0; ; most-- {
		if above += binomial(n, most, p); above > miss/2 {
			break
		}
	}
	return least, most
}

// binomial returns the probability of k hits.
func binomial(n, k int, p float64) float64 {
	choose := func(n int) float64 { v, _ := math.Lgamma(float64(n + 1)); return v }
	return math.Exp(choose(n) - choose(k) - choose(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// likely returns between which probabilities lies the one with which k of n runs hit, with the same meaning of miss: the
// interval of Clopper and Pearson.
func likely(n, k int, miss float64) (least, most float64) {
	solve := func(tail func(p float64) float64) float64 { // which grows with p
		low, high := 0.0, 1.0
		for range 60 {
			if p := (low + high) / 2; tail(p) < miss/2 {
				low = p
			} else {
				high = p
			}
		}
		return low
	}
	sum := func(from, to int, p float64) (sum float64) {
		for i := from; i <= to; i++ {
			sum += binomial(n, i, p)
		}
		return sum
	}
	most = 1
	if k > 0 {
		least = solve(func(p float64) float64 { return sum(k, n, p) })
	}
	if k < n {
		most = 1 - solve(func(q float64) float64 { return sum(0, k, 1-q) })
	}
	return least, most
}

// walkOdds returns the probability with which a random walk hits the bug in Chains with that depth and length. Before
// each chain sends, it waits for a row, which is an event more. Other chains, and what nodes do, make no difference: of
// the three chains, each that has not ended is the next one to move with the same probability.
func walkOdds(depth, length int) float64 {
	type state struct{ a, b, c int } // events so far, the first of which is no send
	known := map[state]float64{}
	var odds func(state) float64
	odds = func(s state) float64 {
		if p, ok := known[s]; ok {
			return p
		}
		sum, n := 0.0, 0.0
		for _, next := range []state{{s.a + 1, s.b, s.c}, {s.a, s.b + 1, s.c}, {s.a, s.b, s.c + 1}} {
			if next.a > length+1 || next.b > length+1 || next.c > length+1 {
				continue
			}
			n++
			if inOrder(depth, length, next.a-1, next.b-1, next.c-1, next.b > s.b, next.c > s.c) {
				sum += odds(next)
			}
		}
		p := 1.0
		if n > 0 {
			p = sum / n
		}
		known[s] = p
		return p
	}
	return odds(state{})
}

// inOrder reports whether the bug may still show after one more message, of B or C, if the chains have sent so many.
func inOrder(depth, length, a, b, c int, ofB, ofC bool) bool {
	switch middle := (length + 1) / 2; {
	case ofB && b == 1 && a < length:
		return false
	case depth == 2:
		return !ofC || c != 1 || b == length
	case ofC && c == middle:
		return 0 < b && b < length
	case ofB && b == length:
		return c >= middle
	}
	return true
}
