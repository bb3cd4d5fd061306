package trace

import (
	"cmp"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/names"
)

// ActorID numbers the actors of one exploration from 0, in the order in which they first appear.
// The number of an actor never changes during the exploration, whatever the schedule.
type ActorID int32

// NoActor stands for the absence of an actor.
const NoActor ActorID = -1

// Actor is the identity of something that takes steps: its place in the spawn tree. Two
// interleavings refer to the same actor exactly if they refer to the same *Actor.
type Actor struct {
	ID     ActorID
	Parent *Actor // nil for the first process
	// Name is unique among all actors. It consists of the name of the parent, unless that is the
	// first process, and the name that the model gives to the actor. Later children of the same
	// parent with the same name have "#2", "#3", … appended; a child of the first process with that
	// process's name counts as the second. A name that looks like the name of a timer, a channel, faults,
	// a clock or the network has a "#" inserted: "x's #timer", "x →# y", "x's #faults", "x's #clock", "x's #network".
	Name string
}

// String returns the actor's name.
func (a *Actor) String() string { return a.Name }

// Actors allocates the identities of one exploration. Its methods may be called by several
// goroutines at once.
type Actors struct {
	list atomic.Pointer[[]*Actor] // only grows; read without the lock

	mu     sync.Mutex
	byName map[string]*Actor
}

// NewActors returns a registry of one actor, the first process, with the given name and ID 0.
func NewActors(first string) *Actors {
	r := &Actors{byName: map[string]*Actor{}}
	r.list.Store(&[]*Actor{})
	r.add(nil, first)
	return r
}

// Child returns the identity of the nth child, counted from 1, that parent spawns under the given
// name, which must not contain '/' or '#'.
func (r *Actors) Child(parent *Actor, name string, nth int) *Actor {
	return r.ChildInLife(parent, 1, name, nth)
}

// ChildInLife is Child for a node that was restarted: it is the nth child of that name in a life of the parent, counted from 1.
func (r *Actors) ChildInLife(parent *Actor, life int, name string, nth int) *Actor {
	of := ""
	if parent.Parent != nil {
		of = parent.Name
	} else if name == parent.Name {
		nth++
	}
	return r.add(parent, names.Child(of, name, life, nth))
}

// Timer returns the identity of the nth timer that its owner starts in a life. Both are counted from 1.
func (r *Actors) Timer(owner *Actor, life, nth int) *Actor {
	return r.add(owner, names.Of(owner.Name, names.Timer, life, nth))
}

// Faults returns the actor that crashes and restarts a node; or, for the first process, the actor that decides about the faults
// of all nodes.
func (r *Actors) Faults(node *Actor) *Actor {
	return r.add(node, names.Of(node.Name, names.Faults, 1, 1))
}

// Crashes returns the actor that decides about crashes of nodes, each with a restart: of all nodes, by the name of the first
// process, or of the nodes that match a pattern. It differs from the actor of Faults, as its alternatives have another meaning.
func (r *Actors) Crashes(first *Actor, of string) *Actor {
	return r.add(first, names.Of(of, names.Crashes, 1, 1))
}

// Clock returns the actor that makes the clock of a node jump.
func (r *Actors) Clock(node *Actor) *Actor {
	return r.add(node, names.Of(node.Name, names.Clock, 1, 1))
}

// Network returns the actor that cuts and heals the links between nodes.
func (r *Actors) Network() *Actor {
	return r.add(r.ByID(0), names.Of(r.ByID(0).Name, names.Network, 1, 1))
}

// Channel returns the identity of the channel from one process to another. If
// each message has a channel of its own, nth counts them from 1; otherwise it is 0.
func (r *Actors) Channel(from, to *Actor, nth int) *Actor {
	return r.add(from, names.Channel(from.Name, to.Name, nth))
}

// Known returns the identity of the actor that has the given name and parent in another registry. The parent of the
// first process is nil.
func (r *Actors) Known(parent *Actor, name string) *Actor { return r.add(parent, name) }

// ByID returns the actor with the given number, which must have been allocated by r.
func (r *Actors) ByID(id ActorID) *Actor { return (*r.list.Load())[id] }

// ByName returns the actor with the given name, and whether there is one.
func (r *Actors) ByName(name string) (*Actor, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, ok := r.byName[name]
	return a, ok
}

// Len returns the number of identities that have been allocated.
func (r *Actors) Len() int { return len(*r.list.Load()) }

// add returns the actor with the given name, and creates it if there is none.
func (r *Actors) add(parent *Actor, name string) *Actor {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a, ok := r.byName[name]; ok {
		return a
	}
	list := *r.list.Load()
	a := &Actor{ID: ActorID(len(list)), Parent: parent, Name: name}
	list = append(list, a)
	r.list.Store(&list)
	r.byName[name] = a
	return a
}

// Compare orders actors by their place in the spawn tree, which does not depend on a schedule:
// parents before children, siblings by name.
func (a *Actor) Compare(b *Actor) int {
	return cmp.Or(
		cmp.Compare(a.depth(), b.depth()),
		cmp.Compare(len(a.Name), len(b.Name)), // child#2 before child#10
		cmp.Compare(a.Name, b.Name),
	)
}

func (a *Actor) depth() (n int) {
	for ; a.Parent != nil; a = a.Parent {
		n++
	}
	return n
}
