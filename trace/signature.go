package trace

import (
	"crypto/sha256"
	"encoding/binary"
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
			put(int32(a), e.Index, int32(e.Kind), int32(e.Flags), e.Object, int32(e.Key), int32(e.Value), e.Alternative)
			if e.IsReceive() {
				put(int32(e.Taken.Actor), e.Taken.Index)
			}
			if e.Kind != Down { // no actor can tell whether it arrives before the flush
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
