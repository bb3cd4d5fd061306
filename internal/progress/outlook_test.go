package progress_test

import (
	"math"
	"testing"

	"github.com/checkmodel/checkmodel/internal/progress"
)

// follow adds the estimates of a search.
func follow(explored int, estimate func(n int) float64) *progress.Outlook {
	var o progress.Outlook
	for n := 1; n <= explored; n++ {
		if o.Wants(n) {
			o.Add(n, estimate(n))
		}
	}
	return &o
}

// The interval follows the spread of the estimates, and forgets early ones.
func TestInterval(t *testing.T) {
	steady := func(int) float64 { return 6000 }
	for name, c := range map[string]struct {
		explored, known int
		estimate        func(n int) float64
		low, high       float64
		stable          bool
	}{
		"steady":             {1000, 1010, steady, 1500, 12000, true},
		"what is known":      {1000, 5000, steady, 5000, 12000, true},
		"too little":         {15, 20, steady, 20, math.Inf(1), false},
		"wrong in the first": {4000, 4000, func(n int) float64 { return map[bool]float64{true: 1e9, false: 6000}[n < 900] }, 4000, 12000, true},
		"too low before":     {4000, 4000, func(n int) float64 { return map[bool]float64{true: 600, false: 19200}[n < 900] }, 4800, 153600, true},
		"too high before":    {4000, 4000, func(n int) float64 { return map[bool]float64{true: 300_000, false: 15000}[n < 900] }, 4000, 30000, true},
		"much too low":       {4000, 4000, func(n int) float64 { return map[bool]float64{true: 600, false: 60000}[n < 900] }, 4000, math.Inf(1), false},
		"far apart":          {1000, 1000, func(n int) float64 { return map[bool]float64{true: 1e9, false: 6000}[n%2 == 0] }, 1000, math.Inf(1), false},
		"without an end":     {1000, 1000, func(int) float64 { return math.Inf(1) }, 1000, math.Inf(1), false},
	} {
		low, high, stable := follow(c.explored, c.estimate).Interval(c.known)
		if low != c.low || high != c.high || stable != c.stable {
			t.Errorf("%s: from %g to %g, stable %t, want %+v", name, low, high, stable, c)
		}
	}
}

// Estimates are wanted seldom: they take time.
func TestWants(t *testing.T) {
	var o progress.Outlook
	asked := 0
	for n := 1; n <= 1_000_000; n++ {
		if o.Wants(n) {
			o.Add(n, 1)
			asked++
		}
	}
	if asked < 100 || asked > 400 {
		t.Errorf("%d estimates are wanted", asked)
	}
}
