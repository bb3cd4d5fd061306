package cassandra

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const nodes = 3

// setting is the configuration of a model around the protocol.
type setting struct {
	Version version
	Rounds  int  // that a coordinator may begin
	Small   bool // see [setting.arrives]
}

// version is a version of Cassandra.
type version string

const (
	v2_0_0 version = "2.0.0"
	fixed  version = "2.0.0 without the bug"
)

// Models returns the models: each setting with and without the bug.
func Models() (all []checker.Model) {
	for _, s := range []struct {
		name, doc string
		setting   setting
	}{
		{"", "Three transactions begin at any time; each coordinator has one round.", setting{Rounds: 1}},
		{"-two-rounds", "Three transactions begin at any time; each coordinator has up to two rounds.", setting{Rounds: 2}},
		{"-small", "Three transactions, one after the other; some requests do not arrive.", setting{Rounds: 1, Small: true}},
	} {
		s.setting.Version = fixed
		all = append(all, s.setting.model("cassandra"+s.name, s.doc))
		s.setting.Version = v2_0_0
		all = append(all, s.setting.model("cassandra-6023"+s.name, s.doc+" What is promised and what is accepted have one ballot.", once, isolated))
	}
	return all
}

func (s setting) model(name, doc string, violates ...string) checker.Model {
	m := checker.Model{Name: name, Doc: doc, Main: s.run, Rules: rules(), Violates: violates, Commuting: commuting(), Delivery: proc.Bag}
	if !s.Small {
		m.Search.Algorithm = checker.Portfolio
	}
	for id := 1; id <= nodes; id++ {
		m.Goals = append(m.Goals, checker.Property{Name: isCommitted(id), Doc: fmt.Sprintf("Transaction %d is committed.", id)})
	}
	return m
}

// run starts the nodes and their transactions: in a small model only the first one, after which others follow.
func (s setting) run(p *proc.P) {
	var all []proc.PID
	for id := 1; id <= nodes; id++ {
		all = append(all, p.Spawn(fmt.Sprint("node", id), func(p *proc.P) {
			node{ID: id, Setting: s, coordinator: coordinator{Rounds: s.Rounds}}.run(p)
		}, proc.Daemon))
	}
	for _, to := range all {
		if to == all[0] || !s.Small {
			p.Send(to, start{all})
		}
	}
}

// arrives reports whether a coordinator's request arrives at a node. In a small model some do not, as if they were lost or
// late for ever. What is left of them is hardly more than the bug needs.
func (s setting) arrives(request any, from, to int) bool {
	if !s.Small {
		return true
	}
	var reached []int
	switch request.(type) {
	case prepare:
		reached = [][]int{{1, 2}, {1, 2, 3}, {1, 3}}[from-1]
	case propose:
		reached = [][]int{{1, 2, 3}, {1, 2}, {1, 3}}[from-1]
	case commit:
		reached = [][]int{{1, 2, 3}, {1, 2}, {}}[from-1]
	}
	return slices.Contains(reached, to)
}
