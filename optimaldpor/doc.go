// Package optimaldpor decides which interleaving is explored next. It sees
// events, not processes: all it knows of a program is in package trace.
//
// # A tour of optimal DPOR
//
// Two events are dependent if their order makes a difference (causality.Relation). Interleavings that
// differ only in the order of independent events form one equivalence class, and it is enough to
// execute one interleaving of each class. Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic
// Partial Order Reduction", POPL 2014) executes exactly one.
//
// The terms of the paper, and where they are here:
//
//	E                 the interleaving        interleaving.trace
//	E', a prefix of E a state on the path     interleaving.path, a node each
//	wut(E')           its wakeup tree         the children of that node to the right of the path
//	sleep(E')         its sleep set           interleaving.sleepers, from the children to the left
//	→E                happens-before          causality.Order, in interleaving.order
//	e ⋖E e'           a reversible race       causality.Race, from Order.Races
//	notdep(e, E).e'   its wakeup sequence v   sequence, in interleaving.seq; wakeup, when it is inserted
//	WI[E'](v)         weak initials           sequence.weakInitial, wakeup.weakInitial
//
// For each interleaving, in the order in which they run:
//
//  1. Optimal.Begin takes the leftmost leaf of the exploration tree (Dispatcher.take). The
//     events on the path to it are the planned beginning of the interleaving
//     (interleaving.setPath). The branches to the left of the path sleep
//     (interleaving.look).
//  2. Optimal.Observe compares the events with the plan. After the plan, Optimal.Choose
//     continues freely. Nothing sleeps there (see 7).
//  3. Optimal.End computes →E and the races (Order.Update).
//  4. interleaving.findSleepers verifies that every sleeper has been woken: the
//     interleaving is of a class that was not explored before.
//  5. interleaving.plans takes each race e ⋖E e', and sequence.reverse builds
//     v = notdep(e, E).e': all events that do not happen after e, then e'. The other
//     alternatives of a choice are planned in the same way, by sequence.choose. A race of the
//     previous interleaving is left out if its sequence would be the same again (unchanged).
//  6. interleaving.asleep drops v if an event that sleeps where v begins is a weak
//     initial of v: an interleaving of that class was or will be explored to the left.
//  7. tree.insert adds v to the tree, to the right of the path and below the branches
//     that cover its beginning, if the bound admits it. As v was not dropped in 6,
//     executing it wakes every sleeper, so nothing sleeps in 2.
//  8. tree.advance releases finished subtrees, and gives the next leaf its turn.
//
// # Receive patterns
//
// Two messages into one mailbox are dependent only if a receive that could take either shows their
// order: the observer. So dependence is decided relative to a sequence that knows which receive
// takes which message (causality.Takers). A wakeup sequence that reverses such a race must contain the
// observer (sequence.observe), or the two messages would seem independent in it. See Aronis,
// Fritchie, Sagonas, "Testing and Verifying Chain Repair Methods for CORFU", section 5.1.
//
// # Receives beyond a sequence
//
// A sequence ends with the observer. The executed interleaving went on, and some of its later
// events remain possible after the sequence. They are kept beside it (sequence.beyond), for
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
//     found below d, would lead to b before d. But it may be dropped in 6 because the
//     sequence that reverses it has no observer.
//   - Below a branch b: it conflicts with nothing. The sequence remains a, with c beyond it.
//     A branch e below b is compared with a and c, and conflicts.
//
// The same comparison decides which sequences are dropped in 6 (sequence.covered, wakeup.covered).
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
// the monitor, and a sequence that passes a flush remembers it (takers.flushes, wakeup.pass).
//
// # Results that change
//
// The reversed event e' was executed after e, and is planned before it. Where its result there
// matters for dependence, it is predicted (sequence.predict): a receive with timeout finds
// nothing (sequence.predictReceive), an operation on a table finds the row as it is
// then (sequence.predictRow), and one on processes, names or timers finds their cells as
// they are then (sequence.cell).
//
// # Waiting for a row
//
// A change of the row can disable an Await of a table again, and the start of a timer with an earlier
// deadline the expiry of another timer. A change of a cell can disable a Use that blocks. So the reversal of a race may leave it
// disabled, and it may be possible at times that no race of the interleaving leads to.
// sequence.reversePreventable looks for such times. It does so for expiries and Awaits that were executed, for
// Awaits that wait at the end of the interleaving, and for Awaits of processes that were told to end. A read that polls is such an
// Await: it is possible only while its turn of a loop does something with the row.
//
// # The tree
//
// Most states have one branch only. So the events of a planned sequence are one leaf
// until another sequence branches off them (pool.split), and the events of an interleaving
// are added to the tree when something is planned beside them (interleaving.locate).
//
// The planned alternatives of a choice at one state are one leaf until an explorer takes
// the first of them, and the explored ones are one node again (choices.go). So a choice
// costs in proportion to its explored alternatives, not to all of them.
//
// Children are added only at the right, and each branch takes all branches to its left as explored.
// Explored subtrees are released; only the first event of a finished branch is kept, for 6.
//
// # Many races with one first event
//
// If n processes send to one receive, or insert the same row, each of n interleavings has n races, and each sequence would be
// compared with n branches. But most sequences are equivalent to sequences of an earlier interleaving. For all races of one event,
// one comparison of the two interleavings shows that (contest.go). Other things keep sequences of many events cheap, and change no result.
// The sequences of races that one receive shows share lists of the events that they have in common (common). Messages that no event
// takes are not compared with later messages (causality.Filter). A sequence that is equivalent to the rest of a leaf mostly has its
// events in the same order, so wakeup.follow moves none of them. A sleeping event that was found to be independent of a sequence
// is not compared again with the events before that sequence (sleeper.apartTo).
//
// # Several explorers
//
// Three types share the work. A tree (tree.go, choices.go) is used by one goroutine at a time. An
// interleaving (interleaving.go, plan.go) belongs to an explorer, which executes it and plans from it. The schedule,
// Search (search.go, task.go), decides which explorer works on which leaf, and holds the lock.
//
// Every leaf of the tree will be explored, whatever is found to its left, so several explorers
// can work on it. One takes the leftmost leaf, whose turn it is. Another takes a leaf further
// to the right and explores everything below it as a task: a tree of its own, which shares no
// node with the rest. Its findings that belong elsewhere wait for the turn of its leaf.
// Then the task's tree becomes part of the whole one. So the tree grows as if there were one
// explorer, and the order and number of interleavings and of bound cuts are the same.
// A task may have compared events in 6 with a planned event to its left. If that
// event was executed with another result since, the task starts again.
//
// # Other strategies
//
// Source is source-DPOR, and BPOR its form for a bound on preemptions. Naive explores every
// interleaving; the tests compare the others with it.
package optimaldpor
