package world

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// external is the board of the external events of one name. No property watches it.
type external string

func (e external) String() string { return string(e) }
func (e external) holds() string  { return "external events " + string(e) }

// External returns the operation of an external event, whose name and payload no process sees by it. It returns
// false if the event is left out.
func External(x *Execution, name string, payload any) (trace.Op, bool) {
	s := x.sys
	s.past.mu.Lock()
	if s.past.externals == nil {
		s.past.externals = map[string]bool{}
	}
	s.past.externals[name] = true
	s.past.mu.Unlock()
	if slices.Contains(s.without, name) {
		return trace.Op{}, false
	}
	op := trace.Op{
		Kind: trace.Announce, Flags: trace.On | trace.Unordered,
		Key: x.Intern("the name", external(name)), Value: x.Intern("the payload", payload),
	}
	if s.optional {
		op.Alternatives = 2
	}
	return op, true
}

// SetOptional makes a second alternative of each external event: it is left out. No search may explore it, only a schedule can
// ask for it. SetOptional must be called before the first step.
func SetOptional(s *System) {
	s.optional = true
	s.Restart() // the first process may be about to let one happen
}

func performAnnounce(_ *System, ev *trace.Event, _ *undo) Result { return answer(!ev.LeftOut()) }

func announced(_ words, ev *trace.Event) string {
	if ev.LeftOut() {
		return "left out"
	}
	return ""
}

// SetWithout sets the names of the external events that are left out. It must be called before the first step.
func SetWithout(s *System, names []string) {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: external events are left out after the first step")
	}
	if !slices.Equal(s.without, names) {
		s.without = names
		s.Restart() // the first process may be about to let one happen
	}
}

// Externals returns the names of the external events that processes have come to, in order.
func Externals(s *System) []string {
	s.past.mu.Lock()
	defer s.past.mu.Unlock()
	return slices.Sorted(maps.Keys(s.past.externals))
}
