package kind_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace/kind"
)

// A strategy asks what operations of a kind do, and needs no list of kinds.
func ExampleKind_Is() {
	for _, k := range []kind.Kind{kind.Choose, kind.DecideFaults, kind.Crash, kind.Send} {
		fmt.Println(k, k.Is(kind.Chooses), k.Is(kind.Decides|kind.OfNode))
	}
	// Output:
	// choose true false
	// faults true true
	// crash false true
	// send false false
}
