package world

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// directory is what a system shares with its twins, which other goroutines may use:
// the identities of all that is the same in every interleaving.
type directory struct {
	messages Messages
	actors   *trace.Actors
	values   *values.Store
	tableIDs identities[values.Object]
	refIDs   identities[values.Ref] // the number is one less than that of the reference
	watch    *guard.Watch
	helpers  guard.Helpers
	asserted sync.Map // the properties that a process has asserted
	labels   sync.Map // by actor: a context with the labels of the goroutines of a process
}

// labelsOf returns a context with the labels of the goroutines of a process.
func (d *directory) labelsOf(a *trace.Actor) context.Context {
	if known, ok := d.labels.Load(a); ok {
		return known.(context.Context)
	}
	labels := d.watch.Labels(a.Name)
	d.labels.Store(a, labels)
	return labels
}

// Actors returns how many actors have been met so far in this exploration.
func (d *directory) Actors() int { return d.actors.Len() }

// Actor returns the identity of an actor.
func (d *directory) Actor(id trace.ActorID) *trace.Actor { return d.actors.ByID(id) }

// ActorNamed returns the actor with that name, if it has been met so far.
func (d *directory) ActorNamed(name string) (*trace.Actor, bool) { return d.actors.ByName(name) }

// Value returns a copy of the value with that number, nil for NoValue.
func (d *directory) Value(id trace.ValueID) any { return d.values.Get(id) }

// Is reports whether v, a copy of the value with that number, still has that value.
func (d *directory) Is(id trace.ValueID, v any) bool { return d.values.Is(id, v) }

// ShouldForget reports whether the values take so much memory that Forget should be called.
func (d *directory) ShouldForget() bool { return d.values.ShouldForget() }

// Asserted returns the properties with which a process has called Assert, in any
// interleaving of this system and its twins, in order of their names.
func (d *directory) Asserted() (properties []string) {
	for property := range d.asserted.Range {
		properties = append(properties, property.(string))
	}
	slices.Sort(properties)
	return properties
}

// Shown returns in words what processes have shown to properties, in any interleaving that
// was executed: the types of events, then those of states, by name.
func (d *directory) Shown() (words []string) {
	for v := range d.values.All {
		if b, ok := v.(Board); ok {
			words = append(words, b.holds())
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// identities hands out identities, by key and by number.
type identities[T any] struct {
	mu    sync.Mutex
	byKey map[string]*T
	list  []*T
}

// get returns the identity with that key, which create makes if there is none. It is given
// the number, and says whether the identity has one.
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

// at returns the identity with that number.
func (ids *identities[T]) at(number int32) *T {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	return ids.list[number]
}

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
	name := n.actor.Name + " ref " + strconv.Itoa(n.refs)
	return n.dir.refIDs.get(name, func(number int) (*values.Ref, bool) {
		return &values.Ref{Number: trace.ValueID(number + 1), Name: name, Maker: n.actor}, true
	})
}

// NewTable returns the identity of the next table of that label that the process creates. The
// label of a named table is its name.
func (n *naming) NewTable(label string, named bool) *values.Object {
	nth := next(&n.tables, label)
	place := label
	if nth > 1 {
		place += "#" + strconv.Itoa(nth)
	}
	place = n.actor.Name + ":" + place
	// The place does not tell where the label begins and ends, because a label may contain anything.
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

// NamedTable returns what a handle of the table of that name, a value, stands for.
func (n *naming) NamedTable(name string, id trace.ValueID) *values.Object {
	key := "named " + name
	return n.dir.tableIDs.get(key, func(int) (*values.Object, bool) {
		return &values.Object{ID: trace.NoTable, Key: key, Label: name, Name: id}, false
	})
}

// next counts one more of that name, and returns how many there are.
func next(counts *map[string]int, name string) int {
	if *counts == nil {
		*counts = map[string]int{}
	}
	(*counts)[name]++
	return (*counts)[name]
}
