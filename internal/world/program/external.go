package program

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// external is the board of the external events of one name. No property watches it.
type external string

func (e external) String() string     { return string(e) }
func (e external) Type() reflect.Type { return nil } // payloads with one name may have several types
func (e external) holds() string      { return "external events " + string(e) }

// leaveOut is the alternative of an external event that leaves it out. The next ones replace its payload.
const LeaveOut = 1

// External returns the operation of an external event, whose name and payload no process sees by it, and the payload that it
// has. It returns false if the event is left out.
func External(x *Execution, name string, payload any) (trace.Op, any, bool) {
	s := x.sys
	s.Past.mu.Lock()
	if s.Past.externals == nil {
		s.Past.externals = map[string]bool{}
	}
	s.Past.externals[name] = true
	s.Past.mu.Unlock()
	if slices.Contains(s.outside.Without, name) {
		return trace.Op{}, nil, false
	}
	id := x.Intern("the payload", payload)
	for _, number := range s.outside.Smaller[name] {
		if all := smallerPayloads(x, name, id); int(number) < len(all) { // events of one name may have different payloads
			id = x.Intern("a smaller payload", all[number])
			payload = s.Values.Get(id)
		}
	}
	op := trace.Op{Kind: kind.External, Flags: kind.Unordered, Key: x.Intern("the name", external(name)), Value: id}
	if s.outside.Optional {
		op.Alternatives = LeaveOut + 1 + int32(len(smallerPayloads(x, name, id)))
	}
	return op, payload, true
}

// Replaced returns the payload by which an event of [External] with the given result replaces its own.
func Replaced(x *Execution, name string, payload any, result Result) any {
	all := smallerPayloads(x, name, x.Intern("the payload", payload))
	return x.sys.Values.Get(x.Intern("a smaller payload", all[result.N-LeaveOut-1]))
}

// smallerPayloads returns the smaller values of a payload. They must not be changed.
func smallerPayloads(x *Execution, name string, payload trace.ValueID) []any {
	past, e := x.sys.Past, ofEvent{name, x.sys.Content(payload)}
	past.mu.Lock()
	all, known := past.smaller[e]
	past.mu.Unlock()
	if known {
		return all
	}
	all = shrink(x, name, x.sys.Values.Get(payload))
	past.mu.Lock()
	defer past.mu.Unlock()
	if past.smaller == nil {
		past.smaller = map[ofEvent][]any{}
	}
	past.smaller[e] = all
	return all
}

// shrink asks the model for smaller values of a payload, or else makes them.
func shrink(x *Execution, name string, payload any) []any {
	if x.sys.outside.Shrink == nil {
		return values.Smaller(payload)
	}
	defer func() {
		if problem := recover(); problem != nil {
			x.stop(values.PanicError(fmt.Sprintf("checker.Model.Shrink, asked about the external event %q,", name), problem,
				"It must return a list for every payload, which may be empty"))
		}
	}()
	return x.sys.outside.Shrink(name, payload)
}

// Externals returns the names of the external events that processes have come to, in order.
func (r *Runner) Externals() []string {
	r.Past.mu.Lock()
	defer r.Past.mu.Unlock()
	return slices.Sorted(maps.Keys(r.Past.externals))
}
