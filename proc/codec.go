package proc

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/values"
)

// Codec defines how values of type T are copied and compared: in messages, rows, reasons, and exposed
// states. Without a codec, a value is copied and compared field by field. That is wrong if some fields
// do not belong to the value, such as caches, or differ for equal values. It fails if a field cannot
// be copied, such as a function.
//
// The functions must be pure and safe for concurrent use. A panic in Encode or Decode counts as an
// error. A value with handles, such as a [PID], must not have a codec: Decode cannot make a handle of
// the same process.
type Codec[T any] struct {
	// Encode encodes a value. Two values of one type are equal exactly if their encodings are, so an
	// encoding must not depend on the order of a map. Encode must not retain the value, nor change it
	// visibly: it may be called concurrently with copies that share maps, slices and pointers. If it
	// returns an error, the value cannot be sent or stored.
	Encode func(value T) ([]byte, error)
	// Decode returns the value with that encoding, which must share no memory with other values that
	// change. t is the type of the encoded value: T, unless T is an interface.
	Decode func(data []byte, t reflect.Type) (T, error)
	// Show formats a value for traces, the same for equal values and in every run. If it is nil, or
	// panics, [Format] is used.
	Show func(value T) string
}

// RegisterCodec lets values of type T travel by the codec, in all models of the program. Call it in
// an init function of the package that declares the type, or of the package of the model.
//
// T is a type with a name, a pointer to one, or an interface with methods.
//
//   - The codec of a type E is also used for the E behind a *E. The codec of *E is also used for
//     an E in a struct, slice or map; Encode is then given a pointer to a copy. A nil pointer
//     travels without the codec.
//   - The codec of an interface is used for all types that implement it, except types with a
//     codec of their own and the types of this package. A struct that embeds a type which implements
//     the interface travels field by field, and only the embedded field by the codec. A value whose
//     type implements two interfaces with codecs is refused, unless the type has a codec of its own.
//
// RegisterCodec panics if T is no such type, or a type of this package; if T, or the type that it points
// to, has a codec; if Encode or Decode is nil; and if a search has begun before.
func RegisterCodec[T any](c Codec[T]) {
	t := reflect.TypeFor[T]()
	refuse := func(format string, args ...any) {
		panic(fmt.Sprintf("proc.RegisterCodec[%v]: ", t) + fmt.Sprintf(format, args...))
	}
	if c.Encode == nil || c.Decode == nil {
		refuse("Encode and Decode must not be nil")
	}
	of, pointer := t, false
	if t.Kind() == reflect.Pointer {
		of, pointer = t.Elem(), true
	}
	switch {
	case t.Kind() == reflect.Interface && t.NumMethod() > 0:
	case of.Kind() == reflect.Interface || of.Kind() == reflect.Pointer || of.PkgPath() == "":
		refuse("a codec is for a type with a name, a pointer to one, or an interface with methods")
	case of.PkgPath() == reflect.TypeFor[P]().PkgPath():
		refuse("the types of package proc travel by themselves")
	}
	added := &values.Codec{Of: of, Pointer: pointer, Encode: func(v reflect.Value) ([]byte, error) { return c.Encode(v.Interface().(T)) }}
	added.Decode = func(data []byte, t reflect.Type) (reflect.Value, error) {
		v, err := c.Decode(data, t)
		return reflect.ValueOf(v), err
	}
	if c.Show != nil {
		added.Show = func(v reflect.Value) string { return c.Show(v.Interface().(T)) }
	}
	if problem := values.Register(added); problem != "" {
		refuse("%s", problem)
	}
}

// BinaryCodec returns a codec of T that uses its methods MarshalBinary and UnmarshalBinary. They must
// preserve all that matters of a value, and marshal equal values to equal bytes; not all types do
// that.
func BinaryCodec[T any, P binary[T]]() Codec[T] {
	return Codec[T]{
		Encode: func(v T) ([]byte, error) { return P(&v).MarshalBinary() },
		Decode: func(data []byte, _ reflect.Type) (v T, err error) {
			err = P(&v).UnmarshalBinary(data)
			return v, err
		},
	}
}

type binary[T any] interface {
	*T
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// Format formats a value for a trace: type and field names without package, map entries sorted, no
// addresses. It uses the String method of a value, except one promoted from an embedded handle.
func Format(v any) string { return values.Format(v) }
