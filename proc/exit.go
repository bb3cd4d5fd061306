package proc

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// Normal is the reason of a process that ended as it should.
const Normal = world.Normal

// NoCrash is the property that no process panics or exits abnormally.
const NoCrash = world.NoCrash

// NoDeadlock is the property that no process waits for ever.
const NoDeadlock = "no deadlock"

// Exit ends the process. A process also ends when its function returns (normally), when an
// assertion fails, when it panics, or when an exit signal tells it to. The reason nil or
// [Normal] is a normal end. Any other reason is a violation of the property [NoCrash], as a
// panic is, unless a process is told of it, because it is linked with this one ([P.Link]) or
// monitors it ([P.Monitor]). A process that has certainly ended before is not told. One that
// may end before or after the news comes, without a difference to any process, is told.
//
// Exit does not return. Deferred functions run first, as for a panic, but recover cannot stop
// it. If a deferred function calls Exit, it takes the place of a panic under way, which is
// then no violation.
func (p *P) Exit(reason any) {
	r := world.Reason{Value: Normal}
	if reason != nil && reason != Normal {
		text := "process " + p.x.Actor().Name + " exited with reason " + Format(reason)
		r = world.Reason{Property: NoCrash, Text: text, Deliberate: true, Value: reason}
	}
	p.x.Leave(r)
}

// Assert ends the process with a violation of the named property unless ok. The name
// must be UTF-8 and not empty. The explanation, formatted as by fmt.Sprintf, should say in one
// sentence what was seen, with the values involved. It is not an event if ok. If not, deferred
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
	p.x.Leave(world.Reason{Property: property, Text: cmp.Or(text, unexplained), Value: text})
}

// unexplained stands for the explanation of an assertion that has none.
const unexplained = "the assertion has no explanation"

// ModelError says that a model cannot be checked: its code breaks a rule of this package, is not
// deterministic, or does not return. It is what checker.Check returns then, wrapped.
type ModelError = guard.ModelError
