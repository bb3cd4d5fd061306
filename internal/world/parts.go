package world

import (
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// The kinds of parts.
const (
	aProcess uint64 = iota + 1
	aTimer
	aChannel
	aTable
	aCell
	someDecisions
	someFaults
	somePartitions
)

// part begins the fingerprint of a part of the system.
func part(kind uint64, number int32) trace.Fingerprint {
	return trace.Fingerprint{}.With(kind<<32 | uint64(uint32(number)))
}

// partOf begins a part of a state.
func partOf(b []byte, kind uint64, number int) []byte { return whole.Append(b, int(kind), number) }
