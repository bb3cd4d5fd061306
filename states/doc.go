// Package states has a search that remembers the states of a system. Many interleavings lead to few
// states, so it verifies what no enumeration can, and it still counts interleavings exactly.
//
// The search explores every enabled step of a state, one after the other, with sleep sets: below a
// step, the steps that were explored before it sleep, as long as they are independent of all that
// happens. Each equivalence class of interleavings has exactly one path on which no sleeping step is
// taken. The number of classes that begin in a state s while the set Z sleeps is therefore
//
//	count(s, Z) = 1                                        if nothing is enabled in s
//	            = Σ count(s·e, {f ∈ Z ∪ done(e) : f and e are independent})   otherwise,
//
// where the sum is over the enabled steps e that are not in Z, and done(e) are those before e. It
// depends on s and Z only, so the search remembers it: it explores each pair once. See Godefroid,
// "Partial-Order Methods for the Verification of Concurrent Systems", chapter 5, for sleep sets.
//
// Two steps are independent if no order of them makes a difference to any actor. Whether a receive
// can tell the order of two messages is unknown before it has happened, so any two messages into one
// mailbox depend on each other, and the count is that of a search without receive patterns.
//
// A step that conflicts with nothing that other actors may do before it is explored alone (exclusive.go). A
// state from which there is only one step to explore is not remembered, and not counted, as the state after it
// is. With late delivery (late.go), a message is delivered when its receiver takes it. Then the count is that
// of the orders in which messages are taken.
//
// A state is known by its fingerprint ([trace.State]), a hash of 128 bits, and a sleep set by one of 64 bits. With
// n states, the probability that two have the same is below n²/2¹²⁹: 10⁻²⁰ for a thousand million. Sleep sets are
// compared only within one state, of which there is rarely more than one.
//
// With Config.Exact the search compares whole states and sleep sets ([trace.State.Whole]), so it never takes one for
// another. It also audits the fingerprints of the states that it remembers: it counts those that have the fingerprint
// of another state, and how often a state has another fingerprint than before.
//
// Several workers can share a search (team.go, help.go). They find what one worker finds, or part.
//
// A search can be saved (save.go), with the pairs as a stream (pairs.go), and goes on exactly where it was.
//
// The memory for what is remembered can be limited. Then the search forgets pairs, and explores those again
// that it meets again: it takes longer, and the count remains exact.
package states
