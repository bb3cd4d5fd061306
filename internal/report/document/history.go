package document

import (
	"fmt"
)

// Operated is an operation of a history that is not linearizable. The fields are the same as in checker.Operated.
type Operated struct {
	Process  string `json:"process"`
	Call     string `json:"call"`
	Result   string `json:"result,omitempty"`
	Called   int    `json:"called"`
	Returned int    `json:"returned,omitempty"`
	Order    int    `json:"order,omitempty"`
	State    string `json:"state,omitempty"`
	Stuck    bool   `json:"stuck,omitempty"`
}

// What returns the call with its result, as text.
func (o *Operated) What() string {
	if o.Returned == 0 {
		return o.Call
	}
	return o.Call + " → " + o.Result
}

// Mark returns the place of the operation in the order, or the sign of the stuck operation.
func (o *Operated) Mark() string {
	switch {
	case o.Stuck:
		return "✗"
	case o.Order > 0:
		return fmt.Sprint(o.Order)
	}
	return ""
}
