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
//	E                 the interleaving        Execution.Events, in interleaving.run
//	E', a prefix of E a state on the path     interleaving.path, a node each
//	wut(E')           its wakeup tree         the children of that node to the right of the path
//	sleep(E')         its sleep set           interleaving.sleepers, from the children to the left
//	→E                happens-before          causality.Order, in Execution.Order
//	e ⋖E e'           a reversible race       causality.Race, from Order.Races
//	notdep(e, E).e'   its wakeup sequence v   wakeup.Builder; wakeup.Sequence, when it is inserted
//	WI[E'](v)         weak initials           Builder.Covered, Sequence.Covered
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
//  5. interleaving.plans takes each race e ⋖E e', and Builder.Reverse builds
//     v = notdep(e, E).e': all events that do not happen after e, then e'. The other
//     alternatives of a choice are planned in the same way, by Builder.Choose. A race of the
//     previous interleaving is left out if its sequence would be the same again (unchanged).
//  6. interleaving.asleep drops v if an event that sleeps where v begins is a weak
//     initial of v: an interleaving of that class was or will be explored to the left.
//  7. tree.insert adds v to the tree, to the right of the path and below the branches
//     that cover its beginning, if the bound admits it. As v was not dropped in 6,
//     executing it wakes every sleeper, so nothing sleeps in 2.
//  8. tree.advance releases finished subtrees, and gives the next leaf its turn.
//
// Package internal/wakeup has the executed interleaving and builds the sequences. Its documentation tells what receives, results that change, and
// operations that wait add to 5.
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
// The sequences of races that one receive shows share lists of the events that they have in common (Builder.common). Messages that no event
// takes are not compared with later messages (causality.Filter). A sequence that is equivalent to the rest of a leaf mostly has its
// events in the same order, so Sequence.Follow moves none of them. A sleeping event that was found to be independent of a sequence
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
// Package backtrack has the strategies that plan single steps: source-DPOR, its form for a bound on preemptions, and the naive search. The tests
// here compare all of them.
package optimaldpor
