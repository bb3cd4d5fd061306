package values

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// identity returns the name of the object behind a pointer, if it is the field of a handle (PID, Timer,
// Ref, Table). Such a pointer is not copied, and is equal in all handles of the same object.
func identity(v reflect.Value) (name string, ok bool) {
	switch v.Type() {
	case typeOfActor:
		if it := (*trace.Actor)(v.UnsafePointer()); it != nil {
			name = it.Name
		}
	case typeOfRef:
		if it := (*Ref)(v.UnsafePointer()); it != nil {
			name = it.Name
		}
	case typeOfObject:
		if it := (*Object)(v.UnsafePointer()); it != nil {
			name = it.Key
		}
	default:
		return "", false
	}
	return name, true
}

// isHandle reports whether the value is a PID, a Timer, a Ref or a Table.
func isHandle(v reflect.Value) bool {
	if v.Kind() != reflect.Struct || v.NumField() != 1 || v.Type().PkgPath() != procPath {
		return false
	}
	_, is := identity(v.Field(0))
	return is
}

// isRef reports whether the value is a Ref that refers to something.
func isRef(v reflect.Value) bool {
	return isHandle(v) && v.Field(0).Type() == typeOfRef && !v.Field(0).IsNil()
}

var (
	typeOfActor  = reflect.TypeFor[*trace.Actor]()
	typeOfRef    = reflect.TypeFor[*Ref]()
	typeOfObject = reflect.TypeFor[*Object]()
)

// Ref is the identity of a reference, the same in every interleaving.
type Ref struct {
	Number int32 // from 1
	Name   string
	Maker  *trace.Actor
}

// Call is a request or a reply of proc.Call.
type Call struct {
	Ref  *Ref
	From *trace.Actor // of a request, the process that asks; nil for a reply
	Body any
}

// Object is the identity of a table, the same in every interleaving, or the name of a handle by name.
type Object struct {
	ID    trace.ObjectID
	Key   string // unique, and sorts like the shown text; two tables may have the same label
	Label string
	Name  trace.ValueID // of a handle that goes by it; NoValue for others
}

var (
	house     = strings.TrimSuffix(reflect.TypeFor[Object]().PkgPath(), "internal/world/values")
	procPath  = house + "proc"
	ownPaths  = []string{procPath, house + "internal/world", house + "internal/world/program", house + "trace"}
	errHandle = errors.New("a P is for its own process only; to name the process to others, use the PID that p.Self() returns")
)

// isOwn reports whether values of types of the package are part of the values of models.
func isOwn(pkg string) bool { return slices.Contains(ownPaths, pkg) }
