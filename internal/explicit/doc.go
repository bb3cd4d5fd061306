// Package explicit has tests only. They explore small programs in another way than the checker
// does, and compare the results.
//
// A program is data (program_test.go). It is executed in two ways. One is a model, a function of
// package proc that the checker searches (model_test.go). The other is an interpreter: a state is
// plain data (state_test.go), a step leads to another state (steps_test.go and other files), and
// each reachable state is visited once. The interpreter uses nothing of the search, and only names
// of constants of package proc. It defines each operation anew, after the documentation of package
// proc; where that does not say enough, as about the order in which several processes are told of
// one end, it follows the code. It has no events, no dependence, and does not step back.
//
// The final states must be those in which the interleavings of a search end, with any algorithm:
// what each process has learnt, how it ended or that it waits, and the messages that it has not
// taken. The states that processes expose together at some moment, as rules see them, and the
// crashes must also be the same. Brute force shares the operations and their dependence with the
// search; this interpreter shares neither.
//
// A fault (faults_test.go) may happen at any moment, or not: there are no decisions, as in the checker.
//
// What a process sends unless it is on its way is looked for in the channels and the mailbox, in programs without restarts:
// there, it is asked and sent in two steps.
//
// The programs have no panics, failed assertions, deferred code, Monitor, Finally, goals, calls and
// servers (which consist of other operations), and no tables without a name or with hashed keys.
// The final contents of tables are not compared.
package explicit
