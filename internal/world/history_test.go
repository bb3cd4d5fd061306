package world

import (
	"github.com/checkmodel/checkmodel/trace"
	"testing"
)

// Points at the heads of loops continue as one if their states are equal, not if only their fingerprints are.
func TestHeadsCollide(t *testing.T) {
	root := &history{}
	at := func(number uint32) *history {
		h := root.with(Result{N: int32(number)})
		h.head = &head{print: trace.Fingerprint{1, 2}, number: number}
		return h
	}
	past := &histories{first: root, heads: map[trace.Fingerprint]*history{}}
	first, other, equal := at(1), at(2), at(1)
	for _, h := range []*history{first, other, equal} {
		past.atHead(h)
	}
	if first.same != nil || other.same != nil || equal.same != first {
		t.Errorf("the first stands for %v, another for %v, an equal one for %v", first.same, other.same, equal.same)
	}
}
