package world

import (
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// naming hands out the identities of what a process creates, which are places in the spawn tree.
type naming struct {
	dir              *directory
	actor            *trace.Actor   // the process
	children, tables map[string]int // how many there are, by name
	refs, timers     int
}

// Actor returns the process.
func (n *naming) Actor() *trace.Actor { return n.actor }

// ActorByID returns the actor with that number.
func (n *naming) ActorByID(id trace.ActorID) *trace.Actor { return n.dir.actors.ByID(id) }

// Child returns the identity of the next child of that name.
func (n *naming) Child(name string) *trace.Actor {
	return n.dir.actors.Child(n.actor, name, next(&n.children, name))
}

// Timer returns the identity of the next timer.
func (n *naming) Timer() *trace.Actor {
	n.timers++
	return n.dir.actors.Timer(n.actor, n.timers)
}

// Ref returns the identity of the next reference.
func (n *naming) Ref() *values.Ref {
	n.refs++
	return n.dir.refIDs.made(n.actor, n.refs)
}

// NewTable returns the identity of the next table of that label that the process
// creates. The label of a named table is its name.
func (n *naming) NewTable(label string, named bool) *values.Object {
	return n.dir.tableIDs.created(n.actor, label, next(&n.tables, label), named)
}

// NamedTable returns what a handle of the table of that name, a value, stands for.
func (n *naming) NamedTable(name string, id trace.ValueID) *values.Object {
	return n.dir.tableIDs.named(name, id)
}

// next counts one more of that name, and returns how many there are.
func next(counts *map[string]int, name string) int {
	if *counts == nil {
		*counts = map[string]int{}
	}
	(*counts)[name]++
	return (*counts)[name]
}
