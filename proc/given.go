package proc

import (
	"reflect"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/mailbox"
)

// Given matches the messages of type M for which the condition holds in the given state. It is for a
// receive that takes different messages in different states of its process:
//
//	m := p.Receive(proc.Given(s, state.wants)).(message)
//
// where state has a method wants(m message) bool, or with pointers
//
//	m := p.Receive(proc.Given(n, (*node).wants)).(message)
//
// Given copies the state, with all that it points to, as a message is copied when it is sent. So
// the process may change it after the call. The condition is called with a copy of that copy each
// time, and must be a pure function of the two: everything that it needs besides the message belongs in
// the state. It may read other variables only if they no longer change.
//
// A message that does not match stays in the mailbox until a receive takes it. It does not race with
// other messages meanwhile.
//
// The state must be a value that can be sent: plain data, or of a type with a [Codec]. If not, make
// a struct of the fields that the condition reads. A state that cannot be sent is an error of the model, and
// so is a nil condition. Traces show the name of the condition, if it has one, and the state,
// shortened if it is long.
func Given[S, M any](state S, condition func(state S, message M) bool) Pattern {
	function := reflect.ValueOf(condition)
	if function.IsNil() {
		return mailbox.Where[M](nil)
	}
	of := "a message" // not "any message", which a receive takes without conditions
	if t := reflect.TypeFor[M](); t != reflect.TypeFor[any]() {
		of = mailbox.Type[M]().String()
	}
	g := conditions.NewGiven(state, of, function.Pointer(), *(*unsafe.Pointer)(unsafe.Pointer(&condition)))
	g.Pattern = mailbox.Where(func(m M) bool {
		s, _ := g.State().(S) // the zero S if the state is a nil interface
		return condition(s, m)
	})
	return g
}
