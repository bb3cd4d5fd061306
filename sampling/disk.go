package sampling

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// onDisk summarizes the operations of a process on its disk.
type onDisk struct {
	changed   bool            // something, since it has made something durable
	replacing bool            // it has written a file that it had written before, since then
	durable   int32           // how often it has made its changes durable
	replaced  int32           // how often it had replaced a file then
	files     []trace.ValueID // that it has written
}

// makes reports whether the operation makes the changes of the process durable.
func (o *onDisk) makes(op *trace.Op) bool {
	return o.changed && op.Kind == kind.FileSync || op.Kind == kind.FileSet
}

// ran records an operation.
func (o *onDisk) ran(op *trace.Op) {
	switch {
	case o.makes(op):
		if o.replacing {
			o.replaced++
		}
		o.changed, o.replacing = false, false
		o.durable++
	case op.Kind == kind.FileWrite:
		o.changed = true
		if slices.Contains(o.files, op.Key) {
			o.replacing = true
		} else {
			o.files = append(o.files, op.Key)
		}
	case op.Kind.Is(kind.OnDisk) && op.Kind != kind.FileRead && op.Kind != kind.FileSync:
		o.changed = true
	}
}

// crash forgets the changes that were not durable.
func (o *onDisk) crash() { o.changed, o.replacing = false, false }
