package causality

import (
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Alike reports whether two events of the same operation depend on other events in the same way.
func Alike(e *trace.Event, f *trace.Event) bool {
	return e.Effect == f.Effect && e.Ok == f.Ok && e.Alternative == f.Alternative && e.Taken == f.Taken && e.Set.Same(f.Set) &&
		e.Before == f.Before && e.After == f.After && e.To == f.To && e.Message == f.Message && e.Cause == f.Cause &&
		e.Fatal == f.Fatal && e.Budget == f.Budget && slices.Equal(e.Accesses, f.Accesses)
}

// Identical reports whether two events are equal as far as the order of events depends on them, so that one can stand for the
// other: in everything but Reply and Kept, which summarize the past of the addressee of a message.
func Identical(e *trace.Event, f *trace.Event) bool {
	return e.Actor == f.Actor && e.Index == f.Index && e.Same(&f.Op) && Alike(e, f) &&
		e.Table == f.Table && e.Result == f.Result && e.Told == f.Told && e.Instead == f.Instead &&
		(e.Does == nil && f.Does == nil || identical(e.Does, f.Does))
}

// identical reports whether two operations certainly do the same by them: patterns match the same messages.
func identical(p, q any) bool {
	if p == nil || q == nil {
		return false
	}
	if reflect.TypeOf(p).Comparable() && p == q {
		return true
	}
	s, ok := p.(interface{ Same(any) bool })
	return ok && s.Same(q)
}
