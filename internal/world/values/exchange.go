package values

import (
	"reflect"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Exchange has the images of actors, and of the values of a model that tell them apart.
type Exchange struct {
	// IDs has the images of values of the Types. All other values are their own images.
	IDs   map[any]any
	Types map[reflect.Type]bool
	Actor func(*trace.Actor) *trace.Actor
	Name  func(string) string // the same for the name of an actor
}

// value returns the image of a value.
func (x *Exchange) value(v reflect.Value) reflect.Value {
	switch {
	case x == nil:
	case x.Types[v.Type()]:
		if is, ok := x.IDs[v.Interface()]; ok {
			return addressable(reflect.ValueOf(is))
		}
	case v.Type() == reflect.TypeFor[trace.Reason]():
		if r := v.Interface().(trace.Reason); r.Process != "" {
			r.Process = x.Name(r.Process)
			return addressable(reflect.ValueOf(r))
		}
	}
	return v
}

// identity is the function identity after the exchange.
func (x *Exchange) identity(v reflect.Value) (name string, ok bool) {
	if name, ok = identity(v); x == nil || name == "" {
		return name, ok
	}
	switch v.Type() {
	case typeOfActor:
		name = x.Actor((*trace.Actor)(v.UnsafePointer())).Name
	case typeOfRef:
		maker := (*Ref)(v.UnsafePointer()).Maker
		name = x.Actor(maker).Name + strings.TrimPrefix(name, maker.Name)
	}
	return name, ok
}
