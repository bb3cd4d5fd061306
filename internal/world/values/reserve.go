package values

import (
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

// Numbers says which numbers a Store has given. Another store of the same executable can give the same ones.
type Numbers struct {
	Types []string // by number, as TypeText returns them
	Keys  []string `json:"-"` // the encodings of values, by number; "" where there is none
}

// Numbers returns the numbers that the store has given.
func (vs *Store) Numbers() Numbers {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	n := Numbers{make([]string, vs.typed), make([]string, len(*vs.list.Load()))}
	for t, k := range vs.types {
		n.Types[k.number] = TypeText(t)
	}
	for text, number := range vs.reservedTypes {
		n.Types[number] = text
	}
	for key, id := range vs.byKey {
		n.Keys[id] = key
	}
	for key, id := range vs.reserved {
		n.Keys[id] = key
	}
	return n
}

// Reserve makes the store give the same numbers as another store. The error says that it has given others
// already, or that the numbers do not belong to any store.
func (vs *Store) Reserve(n Numbers) error {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	types, err := invert(n.Types)
	if err != nil {
		return fmt.Errorf("types: %w", err)
	}
	for t, k := range vs.types {
		if number, ok := types[TypeText(t)]; !ok || number != k.number {
			return fmt.Errorf("the type %v has the number %d here", t, k.number)
		}
		delete(types, TypeText(t))
	}
	keys, err := invert(n.Keys)
	if err != nil {
		return fmt.Errorf("values: %w", err)
	}
	reserved := map[string]trace.ValueID{}
	for key, number := range keys {
		reserved[key] = trace.ValueID(number)
	}
	for key, id := range vs.byKey {
		if was, ok := reserved[key]; !ok || was != id {
			return fmt.Errorf("the value %s has the number %d here", vs.at(id).Words(), id)
		}
		delete(reserved, key)
	}
	list := make([]*Value, len(n.Keys))
	copy(list, *vs.list.Load())
	vs.list.Store(&list)
	vs.reserved, vs.reservedTypes, vs.typed = reserved, types, len(n.Types)
	return nil
}

// invert returns the indices of the texts that are not empty.
func invert(texts []string) (map[string]int, error) {
	index := make(map[string]int, len(texts))
	for i, text := range texts {
		if _, twice := index[text]; twice {
			return nil, fmt.Errorf("numbers %d and %d are the same", index[text], i)
		}
		if text != "" {
			index[text] = i
		}
	}
	return index, nil
}

// typeNumber returns the number of a type that is new.
func (vs *Store) typeNumber(t reflect.Type) int {
	if len(vs.reservedTypes) > 0 {
		text := TypeText(t)
		if number, ok := vs.reservedTypes[text]; ok {
			delete(vs.reservedTypes, text)
			return number
		}
	}
	vs.typed++
	return vs.typed - 1
}

// TypeText describes a type, nil for none. Different types have different texts, and a type has the same one
// whenever the same executable runs, unless the program makes it by package reflect. Two functions may declare types
// with the same name, so the text has the address of the type, relative to the address of another type.
func TypeText(t reflect.Type) string {
	if t == nil {
		return "none"
	}
	return fmt.Sprintf("%s %s@%d", t.PkgPath(), t, address(t)-address(typeOfActor))
}

// address returns where the description of a type is.
func address(t reflect.Type) int { return int(reflect.ValueOf(t).Pointer()) }
