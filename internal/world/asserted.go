package world

import (
	"slices"
	"sync"
)

// asserted numbers the properties that processes assert, in the order in which they are met.
type asserted struct {
	bits  sync.Map // by name; 0 for those beyond the first 64
	mu    sync.Mutex
	names []string
}

// bit returns the bit of the property.
func (a *asserted) bit(property string) uint64 {
	if bit, ok := a.bits.Load(property); ok {
		return bit.(uint64)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if bit, ok := a.bits.Load(property); ok {
		return bit.(uint64)
	}
	bit := uint64(1) << len(a.names)
	a.names = append(a.names, property)
	a.bits.Store(property, bit)
	return bit
}

// Asserts records that the process asserts a property.
func (x *Execution) Asserts(property string) {
	x.act()
	x.asserts |= x.sys.asserted.bit(property)
}

// asserts records, as a part of the present event, the assertions of a process on the way to a point.
func asserts(s *System, h *history) {
	if n := len(s.undos); n > 0 {
		s.undos[n-1].asserts |= h.asserts
	}
}

// Asserting returns a bit for each property that was asserted in the present interleaving. AssertedBy returns the property with
// a bit. Those beyond the first 64 have none.
func Asserting(s *System) (bits uint64) {
	bits = s.past.first.asserts
	for i := range s.undos {
		bits |= s.undos[i].asserts
	}
	return bits
}

// AssertedBy returns the property with the bit of that number, or "" if there is none.
func (d *directory) AssertedBy(number int) string {
	d.asserted.mu.Lock()
	defer d.asserted.mu.Unlock()
	if number >= len(d.asserted.names) {
		return ""
	}
	return d.asserted.names[number]
}

// Asserted returns the properties with which a process has called Assert, in any
// interleaving of this system and its twins, in order of their names.
func (d *directory) Asserted() []string {
	d.asserted.mu.Lock()
	defer d.asserted.mu.Unlock()
	return slices.Sorted(slices.Values(d.asserted.names))
}
