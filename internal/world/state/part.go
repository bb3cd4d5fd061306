package state

import (
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// Part is a kind of parts of a state.
type Part uint64

// The kinds of parts.
const (
	ProcessPart Part = iota + 1
	timerPart
	channelPart
	TablePart
	cellPart
	DecisionsPart
	FaultsPart
	PartitionsPart
)

// Print begins the fingerprint of a part.
func (p Part) Print(number int32) trace.Fingerprint {
	return trace.Fingerprint{}.With(uint64(p)<<32 | uint64(uint32(number)))
}

// Begin begins the contents of a part.
func (p Part) Begin(b []byte, number int) []byte { return whole.Append(b, int(p), number) }
