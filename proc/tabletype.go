package proc

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
func (s *System) isMistyped(op *operation, id trace.ObjectID) bool {
	return op.Flags&trace.Named != 0 && op.table != nil && op.table != s.handles[id]
}

// mistyped is what becomes of such an operation: the end of the analysis.
func (s *System) mistyped(id trace.ObjectID) result {
	return result{status: failed, n: 2, value: s.known(s.handles[id].String())}
}

// mistyped stops the analysis. The table was created as what that value says.
func (p *P) mistyped(kind trace.Kind, label string, handle reflect.Type, created trace.ValueID) {
	p.misuse("%s: the handle of the table %s is a %s, but the table was created as a %s; "+
		"call NamedTable with the types that NewNamedTable was called with", kind, label, handle, p.sys.values.get(created))
}
