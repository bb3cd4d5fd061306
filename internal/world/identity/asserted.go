package identity

import (
	"slices"
	"sync"
)

// assertions numbers the properties that processes assert, in the order in which they are met.
type assertions struct {
	mu    sync.RWMutex
	bits  map[string]uint64 // by name; 0 for those beyond the first 64
	names []string
}

// bit returns the bit of the property.
func (a *assertions) bit(property string) uint64 {
	a.mu.RLock()
	bit, ok := a.bits[property]
	a.mu.RUnlock()
	if ok {
		return bit
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if bit, ok := a.bits[property]; ok {
		return bit
	}
	if a.bits == nil {
		a.bits = map[string]uint64{}
	}
	bit = uint64(1) << len(a.names)
	a.names = append(a.names, property)
	a.bits[property] = bit
	return bit
}

// AssertedBit returns the bit of a property that processes assert.
func (d *Store) AssertedBit(property string) uint64 { return d.asserted.bit(property) }

// AssertedBy returns the property with the bit of that number, or "" if there is none.
func (d *Store) AssertedBy(number int) string {
	d.asserted.mu.Lock()
	defer d.asserted.mu.Unlock()
	if number >= len(d.asserted.names) {
		return ""
	}
	return d.asserted.names[number]
}

// Assertions returns the properties with which a process has called Assert, in any
// interleaving of this system and its twins, in order of their names.
func (d *Store) Assertions() []string {
	d.asserted.mu.Lock()
	defer d.asserted.mu.Unlock()
	return slices.Sorted(slices.Values(d.asserted.names))
}
