package cassandra

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the protocol with the fix, and as it was in version 2.0.0.
func Models() []checker.Model {
	return []checker.Model{
		{Name: "cassandra", Doc: "Nodes keep the ballot of what they have accepted.",
			Main: cluster(false), Rules: rules(), Delivery: proc.Bag},
		{Name: "cassandra-6023", Doc: "Nodes keep one ballot for what they have promised and accepted.",
			Main: cluster(true), Rules: rules(), Delivery: proc.Bag, Violates: []string{once}},
	}
}

const once = "a transaction takes effect once"

func rules() []checker.Rule {
	p := checker.Property{Name: once, Doc: "Transaction 1 is not committed again on top of transaction 2."}
	return []checker.Rule{checker.Always(p, func(all []checker.Exposed[Row]) error {
		for _, e := range all {
			if r := e.State; r.B.Value == "b" && r.A.Value == "a" {
				return fmt.Errorf("on %s transaction 1 is committed with ballot %d, and transaction 2 with ballot %d", e.Process, r.A.Ballot, r.B.Ballot)
			}
		}
		return nil
	})}
}

// cluster starts three nodes.
func cluster(oneBallot bool) func(*proc.P) {
	return func(p *proc.P) {
		var nodes []proc.PID
		for id := 1; id <= 3; id++ {
			nodes = append(nodes, p.Spawn(fmt.Sprint("node", id), node{ID: id, OneBallot: oneBallot}.run, proc.Daemon))
		}
		for _, n := range nodes {
			p.Send(n, begin{nodes})
		}
	}
}
