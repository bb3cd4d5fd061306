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
	tableIDs tableNames
	refIDs   refNames
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

// Crowded reports whether the values take so much memory that Forget should be called.
func (d *directory) Crowded() bool { return d.values.Crowded() }

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

// tableNames hands out the identities of tables.
type tableNames struct {
	mu    sync.Mutex
	byKey map[string]*values.Object
	byID  []*values.Object
}

// created returns the identity of the nth table of that label, from 1, that its owner
// creates. The label of a named table is its name.
func (ns *tableNames) created(owner *trace.Actor, label string, nth int, named bool) *values.Object {
	place := label
	if nth > 1 {
		place += "#" + strconv.Itoa(nth)
	}
	place = owner.Name + ":" + place
	// The place does not tell where the label begins and ends, because a label may contain anything.
	key := fmt.Sprintf("of %s\x00%d:%d", place, len(owner.Name), nth)
	switch {
	case named:
	case owner.Parent == nil:
		label = strings.TrimPrefix(place, FirstProcess+":")
	default:
		label = place
	}
	ns.mu.Lock()
	defer ns.mu.Unlock()
	o, ok := ns.byKey[key]
	if !ok {
		o = &values.Object{ID: trace.ObjectID(len(ns.byID)), Key: key, Label: label}
		ns.add(o)
		ns.byID = append(ns.byID, o)
	}
	return o
}

// named returns what a handle of the table of that name stands for.
func (ns *tableNames) named(name string, id trace.ValueID) *values.Object {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	key := "named " + name
	o, ok := ns.byKey[key]
	if !ok {
		o = &values.Object{ID: trace.NoTable, Key: key, Label: name, Name: id}
		ns.add(o)
	}
	return o
}

func (ns *tableNames) add(o *values.Object) {
	if ns.byKey == nil {
		ns.byKey = map[string]*values.Object{}
	}
	ns.byKey[o.Key] = o
}

// at returns the identity of the table with that number.
func (ns *tableNames) at(id trace.ObjectID) *values.Object {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	return ns.byID[id]
}

// need calls need for the names of tables, which handles hold.
func (ns *tableNames) need(need func(trace.ValueID)) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	for _, o := range ns.byKey {
		need(o.Name)
	}
}

// refNames hands out the identities of references.
type refNames struct {
	mu     sync.Mutex
	byName map[string]*values.Ref
	list   []*values.Ref
}

// made returns the identity of the nth reference, from 1, that its maker makes.
func (ns *refNames) made(maker *trace.Actor, nth int) *values.Ref {
	name := maker.Name + " ref " + strconv.Itoa(nth)
	ns.mu.Lock()
	defer ns.mu.Unlock()
	r, ok := ns.byName[name]
	if !ok {
		r = &values.Ref{Number: trace.ValueID(len(ns.list) + 1), Name: name, Maker: maker}
		if ns.byName == nil {
			ns.byName = map[string]*values.Ref{}
		}
		ns.byName[name] = r
		ns.list = append(ns.list, r)
	}
	return r
}

// at returns the identity of the reference with that number.
func (ns *refNames) at(number trace.ValueID) *values.Ref {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	return ns.list[number-1]
}
