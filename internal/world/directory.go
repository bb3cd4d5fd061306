package world

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// directory holds the identities of everything that is the same in every interleaving. A system shares
// it with its twins, which other goroutines may use.
type directory struct {
	messages  Messages
	actors    *trace.Actors
	values    *values.Store
	disks     *disks
	nodes     atomic.Bool // a node was started
	networks  atomic.Bool // two nodes were started that partitions may cut off from each other
	tableIDs  identities[values.Object]
	refIDs    identities[values.Ref] // the index is one less than the number of the reference
	watch     *guard.Watch
	helpers   guard.Helpers
	asserted  asserted
	labels    sync.Map // by actor: a context with the labels of the goroutines of a process
	addresses addresses
	normally  trace.ValueID // the number of the reason normally, if known; belongs to the running code of the model
}

// addresses numbers addresses of code and types in the order in which they are met: fingerprints must not
// differ from one run of the program to the next.
type addresses struct {
	mu       sync.Mutex
	known    map[any]uint64
	reserved map[string]uint64 // numbers for addresses that have not been met yet (numbers.go)
}

func (n *addresses) of(address any) uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	number, ok := n.known[address]
	if !ok {
		if n.known == nil {
			n.known = map[any]uint64{}
		}
		if number, ok = n.reserved[textOf(address)]; ok {
			delete(n.reserved, textOf(address))
		} else {
			number = uint64(len(n.known)+len(n.reserved)) + 1
		}
		n.known[address] = number
	}
	return number
}

func (d *directory) labelsOf(a *trace.Actor) context.Context {
	if known, ok := d.labels.Load(a); ok {
		return known.(context.Context)
	}
	labels := d.watch.Labels(a.Name)
	d.labels.Store(a, labels)
	return labels
}

// HasNodes reports whether a node was started in any interleaving so far.
func (d *directory) HasNodes() bool { return d.nodes.Load() }

// HasNetwork reports whether partitions could have cut off a node from another one in any interleaving so far.
func (d *directory) HasNetwork() bool { return d.networks.Load() }

// Actors returns how many actors have been met so far in this exploration.
func (d *directory) Actors() int { return d.actors.Len() }

// Actor returns the identity of an actor.
func (d *directory) Actor(id trace.ActorID) *trace.Actor { return d.actors.ByID(id) }

// ActorNamed returns the actor with that name, if it has been met so far.
func (d *directory) ActorNamed(name string) (*trace.Actor, bool) { return d.actors.ByName(name) }

// Value returns a copy of the value with that number, nil for NoValue.
func (d *directory) Value(id trace.ValueID) any { return d.values.Get(id) }

// Content returns a hash of the value with that number, or the number if no value has it.
func (d *directory) Content(id trace.ValueID) uint64 { return d.values.Content(id) }

// Masked returns a hash of the value with that number without its masked fields.
func (d *directory) Masked(id trace.ValueID) uint64 { return d.values.Masked(id) }

// Intern returns the number of a value, or an error if it could not be sent.
func (d *directory) Intern(v any) (trace.ValueID, error) { return d.values.Intern(v) }

// Is reports whether v, a copy of the value with that number, still has that value.
func (d *directory) Is(id trace.ValueID, v any) bool { return d.values.Is(id, v) }

// ShouldForget reports whether the values take so much memory that Forget should be called.
func (d *directory) ShouldForget() bool { return d.values.ShouldForget() }

// identities holds identities by key and by number.
type identities[T any] struct {
	mu    sync.Mutex
	byKey map[string]*T
	list  []*T
}

// get returns the identity with that key. If there is none, it calls create with the next number, which
// reports whether the identity takes it.
func (ids *identities[T]) get(key string, create func(number int) (id *T, numbered bool)) *T {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	if id, ok := ids.byKey[key]; ok {
		return id
	}
	id, numbered := create(len(ids.list))
	if ids.byKey == nil {
		ids.byKey = map[string]*T{}
	}
	ids.byKey[key] = id
	if numbered {
		ids.list = append(ids.list, id)
	}
	return id
}

func (ids *identities[T]) at(number int32) *T {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	return ids.list[number]
}

// naming returns the identities of the things that a process creates: places in the spawn tree.
type naming struct {
	dir              *directory
	actor            *trace.Actor   // the process
	life             string         // "" in the only or the first life of the process
	last, counted    *birth         // of the last child, and of the last one that children counts
	children, tables map[string]int // their numbers, by name
	refs, timers     int
}

// birth is a place in the order in which executions of a process spawn children. The births before it decide
// which child that is. So an execution that spawns the same children as the previous execution need not count them.
type birth struct {
	before, next *birth // next is the birth that came last after it; nil if there is none
	name         string
	child        *trace.Actor
}

// lifeNamed returns the suffix that tells names in the nth life of a node from names in its first life. No name in a
// model has a '#'.
func lifeNamed(nth int32) string {
	if nth < 2 {
		return ""
	}
	return "#life " + strconv.Itoa(int(nth))
}

// Actor returns the process.
func (n *naming) Actor() *trace.Actor { return n.actor }

// ActorByID returns the actor with that number.
func (n *naming) ActorByID(id trace.ActorID) *trace.Actor { return n.dir.actors.ByID(id) }

// Child returns the identity of the next child of that name.
func (n *naming) Child(name string) *trace.Actor {
	b := n.last.next
	if b == nil || b.name != name {
		b = &birth{before: n.last, name: name, child: n.dir.actors.Child(n.actor, name+n.life, n.spawned()[name]+1)}
		n.last.next = b
	}
	n.last = b
	return b.child
}

// SpawnsAgain reports whether the next child had that name when the process was last executed.
func SpawnsAgain(x *Execution, name string) bool {
	return x.last.next != nil && x.last.next.name == name
}

// spawned returns the numbers of the children so far, by name.
func (n *naming) spawned() map[string]int {
	for b := n.last; b != n.counted; b = b.before {
		next(&n.children, b.name)
	}
	n.counted = n.last
	return n.children
}

// Timer returns the identity of the next timer.
func (n *naming) Timer() *trace.Actor {
	n.timers++
	return n.dir.actors.Timer(n.actor, n.life, n.timers)
}

// Ref returns the identity of the next reference.
func (n *naming) Ref() *values.Ref {
	n.refs++
	name := n.actor.Name + n.life + " ref " + strconv.Itoa(n.refs)
	return n.dir.refIDs.get(name, func(number int) (*values.Ref, bool) {
		return &values.Ref{Number: trace.ValueID(number + 1), Name: name, Maker: n.actor}, true
	})
}

// NewTable returns the identity of the next table with that label. The label of a named table is its
// name.
func (n *naming) NewTable(label string, named bool) *values.Object {
	nth := next(&n.tables, label)
	place := label + n.life
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
	return n.dir.tableIDs.get(key, func(number int) (*values.Object, bool) {
		return &values.Object{ID: trace.ObjectID(number), Key: key, Label: label}, true
	})
}

// NamedTable returns the identity of handles by that name, whose value has the number id.
func (n *naming) NamedTable(name string, id trace.ValueID) *values.Object {
	key := "named " + name
	return n.dir.tableIDs.get(key, func(int) (*values.Object, bool) {
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
