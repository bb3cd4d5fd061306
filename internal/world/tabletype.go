package world

import (
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

// createdAs notes of what handle a table is created. Nothing must be undone: a table
// that exists was created by the last event that has created it.
func (s *System) createdAs(id trace.ObjectID, handle reflect.Type) {
	for int(id) >= len(s.handles) {
		s.handles = append(s.handles, nil)
	}
	s.handles[id] = handle
}

// isMistyped reports whether a process uses a table by a handle with other types than
// the table was created with. Only of a name it is not known before which table that is.
func (s *System) isMistyped(op *Operation, id trace.ObjectID) bool {
	return op.Flags&trace.Named != 0 && op.Table != nil && op.Table != s.handles[id]
}

// mistyped is what becomes of such an operation: the end of the analysis.
func (s *System) mistyped(id trace.ObjectID) Result {
	return Result{Status: Mistyped, Value: s.values.Known(s.handles[id].String())}
}
