package progress

import (
	"math"
	"strings"
	"testing"
)

// What is left comes first, then how much there is. Estimates that do not agree say only what is certain.
func TestForecast(t *testing.T) {
	for name, c := range map[string]struct {
		estimate func(n int) float64
		want     string
	}{
		"steady":    {func(int) float64 { return 123_456 }, `3m to 39m left of "m", 10000 of 31 000 to 250 000 interleavings`},
		"large":     {func(int) float64 { return 1e20 }, `years left of "m", 10000 of 2.5·10^19 to 2.0·10^20 interleavings`},
		"far apart": {func(n int) float64 { return map[bool]float64{true: 1e9, false: 6000}[n%2 == 0] }, `at least 1s left of "m", 10000 of at least 10100 interleavings`},
		"infinite":  {func(int) float64 { return math.Inf(1) }, `at least 1s left of "m", 10000 of at least 10100 interleavings`},
	} {
		p := &Display{}
		for n := 1; n <= 10_000; n++ {
			if p.estimates.Wants(n) {
				p.estimates.Add(n, c.estimate(n))
			}
		}
		if got := strings.Join(p.forecast(`"m"`, 10_000, 10_100, 100), ", "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// On a narrow terminal, parts at the end are left out, and what is left is never cut.
func TestNarrowProgress(t *testing.T) {
	parts := []string{`2m to 3h left of "m"`, "10000 of 41 000 to 250 000 interleavings", "100 per second", "5 more planned"}
	for limit, want := range map[int]string{
		200: `2m to 3h left of "m", 10000 of 41 000 to 250 000 interleavings, 100 per second, 5 more planned`,
		80:  `2m to 3h left of "m", 10000 of 41 000 to 250 000 interleavings, 100 per second`,
		64:  `2m to 3h left of "m", 10000 of 41 000 to 250 000 interleavings`,
		40:  `2m to 3h left of "m"`,
		15:  `2m to 3h left `,
	} {
		var out strings.Builder
		(&Display{Out: &out, Width: limit}).show(parts)
		if got := strings.TrimPrefix(out.String(), "\r"); got != want {
			t.Errorf("in %d columns: %q, want %q", limit, got, want)
		}
	}
}
