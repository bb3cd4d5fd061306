package goroutine

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// Object is something that goroutines share. The zero Object is ready for use in each interleaving. It must not be copied after its first
// use: who uses the copy violates a property.
type Object struct {
	self  *Object // once it was used
	in    *interleaving
	id    int32
	users uint64 // the goroutines that have found it: a bit for each number modulo 64
	name  Name
}

// Name is the name of an object for people: its kind, and its number, from 1, among the objects of this kind that the interleaving has used.
type Name struct {
	of     string
	number int
}

// String returns the name; "" if there is none.
func (n Name) String() string {
	if n.number == 0 {
		return ""
	}
	return n.of + " " + strconv.Itoa(n.number)
}

// Make makes the object one that the goroutine has made, so its number is known in each interleaving. g may be nil: then the object is
// made before all interleavings.
func (o *Object) Make(g *Goroutine) {
	if g != nil {
		g.made++
		*o = Object{in: g.world.now, id: g.world.known.object(place{actor: g.actor.ID, number: g.made}), users: ^uint64(0)}
	}
}

// Made reports whether a goroutine has made the object in this interleaving.
func (o *Object) Made(g *Goroutine) bool { return o.in == g.world.now && o.users == ^uint64(0) }

// Compare compares two objects that goroutines have made: by the names of the goroutines, and the order in which each has made its objects.
func Compare(g *Goroutine, a, b *Object) int {
	k := g.world.known
	k.mu.Lock()
	defer k.mu.Unlock()
	x, y := k.places[a.id], k.places[b.id]
	return cmp.Or(strings.Compare(k.actors.ByID(x.actor).Name, k.actors.ByID(y.actor).Name), cmp.Compare(x.number, y.number))
}

// Find returns the number of the object, and its name, with its kind.
func (o *Object) Find(g *Goroutine, of string) (id int32, name Name) {
	w := g.world
	if o.self != nil && o.self != o && o.in == w.now {
		g.Fail(proc.NoCrash, fmt.Sprintf("uses a copy of %s, which was used before it was copied; let it be a pointer", o.name))
		panic(left{})
	}
	if o.in != w.now { // no goroutine has made it, so it may outlive the interleaving
		o = g.At(o)
	}
	if o.in != nil && o.self == nil && w.owners[o.id] != nil { // it was copied before anybody has used it
		*o = Object{}
	}
	if bit := uint64(1) << (g.actor.ID & 63); o.in == nil || o.users&bit == 0 {
		g.found++
		p := place{actor: g.actor.ID, knows: g.knows | 1, number: g.found}
		if o.in == nil {
			o.in, o.id = w.now, w.known.object(p)
		} else if !w.known.same(p, o.id) {
			panic(&guard.ModelError{Process: g.actor.Name, Problem: fmt.Sprintf("it cannot be told whether %s is another one in another order; "+
				"let the goroutine that makes it call controlled.Born", o.name)})
		}
		o.users |= bit
	}
	if o.self == nil {
		o.self, w.owners[o.id] = o, o
	}
	if o.name.number == 0 {
		w.names[of]++
		o.name = Name{of, w.names[of]}
	}
	return o.id, o.name
}

// At returns the object that stands for a variable with that address in this interleaving.
func (g *Goroutine) At(address any) *Object {
	o, is := g.world.at[address]
	if !is {
		o = new(Object)
		g.world.at[address] = o
	}
	return o
}
