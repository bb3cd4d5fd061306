// Package wakeup builds wakeup sequences, and compares them with events that may come first.
//
// An interleaving was executed (Execution). For a race of two of its events, the first of which happens before the second, a wakeup sequence
// continues the interleaving in another way from the state before the first event on: with all events that do not happen after it, and then with the
// second event (Builder). It is inserted into an exploration tree (Sequence), below the branches whose first events it can also begin with: its
// weak initials. Package optimaldpor has the tree, and a tour of the algorithm. Source-DPOR uses only the events of a sequence.
//
// # Receive patterns
//
// Two messages into one mailbox are dependent only if a receive that could take either shows their
// order: the observer. So dependence is decided relative to a sequence that knows which receive
// takes which message (causality.Takers). A wakeup sequence that reverses such a race must contain the
// observer (Builder.observe), or the two messages would seem independent in it. See Aronis,
// Fritchie, Sagonas, "Testing and Verifying Chain Repair Methods for CORFU", section 5.1.
//
// # Receives beyond a sequence
//
// A sequence ends with the observer. The executed interleaving went on, and some of its later
// events remain possible after the sequence. They are kept beside it (Sequence.Beyond), for
// they may show an order that the sequence alone does not show. An example of five events,
// each of a process of its own:
//
//	a  q sends a message to p
//	b  r reads a row
//	c  p receives the message of a
//	d  s writes that row
//	e  t sends a message to p
//
// Let the sequence be a, and let b and c be beyond it. Where is it inserted?
//
//   - Not below a branch e. In the sequence alone, no receive shows the order of a and e, so e
//     would be a weak initial, and the sequence would be inserted below e. But below e the
//     receive takes the message of e, while c takes the message of a. The class with c might be
//     planned nowhere. So b and c become a part of the sequence, and a b c is compared with the
//     next branches: e conflicts with it.
//   - Not below a branch d, for the same reason: d conflicts with b. The reversal of that race,
//     found below d, would lead to b before d. But it may be dropped because the
//     sequence that reverses it has no observer.
//   - Below a branch b: it conflicts with nothing. The sequence remains a, with c beyond it.
//     A branch e below b is compared with a and c, and conflicts.
//
// The same comparison decides which sequences are dropped because an event sleeps (Builder.Covered, Sequence.Covered).
// TestCovered runs this example.
//
// One step is tested but not proven (checker/conditional_test.go has programs made for it). An
// event may deliver a message and also conflict in another way with a later one, as a SendName
// conflicts with an Unregister of the name. A sequence that reverses this conflict leaves
// out the messages that an observer shows to be after the event. They come with the reversal of
// the message itself, which leads to a branch that agrees with more of the class. It is
// not proven that this reaches the whole class if several such events exclude each other.
//
// A Demonitor that flushes takes the message of its monitor, whether it comes before or after
// the message. This also holds where the flush is compared with a sequence that does not contain
// it, and in an interleaving without the message. So takers find the message by the number of
// the monitor, and a sequence that passes a flush remembers it (takers.flushes, Sequence.Pass).
//
// # Results that change
//
// The reversed event e' was executed after e, and is planned before it. Where its result there
// matters for dependence, it is predicted (Builder.predict): a receive with timeout finds
// nothing (Builder.predictReceive), an operation on a table finds the row as it is
// then (Builder.predictRow), and one on processes, names or timers finds their cells as
// they are then (Builder.cell).
//
// # Waiting for a row
//
// A change of the row can disable an Await of a table again, and the start of a timer with an earlier
// deadline the expiry of another timer. A change of a cell can disable a Use that blocks. So the reversal of a race may leave it
// disabled, and it may be possible at times that no race of the interleaving leads to.
// Builder.ReversePreventable looks for such times. It does so for expiries and Awaits that were executed, for
// Awaits that wait at the end of the interleaving, and for Awaits of processes that were told to end. A read that polls is such an
// Await: it is possible only while its turn of a loop does something with the row.
package wakeup
