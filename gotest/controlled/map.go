package controlled

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// Map is sync.Map. Its operations conflict whatever their keys are, unless both only read. Range goes by the order in which keys were stored first.
type Map struct {
	word
	before *entries // before all interleavings; nil if there are none
}

// entries are the entries of a map in this interleaving.
type entries struct {
	g      *goroutine.Goroutine // that accesses it
	id     int32                // of the map
	keys   []any
	values map[any]any
	parts  map[any]int32 // where those synchronize that use a key which was ever changed
}

// access does an operation, and returns the entries.
func (m *Map) access(changes bool) *entries {
	if goroutine.Early() {
		if m.before == nil {
			m.before = newEntries(0)
		}
		return m.before
	}
	u := goroutine.Use{Verb: goroutine.Load}
	if changes {
		u = goroutine.Use{Verb: goroutine.Exchange, Number: here("a sync.Map").Unique()}
	}
	m.do(u)
	g := here("a sync.Map")
	id, _ := m.object.Find(g, "map")
	e := g.Object(id, func() any {
		e := newEntries(id)
		if m.before != nil {
			e.keys = slices.Clone(m.before.keys)
			maps.Copy(e.values, m.before.values)
		}
		return e
	}).(*entries)
	e.g = g
	return e
}

func newEntries(id int32) *entries {
	return &entries{id: id, values: map[any]any{}, parts: map[any]int32{}}
}

// load returns the value of a key, and passes the knowledge of its writers on to the goroutine.
func (e *entries) load(key any) (value any, is bool) {
	if part := e.parts[key]; part > 0 {
		e.g.Acquire(e.id, part)
	}
	value, is = e.values[key]
	return value, is
}

// changed passes the knowledge of the goroutine on to later users of the key.
func (e *entries) changed(key any) {
	if goroutine.Early() {
		return
	}
	if e.parts[key] == 0 {
		e.parts[key] = int32(len(e.parts) + 1)
	}
	e.g.Release(e.id, e.parts[key])
}

func (e *entries) store(key, value any) {
	e.changed(key)
	if _, is := e.values[key]; !is {
		e.keys = append(e.keys, key)
	}
	e.values[key] = value
}

func (e *entries) remove(key any) {
	e.changed(key)
	delete(e.values, key)
	for i, k := range e.keys {
		if k == key {
			e.keys = append(e.keys[:i:i], e.keys[i+1:]...)
			return
		}
	}
}

// Load is the method of sync.Map.
func (m *Map) Load(key any) (value any, ok bool) { return m.access(false).load(key) }

// Store is the method of sync.Map.
func (m *Map) Store(key, value any) { m.access(true).store(key, value) }

// LoadOrStore is the method of sync.Map.
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	e := m.access(true)
	if actual, loaded = e.load(key); !loaded {
		e.store(key, value)
		actual = value
	}
	return actual, loaded
}

// LoadAndDelete is the method of sync.Map.
func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	e := m.access(true)
	value, loaded = e.load(key)
	e.remove(key)
	return value, loaded
}

// Delete is the method of sync.Map.
func (m *Map) Delete(key any) { m.LoadAndDelete(key) }

// Swap is the method of sync.Map.
func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	e := m.access(true)
	previous, loaded = e.load(key)
	e.store(key, value)
	return previous, loaded
}

// CompareAndSwap is the method of sync.Map.
func (m *Map) CompareAndSwap(key, old, value any) (swapped bool) {
	e := m.access(true)
	if now, is := e.load(key); is && now == old {
		e.store(key, value)
		return true
	}
	return false
}

// CompareAndDelete is the method of sync.Map.
func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	e := m.access(true)
	if now, is := e.load(key); is && now == old {
		e.remove(key)
		return true
	}
	return false
}

// Clear is the method of sync.Map.
func (m *Map) Clear() {
	e := m.access(true)
	for _, k := range append([]any(nil), e.keys...) {
		e.remove(k)
	}
}

// Range is the method of sync.Map.
func (m *Map) Range(f func(key, value any) bool) {
	e := m.access(false)
	for _, k := range append([]any(nil), e.keys...) {
		if !goroutine.Early() {
			e.g = here("a sync.Map")
		}
		if v, is := e.load(k); is && !f(k, v) {
			return
		}
	}
}
