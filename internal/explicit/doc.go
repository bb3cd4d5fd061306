// Package explicit holds tests only. They explore small programs in another way than
// the checker does, and compare.
//
// A program is data (program_test.go). One reading of it is a model, a function of
// package proc that the checker searches (model_test.go). The other is an interpreter:
// a state is plain data (state_test.go), a step makes another one of it
// (steps_test.go and those beside it), and all that can be reached is visited, each state once.
// It uses nothing of the search, and of package proc only the names of constants. What each operation does
// it says anew, after the documentation of package proc; where that is silent, as on the order in which several
// are told of one end, it follows the code. There are no events, no dependence, no stepping back.
//
// The states in which nothing can go on must be those in which the interleavings of a search
// end, whatever the algorithm: what each process has learnt, how it ended or that it waits, and the
// messages that it has not taken. So must be the states that processes expose together at
// some moment, as rules see them, and who crashes. Brute force shares the operations and their
// dependence with the search; this shares neither.
//
// Left out are panics and failed assertions, code that is deferred, Monitor and Finally, goals, calls and
// servers (which consist of other operations), tables without a name or with
// hashed keys, and what is in tables at the end.
package explicit
