package real_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/real"
)

// Two nodes and a client of them run as they are built. The client prints what it has written and what it reads.
func ExampleCluster() {
	ownWrites := real.Rule{Name: "a client reads its own writes", New: func() func(real.Line) error {
		wrote := map[string]string{}
		return func(l real.Line) error {
			if v, ok := strings.CutPrefix(l.Text, "wrote "); ok {
				wrote[l.Node] = v
			}
			if v, ok := strings.CutPrefix(l.Text, "read "); ok && v != wrote[l.Node] {
				return fmt.Errorf("%s has written %s and reads %s", l.Node, wrote[l.Node], v)
			}
			return nil
		}
	}}
	store := real.Cluster{
		Name: "store",
		Nodes: []real.Node{
			{Name: "primary", Command: []string{"store", "serve", "{backup}:7000"}},
			{Name: "backup", Command: []string{"store", "serve"}},
		},
		Clients: []real.Node{{Name: "client", Command: []string{"store", "put", "{primary}:7000", "3"}}},
		Faults:  checker.Faults{Crashes: 1, Restarts: checker.AfterEachCrash, Disk: checker.DiskTorn},
		Rules:   []real.Rule{ownWrites},
	}
	r, err := checker.Check(context.Background(), store.Model(), checker.Options{Runs: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
}

// A counter of which programs print the calls and results, as "add" and "added 3".
func ExampleLinearizable() {
	counter := real.Linearizable("counter", 0, func(n int, _ string) (int, string) { return n + 1, fmt.Sprint("added ", n+1) },
		func(l real.Line) (process string, o checker.Operation[string, string], ok bool) {
			if l.Text == "add" {
				return l.Node, checker.Operation[string, string]{Call: "add"}, true
			}
			return l.Node, checker.Operation[string, string]{Result: l.Text, Returned: true}, strings.HasPrefix(l.Text, "added ")
		})
	judge := counter.New()
	for _, l := range []real.Line{{Node: "a", Text: "add"}, {Node: "a", Text: "added 1"}, {Node: "b", Text: "add"}, {Node: "b", Text: "added 1"}} {
		if err := judge(l); err != nil {
			fmt.Println("linearizability is violated")
		}
	}
	// Output: linearizability is violated
}
