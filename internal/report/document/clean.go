package document

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// Clean returns a copy of the document in which all characters that are not printable are
// escaped.
func Clean(d Document) Document { return cleanedValue(reflect.ValueOf(d)).Interface().(Document) }

// cleanedValue returns a copy of a value in which all strings are clean. The types of documents
// have exported fields only. Schedules are not changed, because their text form quotes names.
func cleanedValue(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch kind := v.Kind(); {
	case v.Type() == reflect.TypeFor[trace.NamedSchedule]():
	case kind == reflect.String:
		c.SetString(prose.Clean(v.String()))
	case kind == reflect.Struct:
		for i := range v.NumField() {
			c.Field(i).Set(cleanedValue(v.Field(i)))
		}
	case kind == reflect.Slice:
		if !v.IsNil() {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		}
		for i := range v.Len() {
			c.Index(i).Set(cleanedValue(v.Index(i)))
		}
	case kind == reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(cleanedValue(v.Elem()))
		}
	}
	return c
}
