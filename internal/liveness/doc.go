// Package liveness finds fair infinite interleavings in which a condition never holds, and dead ends: states after which
// it can never hold.
//
// An interleaving is fair if every actor that is enabled from some point on for ever takes steps for ever: weak
// fairness. Fairness says nothing about the alternatives of an operation.
//
// [Explore] makes the graph of the states before the condition holds, with all steps: a search that leaves out
// equivalent interleavings may leave out the fair ones. An infinite interleaving stays in a strongly
// connected component in the end. A component has a fair interleaving if each actor is disabled in some state of it,
// or takes a step in it: a walk through all of the component, repeated for ever. Otherwise some actor is enabled in
// all states of the component, and so in all states of any cycle in it, and takes no step in it. So no part of a
// component needs to be searched.
//
// With strong fairness, every actor that is enabled again and again takes steps again and again. Then a component may have
// a fair interleaving although an actor takes no step in it and is enabled in some of its states: the interleaving avoids
// these states. So these are removed, and the components of the rest are found, until nothing is removed: Emerson, Lei,
// "Modalities for model checking: branching time logic strikes back", 1987, for Streett's condition.
//
// An actor that polls takes steps that the world leaves out: reads after which it would do nothing. They count as edges from a
// state to itself, so that strong fairness does not ask for the step with which the actor would do something.
//
// Dead ends are judged on the graph of all states, also after the condition holds: AG EF in the logic CTL, of Clarke,
// Emerson, Sistla, "Automatic verification of finite-state concurrent systems using temporal logic specifications", 1986. As there,
// a search backwards from the states in which it holds finds all that have hope, in time linear in the graph. It needs all
// steps, too: a search that leaves out equivalent interleavings may not meet a dead end, as it meets some of the states on the way
// only, and from these it leaves out steps after which the condition holds again.
//
// See Lichtenstein, Pnueli, "Checking that finite state concurrent programs satisfy
// their linear specification", 1985, and Baier, Katoen, "Principles of Model Checking", section 3.5. The components
// are found as in Sharir, "A strong-connectivity algorithm and its applications in data flow analysis", 1981.
package liveness
