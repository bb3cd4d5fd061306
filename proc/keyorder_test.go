package proc_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// alike has a String method that does not show all of its fields.
type alike struct {
	Shown string
	Not   any
}

func (a alike) String() string { return a.Shown }

// TestKeyOrder inserts keys of many types in many orders. All are found, always in the same order.
func TestKeyOrder(t *testing.T) {
	one, other := localTypes()
	keys := []any{
		math.NaN(), math.Inf(-1), -1, 1, int64(1), uint8(1), 1.0, color(1), 1.5, 2, int64(10), 9, 10, int64(95),
		float32(1 << 53), 1<<53 + 1, uint64(math.MaxUint64), math.Copysign(0, -1), 0.0,
		"1", "a", "b", title("a"), "#",
		alike{"x", 1}, alike{"x", 2}, alike{"x", int64(1)}, alike{"#", 1}, true, false, nil, one, other,
		[2]any{1, "a"}, [2]any{int64(1), "a"},
	}
	for _, options := range [][]proc.TableOption{nil, {proc.Hashed()}} {
		var want string
		for shift := range keys {
			var got string
			n := 0
			mustPlay(t, func(p *proc.P) {
				n, got = 0, ""
				table := proc.NewTable[any, int](p, "t", options...)
				for i := range keys {
					table.Insert(p, keys[(shift+i*11)%len(keys)], 0) // 11 and their number have no divisor in common
				}
				for k, ok := table.First(p); ok && n <= len(keys); k, ok = table.Next(p, k) {
					n++
					got += fmt.Sprintf("%T %#v\n", k, k)
				}
			})
			if want == "" {
				want = got
			}
			if n != len(keys) || got != want {
				t.Fatalf("%d of %d keys are found, in the order\n%swant\n%s", n, len(keys), got, want)
			}
		}
	}
}

type title string

// localTypes returns values of two types that have one name.
func localTypes() (any, any) {
	one := func() any { type local struct{ A int }; return local{1} }
	other := func() any { type local struct{ A int }; return local{1} }
	return one(), other()
}

// TestKeyOrderOfMixedTypes: numbers of all types come first, by value, then strings, then all other
// keys.
func TestKeyOrderOfMixedTypes(t *testing.T) {
	keys := []any{
		-1.5, int8(-1), uint(1), 1.5, int64(2), 9, uint8(10), 1<<53 + 0, int64(1<<53 + 1), uint64(math.MaxUint64), math.Inf(1),
		"", "10", "9", title("b"), alike{Shown: "a"}, alike{Shown: "b"},
	}
	mustPlay(t, func(p *proc.P) {
		table := proc.NewTable[any, int](p, "t")
		for i := range keys {
			table.Insert(p, keys[len(keys)-1-i], 0)
		}
		k, ok := table.First(p)
		for _, want := range keys {
			if !ok || k != want {
				t.Errorf("%T %v is next, want %T %v", k, k, want, want)
			}
			k, ok = table.Next(p, k)
		}
	})
}

// TestKeyOrderOfHandles: the order does not depend on which process was started first.
func TestKeyOrderOfHandles(t *testing.T) {
	for _, names := range [][]string{{"a", "b"}, {"b", "a"}} {
		mustPlay(t, func(p *proc.P) {
			table := proc.NewTable[alike, int](p, "t")
			for _, name := range names {
				table.Insert(p, alike{"x", p.Spawn(name, func(*proc.P) {})}, 0)
			}
			if k, _ := table.First(p); fmt.Sprint(k.Not) != "a" {
				t.Errorf("the first key is that of %v, want that of a", k.Not)
			}
		})
	}
}
