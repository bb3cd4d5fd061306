package trace

import (
	"cmp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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

// Parts of the names of timers and channels.
const (
	ofTimer   = "'s timer"
	ofFaults  = "'s faults"
	ofCrashes = "'s crashes"
	ofClock   = "'s clock"
	network   = "'s network"
	arrow     = " → "
)

// unmistakable returns a form of the name of a process that no timer and no channel can have. It
// depends on the name only, because the existence of such a timer may differ between interleavings.
func unmistakable(name string) string {
	for _, of := range [...]string{ofTimer, ofFaults, ofCrashes, ofClock, network} {
		if owner, ok := strings.CutSuffix(name, of); ok {
			name = owner + of[:3] + "#" + of[3:]
		}
	}
	if strings.Contains(" "+name+" ", arrow) { // also at the beginning or the end of the name
		name = strings.ReplaceAll(name, "→", "→#") // each of them: " → → " has two that overlap
	}
	return name
}

// Timer returns the identity of the nth timer, counted from 1, that its owner starts. If the owner is a node
// that was restarted, life tells its lives apart; otherwise it is "".
func (r *Actors) Timer(owner *Actor, life string, nth int) *Actor {
	name := owner.Name + ofTimer + life
	if nth > 1 {
		name += "#" + strconv.Itoa(nth)
	}
	return r.add(owner, name)
}

// Faults returns the actor that crashes and restarts a node; or, for the first process, the actor that decides about the faults
// of all nodes.
func (r *Actors) Faults(node *Actor) *Actor { return r.add(node, node.Name+ofFaults) }

// Crashes returns the actor that decides about crashes of nodes, each with a restart: of all nodes, by the name of the first
// process, or of the nodes that match a pattern. It differs from the actor of Faults, as its alternatives have another meaning.
func (r *Actors) Crashes(first *Actor, of string) *Actor { return r.add(first, of+ofCrashes) }

// Clock returns the actor that makes the clock of a node jump.
func (r *Actors) Clock(node *Actor) *Actor { return r.add(node, node.Name+ofClock) }

// Network returns the actor that cuts and heals the links between nodes.
func (r *Actors) Network() *Actor { return r.add(r.ByID(0), r.ByID(0).Name+network) }

// Channel returns the identity of the channel from one process to another. If
// each message has a channel of its own, nth counts them from 1; otherwise it is 0.
func (r *Actors) Channel(from, to *Actor, nth int) *Actor {
	name := from.Name + arrow + to.Name
	if nth > 0 {
		name += " #" + strconv.Itoa(nth)
	}
	return r.add(from, name)
}

// ChannelEnds returns the names of the processes at the ends of the channel with that name, and whether it is the name of a
// channel. The name of the second one is followed by the number of the message, if the channel carries one message only.
func ChannelEnds(name string) (from, to string, is bool) { return strings.Cut(name, arrow) }

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
