// Package races finds data races by the Go memory model (go.dev/ref/mem): two accesses of two actors to the same memory, at least
// one of them a write and at least one not atomic, without an order by happens-before.
//
// The actors are told apart by vector clocks, as in FastTrack (Flanagan and Freund, PLDI 2009). An actor that synchronizes releases
// what it knows to a place, and another one acquires it there. For each word of memory, the accesses are kept that none after them
// covers: mostly one.
package races

import "unsafe"

// Place is where actors synchronize: a part of an object.
type Place struct{ Object, Part int32 }

// Kind is the kind of an access.
type Kind uint8

// The traits of kinds; the zero Kind is a read.
const (
	Write Kind = 1 << iota
	Atomic
)

// conflicts reports whether two accesses are a data race if none happens before the other.
func (k Kind) conflicts(other Kind) bool { return (k|other)&Write != 0 && k&other&Atomic == 0 }

// String returns the kind as a verb.
func (k Kind) String() string {
	return [...]string{"reads", "writes", "atomically reads", "atomically writes"}[k]
}

// Where is where an access is in the program.
type Where struct {
	PC    uintptr
	Calls []string // that lead there, innermost first; nil if they are not recorded
}

// Access is an access of an actor to memory.
type Access struct {
	Kind  Kind
	Actor int32
	Where
	at int32
}

// Detector follows an interleaving. The zero Detector is ready for use.
type Detector struct {
	clocks   []clock
	released map[Place]clock
	seen     map[unsafe.Pointer][]Access // by address, which keeps the memory from being used for another variable
}

// Reset begins another interleaving.
func (d *Detector) Reset() {
	for i := range d.clocks {
		d.clocks[i] = d.clocks[i][:0]
	}
	if d.released == nil {
		d.released, d.seen = map[Place]clock{}, map[unsafe.Pointer][]Access{}
	}
	clear(d.released)
	clear(d.seen)
}

// clock returns the clock of an actor.
func (d *Detector) clock(actor int32) *clock {
	for int(actor) >= len(d.clocks) {
		d.clocks = append(d.clocks, nil)
	}
	return &d.clocks[actor]
}

// Begin begins a segment of an actor.
func (d *Detector) Begin(actor int32) {
	c := d.clock(actor)
	*c = c.tick(actor)
}

// Start begins an actor with the knowledge of by, which starts it.
func (d *Detector) Start(actor, by int32) {
	known := *d.clock(by)
	c := d.clock(actor)
	*c = c.join(known).tick(actor)
	d.Begin(by)
}

// Acquire lets the actor know what was released at the place.
func (d *Detector) Acquire(actor int32, at Place) {
	if from := d.released[at]; from != nil {
		c := d.clock(actor)
		*c = c.join(from)
	}
}

// Release releases the knowledge of the actor, in place of an earlier release there.
func (d *Detector) Release(actor int32, at Place) { d.release(actor, at, d.released[at][:0]) }

// Join releases what the actor knows, and all that was released there before.
func (d *Detector) Join(actor int32, at Place) { d.release(actor, at, d.released[at]) }

func (d *Detector) release(actor int32, at Place, before clock) {
	c := d.clock(actor)
	d.released[at] = before.join(*c)
	d.Begin(actor)
}

// Access notes an access to the word of memory at an address. It returns an earlier access with which it is a data race, or nil. It
// calls where only if it keeps the access.
func (d *Detector) Access(actor int32, address unsafe.Pointer, k Kind, where func() Where) *Access {
	c := *d.clock(actor)
	all, now := d.seen[address], c.of(actor)
	own := -1
	for i := range all {
		switch a := &all[i]; {
		case a.Actor == actor:
			if a.at == now && (a.Kind == k || a.Kind == Write) {
				return nil // the same segment has done so before
			}
			if a.Kind == k {
				own = i
			}
		case a.at > c.of(a.Actor):
			if a.Kind.conflicts(k) {
				found := *a
				return &found
			}
		}
	}
	a := Access{Kind: k, Actor: actor, Where: where(), at: now}
	switch { // what races with an earlier access that is left out also races with this one
	case k == Write:
		d.seen[address] = append(all[:0], a)
	case own >= 0:
		all[own] = a
	default:
		d.seen[address] = append(all, a)
	}
	return nil
}
