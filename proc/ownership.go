package proc

import "github.com/checkmodel/checkmodel/trace"

// Transfer is the message by which a process learns that a table is its own from
// now on: because it was given away, or because it was the heir of the process
// From, which has ended. (In Erlang it is called ETS-TRANSFER.)
type Transfer[K comparable, V any] struct {
	Table Table[K, V] // the handle that GiveAway or SetHeir was called with
	From  PID
	Data  any // what was given to GiveAway or SetHeir
}

// from returns the message with the owner, which is not known before it ends.
func (t Transfer[K, V]) from(owner PID) any {
	t.From = owner
	return t
}

// bequest is a Transfer of which it is not known yet whose end causes it.
type bequest interface{ from(owner PID) any }

// Drop makes the table go away. Every process may do that.
func (t Table[K, V]) Drop(p *P) { t.perform(p, trace.Op{Kind: trace.TableDrop}, "") }

// Rename gives a table that has a name another one, and returns a handle that goes by it. It
// panics with a [*TableError] if there is a table of that name. Every process may do that. For a
// table without a name it has no effect, and the handle is the same.
func (t Table[K, V]) Rename(p *P, name string) Table[K, V] {
	p.needsName("Rename", name)
	t.perform(p, trace.Op{Kind: trace.TableRename, Value: p.x.Intern("the name", name)}, "there is a table named "+name+" already")
	if t.object.Name == trace.NoValue {
		return t
	}
	return NamedTable[K, V](p, name)
}

// GiveAway makes the table one of another process, which gets a message of type [Transfer] with
// the data, in one event. The heir remains what it was. It panics with a [*TableError] if the
// table is not the process's own, or the other one has ended or is the process itself.
func (t Table[K, V]) GiveAway(p *P, to PID, data any) {
	op := trace.Op{Kind: trace.TableGive, Flags: p.x.Delayed(to.actor), Key: trace.ValueID(p.target("GiveAway", to) + 1)}
	op.Value = p.x.Intern("the message", Transfer[K, V]{t, p.Self(), data})
	t.perform(p, op, "only its owner can give it away, and only to another process, which has not ended")
}

// SetHeir says which process inherits the table: when the process ends that owns it then, the
// heir becomes its owner and gets a message of type [Transfer] with the data. That comes before
// the Exited or Down by which it may learn of the end, too, unless messages travel in a bag. If
// the heir has ended too, or there is none, as the zero PID says, the table goes away. It panics
// with a [*TableError] if the table is not the process's own.
func (t Table[K, V]) SetHeir(p *P, heir PID, data any) {
	op := trace.Op{Kind: trace.TableHeir}
	if heir != (PID{}) {
		op.Key, op.Expected = t.bequest(p, heir, data)
	}
	t.perform(p, op, "only its owner can choose the heir")
}

// bequest returns the heir and the message to it as an operation has them.
func (t Table[K, V]) bequest(p *P, heir PID, data any) (key, message trace.ValueID) {
	return trace.ValueID(p.target("heir", heir) + 1), p.x.Intern("the message", Transfer[K, V]{t, PID{}, data})
}
