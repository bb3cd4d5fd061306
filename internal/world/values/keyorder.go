package values

import (
	"cmp"
	"hash/fnv"
	"math"
	"math/big"
	"reflect"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Hash returns a hash that is the same for a value in every run.
func (vs *Store) Hash(id trace.ValueID) uint64 {
	h := fnv.New64a()
	h.Write([]byte(vs.Text(id)))
	return h.Sum64()
}

// Compare compares two keys. It returns 0 only for equal keys, and does not depend on which was stored
// first, because that differs between interleavings.
func (vs *Store) Compare(a, b trace.ValueID) int {
	if a == b {
		return 0
	}
	x, y := reflect.ValueOf(vs.at(a).v), reflect.ValueOf(vs.at(b).v)
	order := cmp.Compare(rank(x), rank(y))
	if order == 0 {
		switch rank(x) {
		case numbers:
			order = compareNumbers(x, y)
		case texts:
			order = cmp.Compare(x.String(), y.String())
		default:
			order = cmp.Compare(vs.Text(a), vs.Text(b))
		}
	}
	if order == 0 { // they are shown alike, or differ in type
		order = strings.Compare(canonical(vs.Get(a)), canonical(vs.Get(b))) // of copies: a codec may write to its argument
	}
	return order
}

// The kinds of keys, in order.
const (
	numbers = iota
	texts
	others
)

func rank(v reflect.Value) int {
	switch {
	case v.IsValid() && (v.CanInt() || v.CanUint() || v.CanFloat()):
		return numbers
	case v.Kind() == reflect.String:
		return texts
	}
	return others
}

// compareNumbers compares numbers of any types by value. NaN is less than all others.
func compareNumbers(x, y reflect.Value) int {
	switch {
	case x.CanInt() && y.CanInt():
		return cmp.Compare(x.Int(), y.Int())
	case x.CanUint() && y.CanUint():
		return cmp.Compare(x.Uint(), y.Uint())
	case x.CanFloat() && y.CanFloat():
		return cmp.Compare(x.Float(), y.Float())
	case x.CanFloat() && math.IsNaN(x.Float()):
		return -1
	case y.CanFloat() && math.IsNaN(y.Float()):
		return 1
	}
	return exactly(x).Cmp(exactly(y))
}

// exactly returns the exact value of a number: not every integer is a float64.
func exactly(v reflect.Value) *big.Float {
	switch {
	case v.CanInt():
		return new(big.Float).SetInt64(v.Int())
	case v.CanUint():
		return new(big.Float).SetUint64(v.Uint())
	}
	return new(big.Float).SetFloat64(v.Float())
}
