package machine

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestOperations: each kind of operation can be executed and described.
func TestOperations(t *testing.T) {
	k := kind.Spawn
	for ; k.String() != "no operation"; k++ {
		if k == kind.Use { // is for other worlds
			continue
		}
		if int(k) >= len(kinds) || kinds[k].perform == nil || !requests.Describes(k) {
			t.Errorf("it is not known how %q is executed, or what it is in words", k)
		}
	}
	if len(kinds) > int(k) {
		t.Errorf("there are %d rows for %d kinds of operations", len(kinds)-1, k-1)
	}
}
