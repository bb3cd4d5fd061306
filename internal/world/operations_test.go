package world

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// The world knows how to execute and to undo each kind of operation.
func TestOperations(t *testing.T) {
	k := trace.Spawn
	for ; k.String() != "no operation"; k++ {
		if int(k) >= len(behaviours) || behaviours[k].perform == nil || behaviours[k].undo == nil {
			t.Errorf("nothing is known of how to execute %q, or how to undo it", k)
		}
	}
	if len(behaviours) > int(k) {
		t.Errorf("there are %d behaviours for %d kinds of operations", len(behaviours)-1, k-1)
	}
}
