package proc

import (
	"math"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Collect takes n messages of type M for which all the conditions hold, as a set, and waits until there are so many. If there are
// more, it takes the n oldest.
//
// It is one event. The taken messages make a difference, and not their order: the first three of four replies make 24 interleavings
// with [Receive], and 4 with Collect. So use it where a process counts votes or replies, and goes on with a majority. The messages
// are returned in an order that depends on their contents only: numbers by value, then strings, then other messages by their text.
//
// While there are too few, all stay in the mailbox. If messages may be lost, or connections may end (checker.Faults), Collect takes
// the messages by one event each, with the same results, and their order is told apart.
//
// It is an error of the model if n is less than 1, or if a condition is nil. For a condition that depends on the state of the process,
// copy what it reads to a variable that does not change any more.
func Collect[M any](p *P, n int, conditions ...func(M) bool) []M {
	pattern := conditionPattern(&p.x, "Collect", conditions)
	messages, _ := collect[M](&p.x, [...]kind.Kind{kind.Collect, kind.Receive}, n, pattern)
	return messages
}

// CollectTimeout is Collect with a time limit: if fewer than n messages match, the timeout may happen next. Then it takes these, maybe
// none, and returns them and false. See [P.ReceiveTimeout].
func CollectTimeout[M any](p *P, n int, conditions ...func(M) bool) (messages []M, ok bool) {
	pattern := conditionPattern(&p.x, "CollectTimeout", conditions)
	return collect[M](&p.x, [...]kind.Kind{kind.CollectTimeout, kind.ReceiveTimeout}, n, pattern)
}

// collect executes a Collect by an operation of the first kind, or where messages may have faults, by several of the second kind.
func collect[M any](x *program.Execution, kinds [2]kind.Kind, n int, pattern Pattern) (messages []M, ok bool) {
	if n < 1 || n > math.MaxInt32 {
		x.Misuse("the number of messages to collect is %d; it must be at least 1 and at most %d", n, math.MaxInt32)
	}
	var all []any
	if program.OneByOne(x) {
		all, ok = oneByOne(x, kinds[1], n, pattern)
	} else {
		got := take(x, trace.Op{Kind: kinds[0], Number: int32(n)}, []Pattern{pattern}, 0)
		ok = got.Status != program.TimedOut
		all, _ = x.Value(got.Value).([]any)
	}
	for _, m := range all {
		message, _ := m.(M) // the zero M if the message is nil
		messages = append(messages, message)
	}
	return messages, ok
}

func oneByOne(x *program.Execution, receive kind.Kind, n int, pattern Pattern) (all []any, ok bool) {
	var taken []trace.ValueID
	for ok = true; ok && len(taken) < n; {
		op := trace.Op{Kind: receive}
		_, op.Alternatives = x.Alternatives()
		got := take(x, op, []Pattern{pattern}, 0)
		if ok = got.Status != program.TimedOut; ok {
			taken = append(taken, got.Value)
		}
	}
	slices.SortFunc(taken, func(a, b trace.ValueID) int { return program.Compare(x, a, b) })
	for _, v := range taken {
		all = append(all, x.Value(v))
	}
	return all, ok
}
