package trace_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// The order of a sequence counts, that of a set does not.
func ExampleFingerprint() {
	var none trace.Fingerprint
	fmt.Println(none.With(1).With(2) == none.With(2).With(1))
	fmt.Println(none.With(1).Plus(none.With(2)) == none.With(2).Plus(none.With(1)))
	// Output:
	// false
	// true
}

func ExampleCount() {
	c := trace.One
	for range 100 {
		c = c.Plus(c)
	}
	fmt.Println(c, c.Int())
	// Output: 1267650600228229401496703205376 9223372036854775807
}

// Fingerprints of short sequences of small numbers differ in both halves, and each bit is set in about
// half of them.
func TestFingerprints(t *testing.T) {
	all := 0
	halves := [2]map[uint64]bool{{}, {}}
	var set [128]int
	note := func(f trace.Fingerprint) {
		all++
		for h := range halves {
			halves[h][f[h]] = true
			for bit := range 64 {
				set[64*h+bit] += int(f[h] >> bit & 1)
			}
		}
	}
	const n = 60
	for x := range uint64(n) {
		f := trace.Fingerprint{}.With(x)
		note(f)
		for y := range uint64(n) {
			g := f.With(y)
			note(g)
			for z := range uint64(n) {
				note(g.With(z))
			}
		}
	}
	for h, half := range halves {
		if len(half) < all {
			t.Errorf("half %d has %d values, want %d", h, len(half), all)
		}
	}
	for bit, times := range set {
		if times < all*48/100 || times > all*52/100 {
			t.Errorf("bit %d is set in %d of %d fingerprints", bit, times, all)
		}
	}
}

// TestCount compares sums with those of package big, up to 2^128-1, where they stay.
func TestCount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	full := 0
	for range 20 {
		c, want := trace.One, big.NewInt(1)
		var all []trace.Count
		for range 500 {
			all = append(all, c)
			d := all[len(all)-1-random.IntN(min(3, len(all)))]
			text, _ := d.MarshalText()
			other, _ := new(big.Int).SetString(string(text), 10)
			c = c.Plus(d)
			if want.Add(want, other).Cmp(most) > 0 {
				want.Set(most)
				full++
			}
			if text, _ := c.MarshalText(); string(text) != want.String() {
				t.Fatalf("the sum is %s, want %v", text, want)
			}
			said := want.String()
			if want.Cmp(most) == 0 {
				said = "2^128-1 or more"
			}
			if c.String() != said {
				t.Fatalf("it is said to be %v, want %s", c, said)
			}
		}
	}
	if full == 0 {
		t.Error("no sum is too large")
	}
}
