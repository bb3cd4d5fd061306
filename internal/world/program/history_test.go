package program

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// Points at the heads of loops continue as one if their states are equal, not if only their fingerprints are.
func TestHeadsCollide(t *testing.T) {
	root := &History{}
	at := func(number uint32) *History {
		h := root.with(Result{N: int32(number)})
		h.Head = &head{print: trace.Fingerprint{1, 2}, number: number}
		return h
	}
	past := &histories{First: root, heads: map[trace.Fingerprint]*History{}}
	first, other, equal := at(1), at(2), at(1)
	for _, h := range []*History{first, other, equal} {
		past.atHead(h)
	}
	if first.same != nil || other.same != nil || equal.same != first {
		t.Errorf("the first stands for %v, another for %v, an equal one for %v", first.same, other.same, equal.same)
	}
}
