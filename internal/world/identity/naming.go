package identity

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Naming returns the identities of the things that a process creates: places in the spawn tree.
type Naming struct {
	dir              *Store
	actor            *trace.Actor   // the process
	life             int            // of the process, from 1
	last, counted    *birth         // of the last child, and of the last one that children counts
	children, Tables map[string]int // their numbers, by name
	Refs, Timers     int
}

// Naming returns the names of what an execution of a process creates, in a life of it.
func (d *Store) Naming(of *trace.Actor, life int32, all *Births) Naming {
	first := all.in(life)
	return Naming{dir: d, actor: of, life: int(max(1, life)), last: first, counted: first}
}

// Births holds, for each life of a process, the place before its first child.
type Births []*birth

// in returns the place of a life.
func (b *Births) in(life int32) *birth {
	for len(*b) <= int(life) {
		*b = append(*b, new(birth))
	}
	return (*b)[life]
}

// birth is a place in the order in which executions of a process spawn children. The births before it decide
// which child that is. So an execution that spawns the same children as the previous execution need not count them.
type birth struct {
	before, next *birth // next is the birth that came last after it; nil if there is none
	name         string
	child        *trace.Actor
}

// Actor returns the process.
func (n *Naming) Actor() *trace.Actor { return n.actor }

// ActorByID returns the actor with that number.
func (n *Naming) ActorByID(id trace.ActorID) *trace.Actor { return n.dir.Actors.ByID(id) }

// Child returns the identity of the next child of that name.
func (n *Naming) Child(name string) *trace.Actor {
	b := n.last.next
	if b == nil || b.name != name {
		b = &birth{before: n.last, name: name, child: n.dir.Actors.ChildInLife(n.actor, n.life, name, n.Spawned()[name]+1)}
		n.last.next = b
	}
	n.last = b
	return b.child
}

// Spawned returns the numbers of the children so far, by name.
func (n *Naming) Spawned() map[string]int {
	for b := n.last; b != n.counted; b = b.before {
		next(&n.children, b.name)
	}
	n.counted = n.last
	return n.children
}

// Timer returns the identity of the next timer.
func (n *Naming) Timer() *trace.Actor {
	n.Timers++
	return n.dir.Actors.Timer(n.actor, n.life, n.Timers)
}

// Ref returns the identity of the next reference.
func (n *Naming) Ref() *values.Ref {
	n.Refs++
	name := names.InLife(n.actor.Name, n.life) + " ref " + strconv.Itoa(n.Refs)
	return get(&n.dir.refIDs, name, func(number int) (*values.Ref, bool) {
		return &values.Ref{Number: int32(number + 1), Name: name, Maker: n.actor}, true
	})
}

// NewTable returns the identity of the next table with that label. The label of a named table is its
// name.
func (n *Naming) NewTable(label string, named bool) *values.Object {
	nth := next(&n.Tables, label)
	place := names.InLife(label, n.life)
	if nth > 1 {
		place += "#" + strconv.Itoa(nth)
	}
	place = n.actor.Name + ":" + place
	// The place alone is ambiguous, because a label may contain anything.
	key := fmt.Sprintf("of %s\x00%d:%d", place, len(n.actor.Name), nth)
	switch {
	case named:
	case n.actor.Parent == nil:
		label = strings.TrimPrefix(place, FirstProcess+":")
	default:
		label = place
	}
	return get(&n.dir.tableIDs, key, func(number int) (*values.Object, bool) {
		return &values.Object{ID: trace.ObjectID(number), Key: key, Label: label}, true
	})
}

// NamedTable returns the identity of handles by that name, whose value has the number id.
func (n *Naming) NamedTable(name string, id trace.ValueID) *values.Object {
	key := "named " + name
	return get(&n.dir.tableIDs, key, func(int) (*values.Object, bool) {
		return &values.Object{ID: trace.NoTable, Key: key, Label: name, Name: id}, false
	})
}

// next increments the count of that name and returns it.
func next(counts *map[string]int, name string) int {
	if *counts == nil {
		*counts = map[string]int{}
	}
	(*counts)[name]++
	return (*counts)[name]
}

// SpawnsAgain reports whether the next child had that name when the process was last executed.
func (n *Naming) SpawnsAgain(name string) bool {
	return n.last.next != nil && n.last.next.name == name
}
