package checker

import "github.com/checkmodel/checkmodel/trace"

type fault struct{}

func (f *fault) notice(c *commutation, order *trace.Order, events []trace.Event) {}
