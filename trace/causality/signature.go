package causality

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Signature identifies an equivalence class within one exploration: two
// complete interleavings have the same signature exactly when they consist of
// the same events with the same happens-before relation.
type Signature [16]byte

// Signature returns the signature of the interleaving last given to Compute or Update.
func (o *Order) Signature() Signature {
	var buf []byte
	put := func(vs ...int32) {
		for _, v := range vs {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(v))
		}
	}
	for a, positions := range o.ofActor {
		for _, j := range positions {
			e := &o.events[j]
			op := e.Numbers()
			put(int32(a), e.Index, e.Alternative)
			put(op[:]...)
			if e.IsReceive() {
				put(int32(e.Taken.Actor), e.Taken.Index)
				e.Took(func(m trace.EventID) { put(int32(m.Actor), m.Index) })
				put(-1)
			}
			if e.Kind != kind.Down { // no actor can tell whether it arrives before the flush
				put(int32(e.Result), int32(e.Fatal), flag(e.Ok))
			}
			for b, last := range o.clock(int(j)) {
				if last >= 0 {
					put(int32(b), o.events[last].Index)
				}
			}
			put(-1)
		}
	}
	sum := sha256.Sum256(buf)
	return Signature(sum[:16])
}

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// Class returns a hash of the equivalence class of the interleaving last given to Compute or Update: of its events
// with the happens-before relation. It is the same in every run, if the function returns a hash of the name of
// an actor. Two classes have the same hash with a probability of about 2^-64.
//
// Each event adds its own content and the events with whose clocks its clock was joined. These are the same in all interleavings
// of a class: first the events without which it cannot happen, then the last events on which it depends, as scan joins no event
// that happens before another such event. With the order of each actor they determine the happens-before relation.
func (o *Order) Class(name func(trace.ActorID) uint64) (class uint64) {
	o.identities = o.identities[:0]
	for j := range o.events {
		e := &o.events[j]
		o.identities = append(o.identities, trace.Mix(name(e.Actor), uint64(e.Index)+1))
	}
	for j, h := range o.identities {
		e := &o.events[j]
		h = trace.Mix(h, uint64(e.Kind.Code())<<32|uint64(uint32(e.Alternative)))
		if e.Set != nil {
			for _, m := range e.Set.Messages { // in no order: numbers of actors differ from run to run
				h += trace.Mix(o.identities[o.Position(m)], 2)
			}
		} else if i := o.Position(e.Taken); i >= 0 {
			h = trace.Mix(h, o.identities[i])
		}
		for _, i := range o.Joined(j) {
			h += trace.Mix(o.identities[i], 1)
		}
		class += trace.Mix(h, 1)
	}
	return class
}
