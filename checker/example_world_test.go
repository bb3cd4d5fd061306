package checker_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
)

// A world of locks and counters, in world_test.go, is explored instead of the processes of a model: two actors take two locks.
func ExampleModel_world() {
	both := func(first, second int32) []use {
		return []use{{what: "lock", cell: first}, {what: "lock", cell: second}, {what: "unlock", cell: second}, {what: "unlock", cell: first}}
	}
	r, err := checker.Check(context.Background(), lockModel("philosophers", both(0, 1), both(1, 0)), checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	for _, v := range r.Violations {
		for _, e := range v.Trace.Entries {
			fmt.Println(e.Process, e.Operation)
		}
		for _, w := range v.Waiting {
			fmt.Println(w.Process, "waits for", w.For)
		}
	}
	// Output:
	// violated
	// b lock 1
	// a lock 0
	// a waits for lock 1
	// b waits for lock 0
}
