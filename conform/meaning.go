package conform

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/checkmodel/checkmodel/systemlog"
)

// is reports whether an announced value is the event that a line stands for.
func is(want, announced any) bool {
	if n, named := want.(systemlog.ByName); named {
		return typed(n, announced) && equals(n, announced)
	}
	return reflect.DeepEqual(want, announced)
}

// about reports whether a line that stands for the event says something about announced values of the same type.
func about(want, announced any) bool {
	if n, named := want.(systemlog.ByName); named {
		return typed(n, announced)
	}
	return reflect.TypeOf(want) == reflect.TypeOf(announced)
}

func typed(n systemlog.ByName, v any) bool {
	return strings.EqualFold(systemlog.TypeName(v), n.Name)
}

func equals(n systemlog.ByName, v any) bool {
	text, err := json.Marshal(v)
	if err != nil {
		return false
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil { // it is no struct
		value, has := n.Values["value"]
		return !has || sameJSON(text, value)
	}
	for name, want := range n.Values {
		for field, got := range fields {
			if strings.EqualFold(name, field) && !sameJSON(got, want) {
				return false
			}
		}
	}
	return true
}

// sameJSON reports whether a text is the value, where an array without elements is null.
func sameJSON(text []byte, value any) bool {
	want, err := json.Marshal(value)
	if err != nil {
		return false
	}
	var a, b any
	for _, d := range []struct {
		text []byte
		to   *any
	}{{text, &a}, {want, &b}} {
		dec := json.NewDecoder(bytes.NewReader(d.text))
		dec.UseNumber()
		if dec.Decode(d.to) != nil {
			return false
		}
	}
	return reflect.DeepEqual(a, b)
}
