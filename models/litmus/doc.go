// Package litmus holds small programs, each of which pins down one thing: what
// an operation means, which orders of events can be told apart, or how the
// search copes with a certain shape. A test holds the number of interleavings
// of each against that of an independent checker.
//
// They are also the shortest examples of how a model is written. Where to look:
// messages.go for selective receive, timeouts.go for receives that may give up,
// processes.go for processes that come and go, tables.go for shared tables,
// failures.go for programs that are meant to fail, shapes.go for larger ones.
package litmus
