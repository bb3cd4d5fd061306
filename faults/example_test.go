package faults_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/trace"
)

// A text changes a budget, as the flag -faults of the command does.
func ExampleBudget_With() {
	f, err := faults.Budget{Crashes: 2, Restarts: 1}.With("crashes=1 losses@client->*=1")
	fmt.Println(f, err)
	_, err = f.With("loses=1")
	fmt.Println(err)
	// Output:
	// crashes=1 restarts=1 losses@client->*=1 <nil>
	// loses=1: there is no fault of that name; did you mean losses? the names are crashes, restarts, connections, crashes-of-node, disk, sync-failures, pauses, losses, duplicates, reorderings, partitions, one-way, one-link, drift, jump, offset
}

// The table of faults has a row for each kind.
func ExampleKinds() {
	for _, k := range faults.Kinds()[:2] {
		fmt.Printf("%s: %s\n", k.Usage(), k.Doc)
	}
	// Output:
	// crashes=N: nodes (processes started with proc.Node) crash up to N times, all together
	// restarts=N: crashed nodes are started again up to N times, all together; restarts=always: after each crash
}

// Some nodes and messages have budgets of their own.
func ExampleNode() {
	f := faults.Budget{
		Nodes: []faults.Node{{Name: "server*", Crashes: 1, Restarts: faults.AfterEachCrash}},
		Links: []faults.Link{{From: "client", Losses: 1}},
	}
	fmt.Println(f)
	fmt.Println(f.Nodes[0].Matches("server#2"), f.OfMessages())
	// Output:
	// crashes@server*=1 restarts@server*=always losses@client->*=1
	// true true
}

// A disk policy without crashes makes no difference.
func ExampleBudget_Validate() {
	f := faults.Budget{Disk: faults.DiskTorn, SyncFailures: 1}
	fmt.Println(f.Validate(false))
	// Output:
	// has disk=torn, but no node crashes; disk makes a difference only with crashes
}

// A schedule in which a node crashes needs a crash.
func ExampleBudget_ForSchedule() {
	s := trace.NamedSchedule{{Actor: "main"}, {Actor: "main's faults", Alternative: 1}}
	fmt.Println(faults.Budget{Losses: 1}.ForSchedule(s))
	// Output:
	// crashes=1 losses=1
}
