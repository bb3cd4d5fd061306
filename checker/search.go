package checker

import (
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/trace"
)

// search is a running search.
type search struct {
	driver.Search
	setup    *setup
	driver   driver.Driver
	stateful *driver.Stateful // the driver if the search remembers states; otherwise nil
	result   *Result          // only tally changes it while workers explore
	tally    *tally
	strategy driver.Strategy // of the first worker
	judged   *Checkpoint     // the result before rules were judged by graphs of states; nil if none were

	newWorld func() trace.World
	asserted []string // the properties that processes have asserted in the end
}
