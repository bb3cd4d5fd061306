package command

import (
	"fmt"
	"runtime/debug"

	"github.com/checkmodel/checkmodel/checker"
)

// recovered turns a panic into an internal error, and sets the status. Otherwise the program would
// end, and the command would report a fault of the model. It must be deferred.
func (env *Environment) recovered(status *Status) {
	if r := recover(); r != nil {
		*status = env.unusable(&checker.InternalError{Problem: fmt.Sprint(r), Stack: debug.Stack()})
	}
}
