// Package states has a search that remembers the states of a system. Many interleavings lead to few
// states, so it can verify models that have too many interleavings to enumerate. It still counts
// the interleavings exactly.
//
// The search explores the enabled steps of a state in turn, with sleep sets: below a
// step, the steps that were explored before it sleep, as long as they are independent of everything
// that happens. Each equivalence class of interleavings has exactly one path on which no sleeping
// step is taken. The number of classes that begin in a state s while the set Z sleeps is therefore
//
//	count(s, Z) = 1                                        if nothing is enabled in s
//	            = Σ count(s·e, {f ∈ Z ∪ done(e) : f and e are independent})   otherwise,
//
// where the sum is over the enabled steps e that are not in Z, and done(e) is the set of the steps that
// were explored before e. The count depends on s and Z only, so the search explores each pair of a
// state and a sleep set once, and remembers its count. See Godefroid, "Partial-Order Methods for
// the Verification of Concurrent Systems", chapter 5, for sleep sets.
//
// Two steps are independent if their order makes no difference to any actor. Whether a receive can
// tell the order of two messages is unknown before the receive has happened, so any two messages
// into one mailbox depend on each other, and the count equals the count of a search without receive
// patterns. With Config.ReceivePatterns two messages depend on each other only if some receive of
// the process matches both (messagedeps.go).
//
// A step that conflicts with nothing that other actors may do before it is explored alone (persistent.go). A
// state from which only one step is explored is neither remembered nor counted, because the state after it is.
// With late delivery (package late), a message is delivered when its receiver takes it. Then the search counts the
// orders in which messages are taken.
//
// A fingerprint ([trace.State]) stands for a state, a hash of 128 bits, and a hash of 64 bits for a sleep set.
// With n states, the probability that two have the same fingerprint is below n²/2¹²⁹: 10⁻²⁰ for a thousand
// million. Sleep sets are compared only within one state, of which there is rarely more than one.
//
// With Config.Exact the search compares whole states and sleep sets ([trace.State.Whole]), so it never mistakes one
// for another. It also audits the fingerprints of the states that it remembers: it counts the states that have the
// fingerprint of another state, and how often a state has another fingerprint than before.
//
// In a bag, equal messages can stand for each other (bags.go).
//
// Several workers can share a search (workers.go, stealing.go). They find the same as one worker, or part.
//
// A search can be saved (save.go), with the pairs as a stream (pairs.go), and goes on exactly where it was. If workers share
// it, it goes on where they have begun, and finds the pairs that they have explored.
//
// The memory for pairs can be limited. Then the search forgets some, and explores them again when it meets
// them again: it takes longer, and the count remains exact.
package states
