package world

import (
	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/trace"
)

// words describes events of a system, in the same words in every run.
type words struct {
	s *System
	*requests.Describer
}

// either returns a function that returns yes if the event is Ok, otherwise no.
func either(yes, no string) func(words, *trace.Event) string {
	return func(_ words, ev *trace.Event) string {
		if ev.Ok {
			return yes
		}
		return no
	}
}
