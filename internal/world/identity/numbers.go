package identity

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Numbers holds all numbers that a system has given to actors, tables, references, addresses and
// values, in the order in which it has met them. Fingerprints are made of these numbers, so they
// are valid in another system, of the same executable, only if it gives the same numbers.
type Numbers struct {
	Actors    []Entity
	Tables    []Entity
	Refs      []Entity
	Addresses []string // of code, and types; their numbers begin with 1
	values.Numbers
}

// Entity is an actor, a table or a reference. Its number is its index.
type Entity struct {
	Name string // or the key of a table
	// By is the number of the actor that has spawned the actor, or made the reference. It is 0 for the first process,
	// and for tables.
	By    trace.ActorID
	Label string `json:",omitempty"` // of a table
}

// Numbers returns all numbers that the system and its twins have given so far.
func (d *Store) Numbers() *Numbers {
	n := &Numbers{Numbers: d.Values.Numbers(), Addresses: d.addresses.all()}
	for id := range d.Actors.Len() {
		a := d.Actors.ByID(trace.ActorID(id))
		of := Entity{Name: a.Name}
		if a.Parent != nil {
			of.By = a.Parent.ID
		}
		n.Actors = append(n.Actors, of)
	}
	for _, o := range all(&d.tableIDs) {
		n.Tables = append(n.Tables, Entity{Name: o.Key, Label: o.Label})
	}
	for _, r := range all(&d.refIDs) {
		n.Refs = append(n.Refs, Entity{Name: r.Name, By: r.Maker.ID})
	}
	return n
}

// Renumber makes the system and its twins give the same numbers as another system. It must be
// called before the first step, and before there are twins. The error says that the other system
// has executed another program, or that the numbers do not belong to any system.
func (d *Store) Renumber(n *Numbers) error {
	if err := d.renumberActors(n.Actors); err != nil {
		return err
	}
	for i, t := range n.Tables {
		got := get(&d.tableIDs, t.Name, func(number int) (*values.Object, bool) {
			return &values.Object{ID: trace.ObjectID(number), Key: t.Name, Label: t.Label}, true
		})
		if int(got.ID) != i || got.Label != t.Label {
			return fmt.Errorf("table %q has the number %d here, and had %d", t.Name, got.ID, i)
		}
	}
	for i, r := range n.Refs {
		if r.By < 0 || int(r.By) >= len(n.Actors) {
			return fmt.Errorf("reference %q is made by actor %d", r.Name, r.By)
		}
		maker := d.Actors.ByID(r.By)
		got := get(&d.refIDs, r.Name, func(number int) (*values.Ref, bool) {
			return &values.Ref{Number: int32(number + 1), Name: r.Name, Maker: maker}, true
		})
		if int(got.Number) != i+1 || got.Maker != maker {
			return fmt.Errorf("reference %q has the number %d here, and had %d", r.Name, got.Number, i+1)
		}
	}
	if len(all(&d.tableIDs)) > len(n.Tables) || len(all(&d.refIDs)) > len(n.Refs) {
		return fmt.Errorf("there are tables or references at the beginning that were not there")
	}
	if err := d.addresses.reserve(n.Addresses); err != nil {
		return err
	}
	return d.Values.Reserve(n.Numbers)
}

func (d *Store) renumberActors(list []Entity) error {
	if len(list) == 0 || len(list) < d.Actors.Len() {
		return fmt.Errorf("there are %d actors at the beginning, and were %d in all", d.Actors.Len(), len(list))
	}
	for i, a := range list {
		var parent *trace.Actor
		if i > 0 {
			if a.By < 0 || int(a.By) >= i {
				return fmt.Errorf("actor %q is a child of actor %d", a.Name, a.By)
			}
			parent = d.Actors.ByID(a.By)
		}
		if got := d.Actors.Known(parent, a.Name); int(got.ID) != i || got.Parent != parent {
			return fmt.Errorf("actor %q has the number %d here, and had %d", a.Name, got.ID, i)
		}
	}
	return nil
}

// all returns the identities that have a number, by number.
func all[T any](ids *identities[T]) []*T {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	return slices.Clone(ids.list)
}

// textOf returns a text for the address of code, or for a type, as values.TypeText does.
func textOf(address any) string {
	if code, ok := address.(uintptr); ok {
		return fmt.Sprintf("code@%d", int(code)-int(reflect.ValueOf(textOf).Pointer()))
	}
	t, _ := address.(reflect.Type)
	return "type " + values.TypeText(t)
}

// all returns the texts of all addresses that have a number, by number.
func (n *addresses) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := make([]string, len(n.known)+len(n.reserved))
	for address, number := range n.known {
		list[number-1] = textOf(address)
	}
	for text, number := range n.reserved {
		list[number-1] = text
	}
	return list
}

// reserve makes addresses have these numbers.
func (n *addresses) reserve(list []string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	reserved := map[string]uint64{}
	for i, text := range list {
		reserved[text] = uint64(i) + 1
	}
	if len(reserved) < len(list) {
		return fmt.Errorf("two addresses are the same")
	}
	for _, address := range slices.Collect(maps.Keys(n.known)) {
		text := textOf(address)
		if reserved[text] != n.known[address] {
			return fmt.Errorf("the address %s has the number %d here", text, n.known[address])
		}
		delete(reserved, text)
	}
	n.reserved = reserved
	return nil
}
