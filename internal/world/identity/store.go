// Package identity gives the same numbers and names to actors, tables, references and values in every interleaving of a program.
package identity

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Store holds the identities of everything that is the same in every interleaving. A system shares
// it with its twins, which other goroutines may use.
type Store struct {
	Messages  Messages
	Actors    *trace.Actors
	Values    *values.Store
	nodes     atomic.Bool // a node was started
	networks  atomic.Bool // two nodes were started that partitions may cut off from each other
	tableIDs  identities[values.Object]
	refIDs    identities[values.Ref] // the index is one less than the number of the reference
	Watch     *guard.Watch
	Helpers   guard.Helpers
	asserted  assertions
	labels    labels
	addresses addresses
}

// NewStore returns the identities of a program. The first process has the name [FirstProcess].
func NewStore(m Messages, watch *guard.Watch) *Store {
	return &Store{Messages: m, Watch: watch, Actors: trace.NewActors(FirstProcess), Values: values.NewStore()}
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

// labels holds a context with the labels of the goroutines of each process.
type labels struct {
	mu sync.Mutex
	of map[*trace.Actor]context.Context
}

// LabelsOf returns a context with the labels of the goroutines of a process.
func (d *Store) LabelsOf(a *trace.Actor) context.Context {
	l := &d.labels
	l.mu.Lock()
	defer l.mu.Unlock()
	known, ok := l.of[a]
	if !ok {
		if l.of == nil {
			l.of = map[*trace.Actor]context.Context{}
		}
		known = d.Watch.Labels(a.Name)
		l.of[a] = known
	}
	return known
}

// Address returns the number of an address of code, or of a type.
func (d *Store) Address(address any) uint64 { return d.addresses.of(address) }

// Table returns the table with that number.
func (d *Store) Table(number int32) *values.Object { return at(&d.tableIDs, number) }

// Reference returns the reference whose number is one more.
func (d *Store) Reference(number int32) *values.Ref { return at(&d.refIDs, number) }

// Names calls f with the number of the name of each table by name: handles hold it.
func (d *Store) Names(f func(trace.ValueID)) {
	d.tableIDs.mu.Lock()
	defer d.tableIDs.mu.Unlock()
	for _, o := range d.tableIDs.byKey {
		f(o.Name)
	}
}

// SetNodes notes that a node was started.
func (d *Store) SetNodes() {
	if !d.nodes.Load() {
		d.nodes.Store(true)
	}
}

// SetNetwork notes that two nodes were started which partitions may cut off from each other.
func (d *Store) SetNetwork() {
	if !d.networks.Load() {
		d.networks.Store(true)
	}
}

// HasNodes reports whether a node was started in any interleaving so far.
func (d *Store) HasNodes() bool { return d.nodes.Load() }

// HasNetwork reports whether partitions could have cut off a node from another one in any interleaving so far.
func (d *Store) HasNetwork() bool { return d.networks.Load() }

// CountActors returns how many actors have been met so far in this exploration.
func (d *Store) CountActors() int { return d.Actors.Len() }

// Actor returns the identity of an actor.
func (d *Store) Actor(id trace.ActorID) *trace.Actor { return d.Actors.ByID(id) }

// ActorNamed returns the actor with that name, if it has been met so far.
func (d *Store) ActorNamed(name string) (*trace.Actor, bool) { return d.Actors.ByName(name) }

// Value returns a copy of the value with that number, nil for NoValue.
func (d *Store) Value(id trace.ValueID) any { return d.Values.Get(id) }

// Content returns a hash of the value with that number, or the number if no value has it.
func (d *Store) Content(id trace.ValueID) uint64 { return d.Values.Content(id) }

// Masked returns a hash of the value with that number without its masked fields.
func (d *Store) Masked(id trace.ValueID) uint64 { return d.Values.Masked(id) }

// Intern returns the number of a value, or an error if it could not be sent.
func (d *Store) Intern(v any) (trace.ValueID, error) { return d.Values.Intern(v) }

// Is reports whether v, a copy of the value with that number, still has that value.
func (d *Store) Is(id trace.ValueID, v any) bool { return d.Values.Is(id, v) }

// ShouldForget reports whether the values take so much memory that Forget should be called.
func (d *Store) ShouldForget() bool { return d.Values.ShouldForget() }

// identities holds identities by key and by number. It has no methods: each package that imports package proc would compile
// them for each T.
type identities[T any] struct {
	mu    sync.Mutex
	byKey map[string]*T
	list  []*T
}

// get returns the identity with that key. If there is none, it calls create with the next number, which
// reports whether the identity takes it.
func get[T any](ids *identities[T], key string, create func(number int) (id *T, numbered bool)) *T {
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

func at[T any](ids *identities[T], number int32) *T {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	return ids.list[number]
}

// Messages creates the messages that no process sends, with types of package proc.
type Messages interface {
	// Down returns the message of a monitor about the end of a process.
	Down(monitor *values.Ref, of *trace.Actor, reason any) any
	// Exited returns the message for an exit signal to a process that traps exits.
	Exited(from *trace.Actor, reason any) any
	// Inherited completes the message to the heir of a table with the process that has ended.
	Inherited(message any, from *trace.Actor) any
	// Call returns the call whose request or reply a message is; nil if it is neither.
	Call(message any) *values.Call
}

// FirstProcess is the name of the first process of every model.
const FirstProcess = "main"
