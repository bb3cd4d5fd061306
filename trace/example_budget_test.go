package trace_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A budget admits one loss. A receive has the alternative that its message is lost, unless that is barred.
func ExampleBudget() {
	budget := &trace.Budget{Number: 1}
	budget.Limits[trace.Lost] = 1
	receive := trace.NewEvent(0, 0, trace.Op{Kind: kind.Receive, Alternatives: 2})
	receive.Budget, receive.Alternative = budget, 1
	fmt.Println(receive.Fault(), budget.Limits[receive.Fault()])
	barred := trace.Alternatives(1 << 1) // for another receive, from now on
	fmt.Println(barred.Has(0), barred.Has(1))
	// Output:
	// lost 1
	// false true
}
