package trace_test

import (
	"reflect"
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestValues: Values reports the number of each value that an event holds.
func TestValues(t *testing.T) {
	instead := trace.Op{Flags: kind.Named}
	e := trace.Event{Op: trace.Op{Flags: kind.Named}, Instead: &instead}
	next := int32(1)
	number := func() int32 { next++; return next }
	for _, of := range []reflect.Value{reflect.ValueOf(&e).Elem(), reflect.ValueOf(&e.Op).Elem(), reflect.ValueOf(&instead).Elem()} {
		for i := range of.NumField() {
			if f := of.Field(i); f.Type() == reflect.TypeFor[trace.ValueID]() {
				f.SetInt(int64(number()))
			}
		}
	}
	e.Object, instead.Object = number(), number() // with the flag Named
	e.Accesses = []trace.Access{
		{Cell: trace.Cell{Space: effects.NameHolder, Key: number()}},
		{Cell: trace.Cell{Space: effects.TableHeirMessage, Object: 1}, After: number()},
	}
	told := map[trace.ValueID]bool{}
	e.Values(func(v trace.ValueID) { told[v] = true })
	for v := trace.ValueID(2); v <= trace.ValueID(next); v++ {
		if !told[v] {
			t.Errorf("of %d values, number %d is not told: %+v", next-1, v, e)
		}
	}
}
