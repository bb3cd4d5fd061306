package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// performOnTable performs operations on the rows of a table.
func performOnTable(m *Machine, ev *trace.Event, r *Record) (got program.Result) {
	got, r.table = m.Tables.Perform(ev, r.Op)
	return got
}
