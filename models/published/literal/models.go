package literal

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models. A model of the same protocol and size in package published has the same name.
func Models() []checker.Model {
	var models []checker.Model
	for _, managers := range []int{3, 5, 7, 9, 10} {
		models = append(models, commitment("commit", managers, managers))
	}
	for _, clients := range []int{2, 3, 4} {
		models = append(models, register("register", "One server with the only copy of a register.", 1, clients, single, proc.Bag))
	}
	for _, clients := range []int{1, 2, 3} {
		models = append(models, register("paxos", "Three servers that choose a value by single-decree Paxos.", 3, clients, paxos, proc.Bag))
	}
	const doc = "Servers with copies of a register, by the algorithm of Attiya, Bar-Noy and Dolev."
	models = append(models,
		register("abd-2-servers", doc, 2, 2, abd, proc.Bag),
		register("abd-2-servers-ordered", doc, 2, 2, abd, proc.Channel),
		register("abd-3-servers-ordered", doc, 3, 2, abd, proc.Channel),
	)
	hasty := commitment("commit-hasty", 3, 2)
	hasty.Name, hasty.Violates = "commit-hasty", []string{consistent}
	copies := register("register-two-copies", "Two servers, each with a register of its own.", 2, 2, single, proc.Bag)
	copies.Violates = []string{linearizable}
	return append(models, hasty, copies)
}

// register returns the model of servers that clients must take for one register.
func register(name, doc string, servers, clients int, serve server, d proc.Delivery) checker.Model {
	return checker.Model{
		Name:     fmt.Sprintf("%s-%d-clients", name, clients),
		Doc:      doc,
		Main:     func(p *proc.P) { run(p, servers, clients, serve) },
		Delivery: d,
		Rules:    []checker.Rule{checker.Linearizable(checker.Property{Name: linearizable, Doc: "Clients see a register."}, 0, apply)},
		Goals:    []checker.Property{{Name: chosen, Doc: "A client gets a value."}},
	}
}
