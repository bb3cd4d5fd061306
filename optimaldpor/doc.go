// Package optimaldpor decides which interleaving is explored next. It sees
// events, not processes: everything it knows of a program is in package trace.
//
// # A tour of optimal DPOR
//
// Two events are dependent if their order can be told (trace.Relation). Orders
// of independent events make no difference, so interleavings that differ in such
// orders only form one equivalence class, and it is enough to execute one of
// each. Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic
// Partial Order Reduction", POPL 2014) executes exactly one of each. In the
// order in which it happens:
//
//  1. Optimal.Begin takes the leftmost leaf of the exploration tree; the events on
//     the path to it are the planned beginning of the interleaving. The paper's
//     E is Optimal.trace, its exploration tree with the wakeup trees wut(E') to
//     the right of the path is the tree of node.
//  2. Optimal.Choose goes on freely from there, Optimal.Observe adds what
//     happens to the tree. Nothing sleeps in this part (see 6).
//  3. Optimal.End computes happens-before, the paper's →E, and the races e ⋖E e'
//     that can be reversed (trace.Order).
//  4. For each race sequence.reverse builds the wakeup sequence
//     v = notdep(e, E).e': all that does not happen after e, then e'.
//  5. Optimal.asleep drops v if an event that was explored to the left of the
//     path is one of its weak initials WI(v): then an interleaving of that class
//     was or will be explored there. The branches to the left are the paper's
//     sleep sets, written as what they come from.
//  6. Search.insert puts v into the tree to the right of the path, below those
//     branches that already begin like it. As v was not dropped in 5, executing
//     it wakes every sleeper; that is why nothing sleeps in 2, and what
//     Optimal.findSleepers verifies behind every interleaving.
//
// # Receive patterns
//
// Whether two messages into one mailbox are dependent is not known from the two
// alone: it takes a receive that could have taken either (the observer). So
// dependence is asked relative to a sequence that knows who takes what
// (trace.Takers), and where the sequence is a planned one, the answer is that of
// the plan. A wakeup sequence that reverses such a race must bring the observer
// along (sequence.observe), or the two messages would seem independent in it.
// See Aronis, Fritchie, Sagonas, "Testing and Verifying Chain Repair Methods for
// CORFU", section 5.1.
//
// # Results that change
//
// The reversed event e' was executed behind e, and is planned in front of it.
// What it will do there is foreseen where that matters for dependence: a receive
// with timeout finds nothing (sequence.reverse), an operation on a table finds
// the row as it is then (sequence.foresee).
//
// # Waiting for a row
//
// An Await of a table can be disabled again by those who change the row, so the
// reversal of a race may leave it disabled, and it may be possible at a time that
// no race of the interleaving leads to. sequence.sooner looks for such times, also
// for Awaits that wait at the end of the interleaving and have no event.
//
// # The tree
//
// Children are only ever added at the right, and each branch takes all to its
// left as done. Subtrees that have been explored are let go of; of a finished
// branch only its first event is kept, for 5.
//
// A leaf of the tree will be explored whatever comes of those to its left, so
// several explorers may work on the tree (Search). One of them takes the leaf
// whose turn it is, the leftmost one. Another takes one further to the right and
// explores all below it (task); there it does 1 to 6 on its own. What it finds that
// belongs elsewhere waits for the turn of that leaf. So the tree grows as if one
// explorer did it all, and with it the order and number of interleavings, and what
// a bound cuts. Where 5 has looked at an event to the left that was only planned
// then, and something else has come of it since, the task begins anew.
//
// In a search from bound to bound (deepening), what the bound does not admit in 6
// waits, and goes through 6 again under the next bound. It makes no difference to what
// is explored when 6 happens, only to where.
//
// # Beside it
//
// Source is source-DPOR, Naive explores every interleaving; the tests hold
// Optimal against both.
package optimaldpor
