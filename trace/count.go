package trace

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Count is a number of interleavings below 2^128. Sums that are larger stay at 2^128-1, which therefore stands for all of these.
type Count struct{ hi, lo uint64 }

// One is the count of a single interleaving.
var One = Count{0, 1}

// CountOf returns the count n.
func CountOf(n uint64) Count { return Count{0, n} }

// Uint64 returns the count, or false if it is 2^64 or more.
func (c Count) Uint64() (n uint64, ok bool) { return c.lo, c.hi == 0 }

// Halves returns the upper and the lower 64 bits of the count; see CountOfHalves.
func (c Count) Halves() (high, low uint64) { return c.hi, c.lo }

// CountOfHalves returns the count high·2^64 + low.
func CountOfHalves(high, low uint64) Count { return Count{high, low} }

// Plus returns the sum.
func (c Count) Plus(d Count) Count {
	lo, carry := bits.Add64(c.lo, d.lo, 0)
	hi, carry := bits.Add64(c.hi, d.hi, carry)
	if carry > 0 {
		return most
	}
	return Count{hi, lo}
}

// Int returns the count, or the greatest int if it is larger.
func (c Count) Int() int {
	if c.hi > 0 || c.lo > math.MaxInt {
		return math.MaxInt
	}
	return int(c.lo)
}

// most is the greatest count.
var most = Count{math.MaxUint64, math.MaxUint64}

// String returns the count in decimal, and that there may be more if it is the greatest.
func (c Count) String() string {
	if c == most {
		return "2^128-1 or more"
	}
	return c.decimal()
}

func (c Count) decimal() string {
	n := new(big.Int).SetUint64(c.hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(c.lo)).String()
}

// MarshalText returns the count in decimal.
func (c Count) MarshalText() ([]byte, error) { return []byte(c.decimal()), nil }

// UnmarshalText sets the count to a decimal number, which must be below 2^128.
func (c *Count) UnmarshalText(text []byte) error {
	n, ok := new(big.Int).SetString(string(text), 10)
	if !ok || n.Sign() < 0 || n.BitLen() > 128 {
		return fmt.Errorf("%q is no count below 2^128", text)
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	*c = Count{n.Rsh(n, 64).Uint64(), low.Uint64()}
	return nil
}
