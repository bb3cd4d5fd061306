package kind_test

import (
	"testing"

	. "github.com/checkmodel/checkmodel/trace/kind"
)

func TestKinds(t *testing.T) {
	seen := map[string]Kind{}
	for k := Spawn; k.String() != "no operation"; k++ {
		if other, ok := seen[k.String()]; ok && k.Code() != other.Code() && k != DecideSync || k.String() == "" {
			t.Errorf("operation %d is called %q, as is %d", k, k, other)
		}
		seen[k.String()] = k
	}
	if seen["select"] != TableSelect {
		t.Errorf("the operations end at %d already", len(seen))
	}
	if Kind(0).String() != "no operation" || Kind(255).String() != "no operation" {
		t.Errorf("numbers that are no operation are called %q and %q", Kind(0), Kind(255))
	}
	for k, want := range map[Kind]bool{Send: false, TimerRead: false, TableNew: true, TableSelect: true} {
		if k.Is(OnTable) != want {
			t.Errorf("%v is on a table: %t, want %t", k, !want, want)
		}
	}
	for k, want := range map[Kind]bool{TimerRead: false, TableNew: true, TableHeir: true, TableInsert: false, TableSelect: false} {
		if k.Is(OnWholeTable) != want {
			t.Errorf("%v is on a whole table: %t, want %t", k, !want, want)
		}
	}
}
