// Package optimaldpor decides which interleaving is explored next. It sees
// events, not processes: everything it knows of a program is in package trace.
//
// # A tour of optimal DPOR
//
// Two events are dependent if their order can be told (trace.Relation). Orders
// of independent events make no difference, so interleavings that differ in such
// orders only form one equivalence class, and it is enough to execute one of
// each. Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic
// Partial Order Reduction", POPL 2014) executes exactly one of each.
//
// The paper's words, and ours:
//
//	E                 the interleaving        Optimal.trace
//	E', a prefix of E a state on the path     Optimal.path, a node each
//	wut(E')           its wakeup tree         the children of that node to the right of the path
//	sleep(E')         its sleep set           Optimal.sleepers, from the children to the left
//	→E                happens-before          trace.Order, in Optimal.order
//	e ⋖E e'           a reversible race       trace.Race, from Order.Races
//	notdep(e, E).e'   its wakeup sequence v   sequence, in Optimal.seq; wakeup, once it is on its way
//	WI[E'](v)         weak initials           sequence.weakInitial, wakeup.weakInitial
//
// For each interleaving, in the order in which they run:
//
//  1. Optimal.Begin takes the leftmost leaf of the exploration tree (Search.take). The
//     events on the path to it are the planned beginning of the interleaving
//     (Optimal.setPath); what was explored to the left of the path sleeps
//     (Optimal.look).
//  2. Optimal.Observe holds what happens against the plan. Behind the plan,
//     Optimal.Choose goes on freely. Nothing sleeps in this part (see 7).
//  3. Optimal.End computes →E and the races (Order.Update).
//  4. Optimal.findSleepers verifies that every sleeper has been woken, so that the
//     interleaving is of a class that was not explored before.
//  5. Optimal.plans goes through the races e ⋖E e', and for each of them
//     sequence.reverse builds v = notdep(e, E).e': all that does not happen after e,
//     then e'. (The other outcomes of a choice are planned in the same way, by
//     sequence.choose, whichever it had: a sequence may have brought it from elsewhere.)
//  6. Optimal.asleep drops v if an event that sleeps where v begins is one of its weak
//     initials: then an interleaving of that class was or will be explored to the
//     left.
//  7. Search.insert puts v into the tree to the right of the path, below those
//     branches that already begin like it, if the bound admits that (Bound). As v was
//     not dropped in 6, executing it wakes every sleeper; that is why nothing sleeps
//     in 2.
//  8. Search.pass lets go of what is done with, and gives the next leaf its turn.
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
// That is not enough. What is certain to be possible behind the sequence is kept beside it
// (sequence.beyond), and becomes a part of it where it makes a difference to a branch that
// would cover it (sequence.covered, wakeup.covered), in one of two ways. Either a receive
// there shows in which order other messages of the sequence are: taken for independent, they
// would change places in 6 or 7, and a class in which they have this order might be
// planned nowhere. Or the branch conflicts with what is there. The races below it would lead
// to what is there in the end, but some are dropped in 6 meanwhile: where an event turns
// out otherwise, as a choice does, nobody knows whether what was behind it comes again, the
// observer of two messages, say; without it one of them is asleep. What is dropped so must
// be planned by a sequence that has the observer, down this very branch, and not below
// another one in which what comes later is in another order.
//
// One step rests on tests (checker/conditional_test.go has programs made for it). An event may
// deliver a message and also conflict in another way with a later one, as a SendName does
// with an Unregister of the name. Messages that an observer shows to be behind it are left
// out where this conflict is reversed. They come with the reversal of the message itself,
// which leads to a branch that agrees with more of the class; that this goes on until all of it is
// planned has not been proven for several such events that exclude each other.
//
// The message of a monitor that is flushed is taken by what flushes it (a
// Demonitor), whichever of the two comes first. So it is taken also where it is
// compared with a sequence that it is no part of, and in an interleaving in which it has
// not been sent: takers tell it by the number of the monitor, and a sequence that
// goes below a branch that flushes one remembers that (takers.flushes, wakeup.pass).
//
// # Results that change
//
// The reversed event e' was executed behind e, and is planned in front of it.
// What it will do there is foreseen where that matters for dependence
// (sequence.foresee): a receive with timeout finds nothing (sequence.foreseeReceive), an
// operation on a table finds the row as it is then (sequence.foreseeRow), and one on
// processes, names or timers the cells as they are then (sequence.cell).
//
// # Waiting for a row
//
// An Await of a table can be disabled again by those who change the row, so the
// reversal of a race may leave it disabled, and it may be possible at a time that
// no race of the interleaving leads to. sequence.sooner looks for such times, also
// for Awaits that wait at the end of the interleaving and have no event, and for those of
// processes that were told to end: also what comes behind that may come in front of it.
//
// # The tree
//
// Most states that an interleaving comes to never have a second branch. So the
// events of a planned sequence are one leaf until something else branches off them
// (pool.unfold), and those of an interleaving are added to the tree when something
// is planned beside them (Optimal.locate).
//
// The alternatives of a choice that are planned at one state are one leaf until an explorer
// takes the first of them, and those that are done with are one node again (choices.go). So a
// choice costs what is explored of it, not how many alternatives it has.
//
// Children are only ever added at the right, and each branch takes all to its
// left as done. Subtrees that have been explored are let go of; of a finished
// branch only its first event is kept, for 6.
//
// A leaf of the tree will be explored whatever comes of those to its left, so
// several explorers may work on the tree (Search). One of them takes the leaf
// whose turn it is, the leftmost one. Another takes one further to the right and
// explores all below it (task); there it does 1 to 8 on its own. What it finds that
// belongs elsewhere waits for the turn of that leaf. So the tree grows as if one
// explorer did it all, and with it the order and number of interleavings, and what
// a bound cuts. Where 6 has looked at an event to the left that was only planned
// then, and something else has come of it since, the task begins anew.
//
// # Beside it
//
// Source is source-DPOR, and BPOR its form for a bound on preemptions. Naive explores every
// interleaving; the tests hold the others against it.
package optimaldpor
