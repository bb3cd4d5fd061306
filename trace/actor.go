package trace

import (
	"cmp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// ActorID numbers the actors of one exploration densely from 0, in the order in
// which they were first met. The number of an actor never changes while the
// exploration lasts, whatever the schedule.
type ActorID int32

// NoActor is the actor of nothing.
const NoActor ActorID = -1

// Actor is the identity of something that takes steps. It is the actor's place
// in the spawn tree, so two interleavings speak of the same actor exactly when
// they speak of the same *Actor.
type Actor struct {
	ID     ActorID
	Parent *Actor // nil for the first process
	// Name is unique among all actors: the name its author gave it, with "#2",
	// "#3", … for later children of the same parent under the same name, and
	// the parent's name in front unless the parent is the first process. A child
	// of that by its own name is the second. Where a name could be taken for that of
	// a timer or of a channel, a "#" is in it: "x's #timer", "x →# y".
	Name string
}

// String returns the actor's name.
func (a *Actor) String() string { return a.Name }

// Actors hands out the identities of one exploration. Its methods may be called
// by several goroutines at once.
type Actors struct {
	list atomic.Pointer[[]*Actor] // only ever gets longer; read without the lock

	mu     sync.Mutex
	byName map[string]*Actor
}

// NewActors returns a registry that knows the first process only, under the
// given name; its ID is 0.
func NewActors(first string) *Actors {
	r := &Actors{byName: map[string]*Actor{}}
	r.list.Store(&[]*Actor{})
	r.add(nil, first)
	return r
}

// Child returns the identity of the nth child, counted from 1, that parent
// spawns under the given name, in which no '/' and '#' must be.
func (r *Actors) Child(parent *Actor, name string, nth int) *Actor {
	if parent.Parent == nil && name == parent.Name {
		nth++
	}
	name = unmistakable(name)
	if nth > 1 {
		name += "#" + strconv.Itoa(nth)
	}
	if parent.Parent != nil {
		name = parent.Name + "/" + name
	}
	return r.add(parent, name)
}

// What the names of timers and channels consist of, besides those of processes.
const (
	ofTimer = "'s timer"
	arrow   = " → "
)

// unmistakable returns the name that is given to a process in a form that no timer and
// no channel can have. Nothing but the name decides that: whether there is such a timer
// may differ from one interleaving to another.
func unmistakable(name string) string {
	if owner, ok := strings.CutSuffix(name, ofTimer); ok {
		name = owner + "'s #timer"
	}
	if strings.Contains(" "+name+" ", arrow) { // also where the channel begins or ends behind it
		name = strings.ReplaceAll(name, "→", "→#") // each of them: " → → " has two that overlap
	}
	return name
}

// Timer returns the identity of the nth timer, counted from 1, that its owner
// starts.
func (r *Actors) Timer(owner *Actor, nth int) *Actor {
	name := owner.Name + ofTimer
	if nth > 1 {
		name += "#" + strconv.Itoa(nth)
	}
	return r.add(owner, name)
}

// Channel returns the identity of the channel from one process to another. If
// each message has a channel of its own, nth counts them from 1; otherwise it is 0.
func (r *Actors) Channel(from, to *Actor, nth int) *Actor {
	name := from.Name + arrow + to.Name
	if nth > 0 {
		name += " #" + strconv.Itoa(nth)
	}
	return r.add(from, name)
}

// ByID returns the actor with that number, which must be one handed out here.
func (r *Actors) ByID(id ActorID) *Actor { return (*r.list.Load())[id] }

// ByName returns the actor of that name, and whether there is one.
func (r *Actors) ByName(name string) (*Actor, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a, ok := r.byName[name]
	return a, ok
}

// Len returns how many identities have been handed out.
func (r *Actors) Len() int { return len(*r.list.Load()) }

// add returns the actor of that name, which is new if there was none.
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

// Compare orders actors by their place in the spawn tree, which does not depend
// on a schedule: parents before children, and then by name.
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
