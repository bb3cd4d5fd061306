// Package published has protocols that explicit-state model checkers publish, at the sizes for which
// they publish the number of states. They show what a stateful search does with them:
//
//	checkmodel -search states -model '^paxos-2-clients$' ./models/published
//
// The protocols are examples of Stateright (github.com/stateright/stateright), a model checker for
// actors: single-decree Paxos, the register of Attiya, Bar-Noy and Dolev (ABD), a register in one
// copy, and two-phase commit. The messages between servers, the requests of clients, and the
// properties are the same. The style differs: receives name the messages that they want, clients call
// servers, and a process keeps only the data that its next turns need.
//
// The number in the name of a model is the number of its clients, or of the resource managers
// of two-phase commit. Each protocol also has a smaller model, and one with a fault that
// violates its property.
package published
