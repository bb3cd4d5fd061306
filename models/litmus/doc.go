// Package litmus holds small programs, each of which tests one thing: the meaning of an operation,
// which orders of events can be distinguished, or how the search handles a certain shape. A test
// compares the number of interleavings of each with the count of an independent checker.
//
// They are also the shortest examples of how a model is written. Where to look: messages.go for
// selective receive, timeouts.go for receives with a timeout, processes.go for processes that start
// and end, tables.go for shared tables, failures.go for programs that fail on purpose, shapes.go
// for larger ones.
package litmus
