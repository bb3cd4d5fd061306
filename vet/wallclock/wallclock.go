// Package wallclock finds code of a model that reads the clock or waits for it.
package wallclock

import "github.com/checkmodel/checkmodel/vet/modelcode"

// Analyzer finds code of a model that reads the clock or waits for it.
var Analyzer = modelcode.Analyzer("wallclock", `report code of a model that uses the clock

A process is executed many times and must do the same each time. Time has no
length in a model, or it is virtual: a timeout is ReceiveTimeout or ReceiveWithin, a
timer is SendAfter or SendIn, and the time is that of the method Now of P. Functions of
other packages are looked into, too, also those of other modules, but for the standard
library; calls of methods of an interface cannot be followed.`, run, new(clockUse))

// clockUse is the fact that a function uses the clock.
type clockUse struct{ modelcode.Use }

// AFact marks it as a fact.
func (*clockUse) AFact() {}

// clocks lists the functions whose result, or whose end, depends on the time.
var clocks = map[string][]string{
	"time":    {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

func run(p *modelcode.Pass) {
	modelcode.Uses[clockUse](p, modelcode.Forbidden{
		Direct:       p.Finder(clocks),
		Does:         "uses the clock",
		Remedy:       "which a model must not: use ReceiveTimeout or SendAfter, or virtual time: Now, Sleep, SendIn, ReceiveWithin",
		Dependencies: true,
	})
}
