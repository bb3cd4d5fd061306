package proc

import (
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world"
)

// Helper marks the calling function as a helper of the model, as testing.T does: where an
// operation is called in it, the trace shows the line that called the helper instead.
func (p *P) Helper() {
	var pc [1]uintptr
	if runtime.Callers(2, pc[:]) == 1 {
		world.AddHelper(&p.x, pc[0])
	}
}
