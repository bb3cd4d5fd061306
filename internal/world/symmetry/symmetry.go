// Package symmetry exchanges processes that are alike: what stands for an actor and for a value after an exchange.
package symmetry

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Symmetry has the groups of a program. It is used by one goroutine.
type Symmetry struct {
	ids       *identity.Store
	groups    Groups
	members   [][]*trace.Actor                // by group; nil while some of them have not been met
	first     map[trace.ActorID]trace.ActorID // the first process of the group of a member
	exchanges map[string]*Exchange            // some, by their places
}

// image is the encoding of a value after an exchange. It is stored as a value, so it has the same number where a search goes on.
type image string

// mostExchanges is how many exchanges are kept.
const mostExchanges = 20_000

// New returns the symmetry of a program with the groups.
func New(ids *identity.Store, groups Groups) *Symmetry {
	return &Symmetry{ids: ids, groups: groups, exchanges: map[string]*Exchange{}}
}

// Known reports whether all processes of the groups have been met, in any interleaving so far.
func (y *Symmetry) Known() bool {
	if y.members == nil && y.Missing() == "" {
		y.first = map[trace.ActorID]trace.ActorID{}
		for _, g := range y.groups {
			var members []*trace.Actor
			for _, name := range g.Processes {
				a, _ := y.ids.ActorNamed(name)
				members = append(members, a)
				y.first[a.ID] = members[0].ID
			}
			y.members = append(y.members, members)
		}
	}
	return y.members != nil
}

// Missing returns a process of a group that has not been met so far, or "".
func (y *Symmetry) Missing() string {
	for _, g := range y.groups {
		for _, name := range g.Processes {
			if _, ok := y.ids.ActorNamed(name); !ok {
				return name
			}
		}
	}
	return ""
}

// Members returns the members of each group, which must be Known.
func (y *Symmetry) Members() [][]*trace.Actor { return y.members }

// First returns the first process of the group of an actor, or the actor if it is in none.
func (y *Symmetry) First(a trace.ActorID) trace.ActorID {
	if first, ok := y.first[a]; ok {
		return first
	}
	return a
}

// Has reports whether a process is in a group.
func (y *Symmetry) Has(a trace.ActorID) bool {
	_, is := y.first[a]
	return is
}

// Places are the places in its group that each member takes, group by group. Members that take the same place are not told apart.
type Places []uint8

// None returns the places of an exchange that changes nothing.
func (y *Symmetry) None() (p Places) {
	for _, members := range y.members {
		for k := range members {
			p = append(p, uint8(k))
		}
	}
	return p
}

// Swaps calls f with the exchanges of two neighbours, which make up all others.
func (y *Symmetry) Swaps(f func(*Exchange)) {
	p := y.None()
	for k := range len(p) - 1 {
		if p[k+1] > 0 { // they are in one group
			p[k], p[k+1] = p[k+1], p[k]
			f(y.Exchange(p))
			p[k], p[k+1] = p[k+1], p[k]
		}
	}
}

// Exchange is an exchange of processes.
type Exchange struct {
	of     *Symmetry
	by     values.Exchange
	actors map[trace.ActorID]trace.ActorID // the images of some actors
	values map[trace.ValueID]trace.ValueID // the same for values
}

// Exchange returns the exchange in which the members take the places.
func (y *Symmetry) Exchange(p Places) *Exchange {
	x := y.exchanges[string(p)]
	if x != nil {
		return x
	}
	x = &Exchange{of: y, actors: map[trace.ActorID]trace.ActorID{}, values: map[trace.ValueID]trace.ValueID{}}
	x.by = values.Exchange{IDs: map[any]any{}, Types: map[reflect.Type]bool{}, Actor: x.standing, Name: func(name string) string {
		a, _ := y.ids.ActorNamed(name)
		return x.standing(a).Name
	}}
	rest := p
	for i, members := range y.members {
		for k := range members {
			place := rest[k]
			x.actors[members[k].ID] = members[place].ID
			if ids := y.groups[i].IDs; len(ids) > 0 {
				x.by.IDs[ids[k]], x.by.Types[reflect.TypeOf(ids[k])] = ids[place], true
			}
		}
		rest = rest[len(members):]
	}
	if len(y.exchanges) == mostExchanges {
		clear(y.exchanges)
	}
	y.exchanges[string(p)] = x
	return x
}

// Members returns the members of each group.
func (x *Exchange) Members() [][]*trace.Actor { return x.of.members }

// Actor returns the actor that stands for an actor.
func (x *Exchange) Actor(id trace.ActorID) trace.ActorID {
	is, known := x.actors[id]
	if !known && id >= 0 {
		is = x.channel(x.of.ids.Actor(id))
		x.actors[id] = is
	}
	if id < 0 {
		return id
	}
	return is
}

// channel returns the actor that stands for one that is in no group: another one only for a channel, which is named after its ends.
func (x *Exchange) channel(a *trace.Actor) trace.ActorID {
	n := names.Parse(a.Name)
	if n.To == nil {
		return a.ID
	}
	from, _ := x.of.ids.ActorNamed(names.Name{Path: n.Path}.String())
	to, _ := x.of.ids.ActorNamed(names.Name{Path: n.To}.String())
	return x.of.ids.Actors.Channel(x.standing(from), x.standing(to), n.Number).ID
}

func (x *Exchange) standing(a *trace.Actor) *trace.Actor { return x.of.ids.Actor(x.Actor(a.ID)) }

// Value returns a number for the value that stands for a value: that of its image.
func (x *Exchange) Value(id trace.ValueID) trace.ValueID {
	if id <= trace.NoValue {
		return id
	}
	is, known := x.values[id]
	if !known {
		is = x.of.ids.Values.Known(image(x.of.ids.Values.Exchanged(id, &x.by)))
		x.values[id] = is
	}
	return is
}
