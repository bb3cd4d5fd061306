package published

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/symmetric"
)

const (
	paxosDoc = "Three servers that choose a value by single-decree Paxos."
	abdDoc   = "Servers with copies of a register, by the algorithm of Attiya, Bar-Noy and Dolev."
)

// Models returns the models, grouped by protocol.
func Models() []checker.Model {
	six := register("paxos", paxosDoc, system{servers: 3, clients: 6, serve: paxos{}.serve})
	var models []checker.Model
	for _, clients := range []int{2, 3, 4} {
		m := register("register", "One server with the only copy of a register.",
			system{servers: 1, clients: clients, serve: single})
		models = append(models, m, alike(m, symmetric.Numbered("client", clients, func(i int) any { return value(i + 1) })))
	}
	models = append(models,
		violated(register("register-two-copies", "Two servers, each with a register of its own.",
			system{servers: 2, clients: 2, serve: single})),

		register("paxos", paxosDoc,
			system{servers: 3, clients: 1, serve: paxos{}.serve}),
		register("paxos", paxosDoc,
			system{servers: 3, clients: 2, serve: paxos{}.serve}),
		register("paxos", paxosDoc,
			system{servers: 3, clients: 3, serve: paxos{}.serve}),
		six, alike(six, sharing(3, 6)...),
		violated(register("paxos-stubborn", "A leader proposes its own value, whatever others have accepted.",
			system{servers: 3, clients: 2, serve: paxos{stubborn: true}.serve})),
	)
	for _, servers := range []int{2, 3} {
		name := fmt.Sprintf("abd-%d-servers", servers)
		models = append(models,
			register(name, abdDoc, system{servers: servers, clients: 2, serve: abd{}.serve}),
			ordered(register(name+"-ordered", abdDoc, system{servers: servers, clients: 2, serve: abd{inOrder: true}.serve})))
	}
	models = append(models, violated(ordered(register("abd-hasty-ordered",
		"Servers do not wait until a majority has recorded a value.",
		system{servers: 3, clients: 1, serve: abd{inOrder: true, hasty: true}.serve}))))
	for _, managers := range []int{3, 5, 9, 12} {
		models = append(models, commitment(fmt.Sprintf("commit-%d", managers), "Two-phase commit.", commit{managers: managers}))
	}
	for _, managers := range []int{3, 9, 12} {
		any := commitment(fmt.Sprintf("commit-any-%d", managers), "Two-phase commit that takes votes in any order.", commit{managers: managers, anyOrder: true})
		models = append(models, any, alike(any, symmetric.Numbered("manager", managers, nil)))
	}
	hasty := commitment("commit-hasty", "The transaction manager does not wait for the last resource manager.",
		commit{managers: 3, hasty: true})
	hasty.Violates = []string{consistent}
	return append(models, hasty)
}

// register returns the model of a system whose clients must see a register. Messages arrive in any order.
func register(name, doc string, s system) checker.Model {
	return checker.Model{
		Name:     fmt.Sprintf("%s-%d-clients", name, s.clients),
		Doc:      doc,
		Main:     s.run,
		Delivery: proc.Bag,
		Rules: []checker.Rule{checker.Automaton(
			checker.Property{Name: linearizable, Doc: "Clients see a register."}, history{}, history.next)},
		Goals: goals,
	}
}

// alike returns the model with processes that are alike.
func alike(m checker.Model, groups ...symmetric.Group) checker.Model {
	m.Name += "-alike"
	m.Doc += " Its processes are declared to be alike."
	m.Symmetric = groups
	return m
}

// sharing returns the groups of clients that send to the same servers, of which there are several.
func sharing(servers, clients int) []symmetric.Group {
	all, groups := symmetric.Numbered("client", clients, nil).Processes, make([]symmetric.Group, servers)
	for i, name := range all {
		g := &groups[i%servers]
		g.Processes, g.IDs = append(g.Processes, name), append(g.IDs, value(i+1))
	}
	return groups
}

// violated declares that the clients of a model do not see a register.
func violated(m checker.Model) checker.Model {
	m.Violates = []string{linearizable}
	return m
}

// ordered lets the messages from one process to another arrive in order.
func ordered(m checker.Model) checker.Model {
	m.Delivery = proc.Channel
	return m
}

// commitment returns the model of two-phase commit.
func commitment(name, doc string, c commit) checker.Model {
	return checker.Model{
		Name: name, Doc: doc, Main: c.run, Delivery: proc.Bag,
		Properties: commitProperties, Goals: commitGoals,
	}
}
