package values

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// PanicText returns the text of a panic, without the addresses that %v might print.
func PanicText(r any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a value of type %T whose Error method panics", r)
		}
	}()
	switch r := r.(type) {
	case string:
		return r
	case error:
		return r.Error()
	}
	return Format(r)
}

// Format formats a value for a trace: type and field names without package, map entries sorted, no
// addresses. It uses the String method of a value, except one promoted from an embedded handle.
func Format(v any) string { return new(printing).format(v) }

// Brief is Format without the fields of structs that hold the sender of a message, by its name.
func Brief(message any, sender string) string {
	return (&printing{sender: sender}).format(message)
}

// printing is the state of formatting a value, which all its parts share.
type printing struct {
	left   int      // how many more parts to write; the value may contain itself
	sender string   // fields that hold the handle of this process, or say its name, are left out; "" if none are
	refs   []string // the names of the references so far
}

func (p *printing) format(v any) string {
	if v == nil {
		return "nil"
	}
	p.left = maxParts
	b := printer{printing: p}
	format(&b, reflect.ValueOf(v), 0)
	return b.String()
}

type printer struct {
	strings.Builder
	*printing
}

const maxParts = 10_000

var stringerType = reflect.TypeFor[fmt.Stringer]()

func format(b *printer, v reflect.Value, depth int) {
	if b.left--; depth > maxNesting || b.left < 0 {
		b.WriteString("…")
		return
	}
	v = addressable(v)
	if s, ok := ownWords(v); ok {
		if isRef(v) {
			b.refs = append(b.refs, s)
		}
		b.WriteString(s)
		return
	}
	switch v.Kind() {
	case reflect.String:
		b.WriteString(strconv.Quote(v.String()))
	case reflect.Struct:
		formatStruct(b, v, depth)
	case reflect.Slice, reflect.Array:
		list(b, "[", "]", v.Len(), func(i int) { format(b, v.Index(i), depth+1) })
	case reflect.Map:
		entries := formatEntries(b, v, depth)
		list(b, "map[", "]", len(entries), func(i int) { b.WriteString(entries[i]) })
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		if v.Kind() == reflect.Pointer {
			b.WriteString("&")
		}
		format(b, v.Elem(), depth+1)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		b.WriteString(v.Type().String())
	default:
		fmt.Fprintf(b, "%v", v.Interface())
	}
}

func formatStruct(b *printer, v reflect.Value, depth int) {
	t := v.Type()
	b.WriteString(shortName(t))
	var shown []int
	for i := range v.NumField() {
		if !b.repeats(v.Field(i)) {
			shown = append(shown, i)
		}
	}
	list(b, "{", "}", len(shown), func(k int) {
		b.WriteString(t.Field(shown[k]).Name)
		b.WriteString(": ")
		format(b, writable(v.Field(shown[k])), depth+1)
	})
}

// repeats reports whether a field holds the sender.
func (b *printer) repeats(field reflect.Value) bool {
	if b.sender == "" {
		return false
	}
	s, ok := ownWords(addressable(writable(field)))
	return ok && s == b.sender
}

func formatEntries(b *printer, v reflect.Value, depth int) []string {
	var entries []string
	for it := v.MapRange(); it.Next(); {
		e := printer{printing: b.printing}
		format(&e, it.Key(), depth+1)
		e.WriteString(": ")
		format(&e, it.Value(), depth+1)
		entries = append(entries, e.String())
	}
	slices.Sort(entries)
	return entries
}

func list(b *printer, open, shut string, n int, item func(int)) {
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		item(i)
	}
	b.WriteString(shut)
}

// ownWords returns the text of a value that has one by its codec or its method String.
func ownWords(v reflect.Value) (words string, ok bool) {
	if words, ok = byCodec(v); !ok {
		words, ok = describe(v)
	}
	return words, ok
}

// byCodec returns the text of a value, or of the value behind a pointer, by its codec. A nil pointer with a codec
// is shown as nil, whatever its String method returns.
func byCodec(v reflect.Value) (words string, ok bool) {
	if v.Kind() != reflect.Pointer {
		return codecs.find(v.Type()).showText(v)
	}
	s := codecs.find(v.Type().Elem())
	if s.Codec != nil && v.IsNil() {
		return "nil", true
	}
	return s.showText(v.Elem())
}

// describe calls the value's String method, unless it panics, as one on a nil pointer may. Tracebacks
// are searched for its name.
//
//go:noinline
func describe(v reflect.Value) (s string, ok bool) {
	if !v.Type().Implements(stringerType) {
		return "", false
	}
	defer func() {
		if recover() != nil {
			s, ok = "", false
		}
	}()
	stringCalls.Add(1)
	s = v.Interface().(fmt.Stringer).String()
	return s, !embeds(reflect.Indirect(v), s)
}

// embeds reports whether v is a struct that embeds a handle, or a value with a codec, that is shown as
// shown: the String method of the struct is a promoted one, which says nothing of the other fields.
func embeds(v reflect.Value, shown string) bool {
	if v.Kind() != reflect.Struct {
		return false
	}
	for i := range v.NumField() {
		if !v.Type().Field(i).Anonymous {
			continue
		}
		f := writable(v.Field(i))
		if embeds(f, shown) {
			return true
		}
		if f.Kind() != reflect.Pointer {
			f = f.Addr()
		}
		if t := f.Type().Elem(); !isHandle(reflect.Zero(t)) && codecs.find(t).none() {
			continue
		}
		if s, ok := f.Interface().(fmt.Stringer); ok {
			return s.String() == shown
		}
	}
	return false
}

// shortName is the name of a type without its package; an anonymous struct has none.
func shortName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[") // type arguments contain package paths
	return name
}

var stringCalls atomic.Int64

// StringCalls returns how often the program has called a method String of a value of a model.
func StringCalls() int64 { return stringCalls.Load() }

// PanicError returns the error that a function which the checker calls outside of all processes, such as
// a condition or a rule, panicked: problem is the result of recover, nil for runtime.Goexit. It must be
// called by the deferred function. The parameter what is the subject of a sentence, remedy another sentence.
func PanicError(what string, problem any, remedy string) *guard.ModelError {
	how := "called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do"
	if problem != nil {
		how = "panicked: " + PanicText(problem)
	}
	return guard.Outside(what + " " + how + ". " + remedy)
}
