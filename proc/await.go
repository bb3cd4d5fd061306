package proc

import "github.com/checkmodel/checkmodel/trace"

// Await waits until there is a value under the key for which the condition holds,
// and returns it. It does not poll: there are no interleavings in which it looks and finds
// nothing. The condition must be a pure function of the value; nil waits for
// any. A process that waits for ever is a deadlock, as with Receive.
func (t Table[K, V]) Await(p *P, key K, condition func(V) bool) V {
	match := func(_, v any) bool {
		value, _ := v.(V)
		return condition == nil || condition(value)
	}
	op := trace.Op{Kind: trace.TableAwait, Key: p.x.Intern("the key", key),
		Patterns: p.x.Conditions().SelectRows("an Await", match)}
	value, _ := t.value(p, t.perform(p, op, ""))
	return value
}
