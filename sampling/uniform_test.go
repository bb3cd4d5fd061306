package sampling

import (
	"math"
	"slices"
	"testing"
)

// TestChiSquaredTail compares with the table of critical values of the distribution (Abramowitz, Stegun, table 26.8), and
// with the two cases that have a closed form.
func TestChiSquaredTail(t *testing.T) {
	for _, c := range []struct {
		freedom int
		x, p    float64
	}{
		{1, 0.455, 0.5}, {1, 3.841, 0.05}, {1, 6.635, 0.01}, {1, 10.828, 0.001},
		{2, 5.991, 0.05}, {5, 0.554, 0.99}, {5, 11.070, 0.05}, {5, 15.086, 0.01},
		{10, 3.940, 0.95}, {10, 9.342, 0.5}, {10, 18.307, 0.05}, {10, 23.209, 0.01}, {10, 29.588, 0.001},
		{30, 18.493, 0.95}, {30, 43.773, 0.05}, {30, 59.703, 0.001},
		{100, 77.929, 0.95}, {100, 99.334, 0.5}, {100, 124.342, 0.05}, {100, 149.449, 0.001},
	} {
		if p := chiSquaredTail(c.x, c.freedom); math.Abs(p-c.p) > c.p*1e-3 {
			t.Errorf("with %d degrees of freedom, %v or more has a probability of %v, want %v", c.freedom, c.x, p, c.p)
		}
	}
	for x := 0.01; x < 200; x *= 1.7 {
		for freedom, want := range map[int]float64{1: math.Erfc(math.Sqrt(x / 2)), 2: math.Exp(-x / 2), 4: math.Exp(-x/2) * (1 + x/2)} {
			if p := chiSquaredTail(x, freedom); math.Abs(p-want) > want*1e-9 {
				t.Errorf("with %d degrees of freedom, %v or more has a probability of %v, want %v", freedom, x, p, want)
			}
		}
	}
	for _, freedom := range []int{0, 1, 1_000_000} {
		if p := chiSquaredTail(0, freedom); p != 1 {
			t.Errorf("0 or more has a probability of %v", p)
		}
	}
	if p := chiSquaredTail(1e6, 1_000_000); math.Abs(p-0.5) > 0.001 {
		t.Errorf("the mean of a million degrees of freedom is exceeded with a probability of %v", p)
	}
}

func TestUniformityOf(t *testing.T) {
	for _, c := range []struct {
		drawn   []int
		classes int
		want    Uniformity
	}{
		// 60 throws of a die; each number is expected 10 times.
		{[]int{5, 8, 9, 8, 10, 20}, 6, Uniformity{6, 60, 13.4, 5, 0.0199}},
		{[]int{10, 10}, 2, Uniformity{2, 20, 0, 1, 1}},
		{[]int{10, 0}, 2, Uniformity{2, 10, 10, 1, 0.00157}},
		{[]int{10}, 2, Uniformity{2, 10, 10, 1, 0.00157}},
		{[]int{7}, 1, Uniformity{1, 7, 0, 0, 1}},
	} {
		u, ok := uniformityOf(c.drawn, c.classes)
		if !ok || u.Classes != c.want.Classes || u.Runs != c.want.Runs || u.Freedom != c.want.Freedom ||
			math.Abs(u.ChiSquared-c.want.ChiSquared) > 1e-9 || math.Abs(u.P-c.want.P) > 1e-4 {
			t.Errorf("%v of %d classes: %+v, want %+v", c.drawn, c.classes, u, c.want)
		}
	}
	for _, drawn := range [][]int{nil, {0, 0}, {1, 1, 1}} {
		if u, ok := uniformityOf(drawn, 2); ok {
			t.Errorf("%v of 2 classes: %+v", drawn, u)
		}
	}
	if u, ok := uniformityOf(slices.Repeat([]int{1000}, 50), 50); !ok || u.P != 1 {
		t.Errorf("%+v", u)
	}
}
