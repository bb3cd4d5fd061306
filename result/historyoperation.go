package result

import (
	"fmt"
)

// HistoryOperation is an operation of a history that is not linearizable; see checker.Linearizable.
type HistoryOperation struct {
	Process  string `json:"process"`
	Call     string `json:"call"`               // as text
	Result   string `json:"result,omitempty"`   // as text; "" if it has not returned
	Called   int    `json:"called"`             // the number of the event of Violation.Trace that announces its call
	Returned int    `json:"returned,omitempty"` // of its return; 0 if it has not returned
	// Order is the place of the operation, from 1, in an order of operations that explains all results except the result of
	// the stuck operation; 0 if it need not take effect there. State is the state of the object after it, as text.
	Order int    `json:"order,omitempty"`
	State string `json:"state,omitempty"`
	// Stuck says that the operation cannot have its result.
	Stuck bool `json:"stuck,omitempty"`
}

// String returns the call with its result.
func (o *HistoryOperation) String() string {
	if o.Returned == 0 {
		return o.Call
	}
	return o.Call + " → " + o.Result
}

// Mark returns the place of the operation in the order, or the sign of the stuck operation.
func (o *HistoryOperation) Mark() string {
	switch {
	case o.Stuck:
		return "✗"
	case o.Order > 0:
		return fmt.Sprint(o.Order)
	}
	return ""
}
