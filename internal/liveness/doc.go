// Package liveness finds interleavings without end that are fair, and in which a condition never holds.
//
// An interleaving is fair if every actor that is enabled from some point on for ever takes steps for ever: weak
// fairness. Which alternative of its operation an actor takes is not part of that.
//
// [Explore] makes the graph of the states before the condition holds, with all steps: a search that leaves out
// equivalent interleavings may leave out those that are fair. An interleaving without end stays in a strongly
// connected component in the end. There is a fair one in a component if each actor is disabled in one of its states,
// or takes a step in it: a walk through all of the component does the same for ever. Otherwise there is none, as an
// actor is enabled in all of its states, and so in those of any cycle in it, and takes a step in none. So components
// need not be searched further.
//
// With strong fairness, every actor that is enabled again and again takes steps again and again. Then a component may have
// a fair interleaving although some actor that is enabled in it takes no step in it: one that avoids the states in which
// the actor is enabled. So these are removed, and the components of the rest are found, until nothing is removed: Emerson,
// Lei, "Modalities for model checking: branching time logic strikes back", 1987, for Streett's condition.
//
// See Lichtenstein, Pnueli, "Checking that finite state concurrent programs satisfy
// their linear specification", 1985, and Baier, Katoen, "Principles of Model Checking", section 3.5. The components
// are found as in Tarjan, "Depth-first search and linear graph algorithms", 1972.
package liveness
