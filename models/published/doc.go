// Package published has protocols that explicit-state model checkers publish, at the sizes for which
// they publish the number of states. They show what a search of states does with them:
//
//	checkmodel -search states -model '^paxos-2-clients$' ./models/published
//
// The protocols are those of the examples of Stateright (github.com/stateright/stateright), a model
// checker for actors: single-decree Paxos, the register of Attiya, Bar-Noy and Dolev (ABD), a register
// in one copy, and two-phase commit. The messages between servers, what clients do, and the properties
// are the same. What differs is how they are written: receives name what they want, clients call
// servers, and what a process keeps is only what its next turns need.
//
// The number in the name of a model is that of its clients, or of the resource managers of
// two-phase commit. Each protocol also has a smaller model, and one with a fault that violates
// its property.
package published
