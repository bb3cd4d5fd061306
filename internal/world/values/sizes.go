package values

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Sizes calls yield with the numbers in a value, and with the lengths of its texts, slices and maps, each as a Go
// expression of the value, which has the given name: name.term, len(name.log). It leaves out handles, and parts that are
// deep or late in a large value.
func Sizes(name string, v any, yield func(expression string, n int64)) {
	if v != nil {
		sizes(addressable(reflect.ValueOf(v)), name, maxSizes, yield)
	}
}

// maxSizes is how deep Sizes looks into a value, and how many elements of a slice or a map it looks at.
const maxSizes = 8

func sizes(v reflect.Value, name string, depth int, yield func(string, int64)) {
	if depth == 0 {
		return
	}
	length := func() { yield("len("+name+")", int64(v.Len())) }
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		yield(name, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		yield(name, int64(min(v.Uint(), 1<<62)))
	case reflect.String:
		length()
	case reflect.Pointer, reflect.Interface:
		if _, handle := identity(v); !handle {
			if e := v.Elem(); e.IsValid() {
				sizes(addressable(e), name, depth-1, yield)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			sizes(writable(v.Field(i)), name+"."+v.Type().Field(i).Name, depth-1, yield)
		}
	case reflect.Slice, reflect.Array:
		length()
		for i := range min(v.Len(), maxSizes) {
			sizes(v.Index(i), fmt.Sprintf("%s[%d]", name, i), depth-1, yield)
		}
	case reflect.Map:
		length()
		held := map[string]reflect.Value{}
		for it := v.MapRange(); it.Next(); {
			key := printer{printing: &printing{left: maxParts}}
			format(&key, it.Key(), 0)
			held[key.String()] = addressable(it.Value())
		}
		for _, key := range slices.Sorted(maps.Keys(held))[:min(len(held), maxSizes)] {
			sizes(held[key], fmt.Sprintf("%s[%s]", name, key), depth-1, yield)
		}
	}
}
