// Package goroutine is the world of ordinary Go code: goroutines that share channels, locks and memory. It implements
// [trace.World], so every search that needs no states explores it.
//
// A goroutine is a coroutine that runs alone until it asks for an operation. An operation is an access to cells, or waits for
// them: it is of the kind [kind.Use], and no strategy knows what a channel is. use.go says how, and locks.go, channels.go and
// selects.go say which cells each operation reads and changes. The heap is shared, so the world cannot step back: each
// interleaving is executed from the start.
//
// # Cells
//
// Two operations conflict exactly if some execution can tell their order:
//
//   - A mutex is one cell. Those that wait for it race.
//   - Readers of an RWMutex, and calls of Done of a WaitGroup, change cells of their own, so they commute. Goroutines share these
//     few cells by their numbers among the children of one goroutine.
//   - A channel has a cell with the number of sends, one with the number of receives, and one for each value. So a send and a
//     receive conflict only if one has to wait for the other.
//   - A send to a channel without a buffer is an offer, and then waits until it is taken. A receive takes the first offer. So no
//     one can tell who came first. A select offers all of its sends; the first receive that takes one decides the select.
//   - Timers are those of models: time advances only when one expires.
//
// # Memory
//
// Memory is no cell: accesses to it are no events. synchronize.go says how data races are found.
//
// # Loops
//
// A loop that only reads waits until something has changed (Reread). Others that may turn for ever by a timer, or by polling, turn a limited
// number of times (mostTimed). Then the interleaving counts as cut: what is found holds, but nothing is verified.
//
// # Names
//
// A search needs the same numbers for the same cells in each interleaving. Goroutines, channels and timers are known by their
// place in the program: the goroutine that has made them, and how many it has made before. A lock needs no call that makes it. It is
// known by who uses it first, and by all that this goroutine knew then (objects.go).
package goroutine
