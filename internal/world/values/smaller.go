package values

import (
	"iter"
	"math/bits"
	"reflect"
	"slices"
	"strings"
)

// Smaller returns values of the type of v that have less in them: slices, maps and texts without some of their elements, numbers that
// are closer to 0, false instead of true, nil instead of a pointer, and structures with one part that is smaller. Larger changes come
// before smaller ones, and there are at most mostSmaller. v must be plain data; the values may share parts with it. Handles and
// values with a codec stay as they are.
func Smaller(v any) []any {
	if v == nil {
		return nil
	}
	var all []any
	for w := range smaller(fresh(reflect.ValueOf(v))) {
		if all = append(all, w.Interface()); len(all) == mostSmaller {
			break
		}
	}
	return all
}

// mostSmaller limits the number of values made of a large value. The rest comes later, from a value that is smaller already.
const mostSmaller = 500

type several = iter.Seq[reflect.Value]

// smaller returns the smaller values of v, which must be addressable.
func smaller(v reflect.Value) several {
	t := v.Type()
	if !codecs.find(t).none() || isHandle(v) || isUnique(t) {
		return some()
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return lower(t, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return lower(t, v.Uint())
	case reflect.Bool, reflect.Float32, reflect.Float64:
		if !v.IsZero() {
			return some(reflect.Zero(t))
		}
	case reflect.String:
		return shorterText(v)
	case reflect.Slice:
		return smallerSlice(v)
	case reflect.Map:
		return smallerMap(v)
	case reflect.Array:
		return inParts(v, v.Len(), fresh, reflect.Value.Index)
	case reflect.Struct:
		return inParts(v, v.NumField(), fresh, func(w reflect.Value, i int) reflect.Value { return writable(w.Field(i)) })
	case reflect.Pointer:
		if !v.IsNil() {
			return both(some(reflect.Zero(t)), inParts(v, 1, freshPointer, func(w reflect.Value, _ int) reflect.Value { return w.Elem() }))
		}
	case reflect.Interface:
		if !v.IsNil() {
			return smaller(fresh(v.Elem()))
		}
	}
	return some()
}

func shorterText(v reflect.Value) several {
	runes := []rune(v.String())
	return leavingOut(len(runes), func(left ...span) reflect.Value {
		var w []rune
		for _, part := range left {
			w = append(w, runes[part.from:part.to]...)
		}
		return reflect.ValueOf(string(w)).Convert(v.Type())
	})
}

func smallerSlice(v reflect.Value) several {
	return both(leavingOut(v.Len(), func(left ...span) reflect.Value {
		w := reflect.MakeSlice(v.Type(), 0, 0)
		for _, part := range left {
			w = reflect.AppendSlice(w, v.Slice(part.from, part.to))
		}
		return w
	}), inParts(v, v.Len(), freshSlice, reflect.Value.Index))
}

// smallerMap leaves out keys, or makes an element smaller. Keys are left as they are.
func smallerMap(v reflect.Value) several {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		return strings.Compare(canonical(a.Interface()), canonical(b.Interface()))
	})
	with := func(left ...span) reflect.Value {
		w := reflect.MakeMap(v.Type())
		for _, part := range left {
			for _, k := range keys[part.from:part.to] {
				w.SetMapIndex(k, v.MapIndex(k))
			}
		}
		return w
	}
	return both(leavingOut(len(keys), with), func(yield func(reflect.Value) bool) {
		for _, k := range keys {
			for part := range smaller(fresh(v.MapIndex(k))) {
				w := with(span{0, len(keys)})
				if w.SetMapIndex(k, part); !yield(w) {
					return
				}
			}
		}
	})
}

// inParts returns copies of v, each with one part smaller, of its n parts.
func inParts(v reflect.Value, n int, copied func(reflect.Value) reflect.Value, part func(reflect.Value, int) reflect.Value) several {
	return func(yield func(reflect.Value) bool) {
		for i := range n {
			for p := range smaller(part(v, i)) {
				w := copied(v)
				if part(w, i).Set(p); !yield(w) {
					return
				}
			}
		}
	}
}

// fresh returns an addressable copy of v.
func fresh(v reflect.Value) reflect.Value {
	w := reflect.New(v.Type()).Elem()
	w.Set(v)
	return w
}

func freshSlice(v reflect.Value) reflect.Value {
	return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v)
}

func freshPointer(v reflect.Value) reflect.Value { return fresh(v.Elem()).Addr().Convert(v.Type()) }

// span is the elements from one to before another one.
type span struct{ from, to int }

// leavingOut yields the results of with for some of n elements, the fewest first. If n is at most few, it leaves out each selection,
// because some can be left out only together, such as members of a majority; otherwise all, each half, each quarter, and so on.
func leavingOut(n int, with func(left ...span) reflect.Value) several {
	return func(yield func(reflect.Value) bool) {
		if n > few {
			for size := n; size > n/smallestPart; size /= 2 {
				for from := 0; from < n; from += size {
					if !yield(with(span{0, from}, span{min(from+size, n), n})) {
						return
					}
				}
			}
			return
		}
		for size := range n {
			for set := range 1 << n {
				if bits.OnesCount(uint(set)) == size && !yield(with(elements(uint(set))...)) {
					return
				}
			}
		}
	}
}

// smallestPart is the part of many elements that is the smallest to be left out: smaller ones follow when there are fewer elements.
const few, smallestPart = 8, 32

func elements(set uint) (all []span) {
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros(set)
		all = append(all, span{i, i + 1})
	}
	return all
}

// lower returns 0 and then n less its half, its quarter, and so on to 1, as numbers of that type.
func lower[N int64 | uint64](t reflect.Type, n N) several {
	var all []reflect.Value
	for less := n; less != 0; less /= 2 {
		all = append(all, reflect.ValueOf(n-less).Convert(t))
	}
	return some(all...)
}

func some(all ...reflect.Value) several { return slices.Values(all) }

func both(first, then several) several {
	return func(yield func(reflect.Value) bool) {
		for _, s := range []several{first, then} {
			for v := range s {
				if !yield(v) {
					return
				}
			}
		}
	}
}
