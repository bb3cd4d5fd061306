package proc

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Properties that are checked in every model.
const (
	// NoCrash is the property that no process panics or exits abnormally.
	NoCrash = program.NoCrash
	// NoDeadlock is the property that no process waits for ever.
	NoDeadlock = "no deadlock"
	// NoRace is the property that there is no data race in explored Go code. One ends a search, as what comes later may depend on it.
	NoRace = "no data race"
)

// Exit ends the process. A process also ends when its function returns (normally), when an
// assertion fails, when an assumption does not hold, when it panics, or when an exit signal tells it to. The reason nil or [Normal]
// is a normal end. Any other reason is a violation of the property [NoCrash], as a panic is, unless
// a process is told of it, because it is linked with this one ([P.Link]) or monitors it
// ([P.Monitor]). A process does not count as told if its own end happens before that. If neither
// happens before the other, it counts.
//
// Exit does not return. Deferred functions run first, as for a panic, but recover cannot stop
// it. If a deferred function calls Exit, it takes the place of a panic under way, which is
// then no violation.
func (p *P) Exit(reason any) {
	r := trace.Reason{Value: Normal}
	if reason != nil && reason != Normal {
		text := "exited with reason " + Format(reason)
		r = trace.Reason{Property: NoCrash, Text: text, Process: p.x.Actor().Name, Deliberate: true, Value: reason}
	}
	p.x.Leave(r)
}

// Assert ends the process with a violation of the named property unless ok. The name
// must be UTF-8 and not empty. The explanation, formatted as by fmt.Sprintf, should describe the
// violation in one sentence, with the values involved. It is not an event if ok. If not, deferred
// functions run up to their first operation only: the violation is seen here and now.
func (p *P) Assert(ok bool, property, explanation string, args ...any) {
	if property == "" {
		p.x.Misuse("Assert: the property has no name; give it one, by which reports and Model.Violates can name it")
	}
	if !utf8.ValidString(property) {
		p.x.Misuse("Assert: the name %q of the property must be UTF-8", property)
	}
	p.x.Asserts(property)
	if ok {
		return
	}
	text := fmt.Sprintf(explanation, args...)
	p.x.Leave(trace.Reason{Property: property, Text: cmp.Or(text, "the assertion has no explanation"), Value: text})
}

// Assume ends the process unless ok, and says that interleavings in which this happens do not matter: whatever else happens in
// them violates no property and reaches no goal, and reports count them. An interleaving in which the process is ended before
// it comes to this point matters. Use it to leave out impossible events, such as requests in another order, or values beyond a
// limit. It is not an event if ok. If not, other processes go on, and deferred functions run up to their first operation only.
func (p *P) Assume(ok bool) {
	if !ok {
		p.x.Leave(trace.Reason{Irrelevant: true, Value: Normal})
	}
}

// Expose shows a state of the process to the properties of the model about states of type S (see
// checker.Always), until the process exposes another state of that type. The state remains after the end
// of the process, except for properties of the living (see checker.Rule.Living). Expose is an event
// unless the state equals the last state of that type.
//
// A property of the states of several processes (checker.Always) can observe the order of exposures. If
// the model has one about S, all exposures of type S race with each other; small states that seldom
// change keep the number of interleavings down.
func Expose[S any](p *P, state S) {
	op := program.Announcement(&p.x, program.States[S](), "the state", state)
	op.Kind = kind.Expose
	if !program.Exposes(&p.x, op) {
		p.x.Idle("Expose with the state as it was")
		return
	}
	p.x.Perform(program.Operation{Op: op})
}

// Announce reports an event of type E to the properties of the model that monitor such events (see
// checker.Monitor). It is an event. If there is such a property, all announcements of the type race
// with each other, unless the property can tell less (see checker.Rule.Intervals).
func Announce[E any](p *P, event E) {
	p.x.Perform(program.Operation{Op: program.Announcement(&p.x, program.Events[E](), "the event", event)})
}

// Reach reports that the process has reached a goal, named as in the model's Goals. It is an event that
// depends on no other.
func (p *P) Reach(goal string) {
	if goal == "" {
		p.x.Misuse("Reach: the goal has no name; give it the one that it has in Model.Goals")
	}
	p.x.Perform(program.Operation{Op: trace.Op{Kind: kind.Reach, Key: p.x.Intern("the goal", goal)}})
}
