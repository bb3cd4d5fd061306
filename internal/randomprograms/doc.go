// Package randomprograms draws small programs at random, as data, and executes them as models. Tests compare
// the searches of the checker on them; nothing else imports the package.
//
// # A program
//
// A [Program] is a list of instructions for each process. An [Instruction] is an operation and its arguments, which
// are small numbers: processes, rows, values and messages are few, so that operations meet often. The result of the
// last operation can be sent, written, or tested by "skip", which is how the order of events comes to matter later.
// [Programs] draws a program from a list of operations, such as [MessageOps]; an operation that is in a list twice
// is drawn twice as often. A program is printed as one line for each process:
//
//	p0: [!1:0 receive[0 1]]
//	p1: [kill(p0) poll[0]]
//
// The beginning of a program (begin.go) decides which events can overtake which. The first process tells all
// others whom they know ([Program.Main]), or the processes begin at once ([AtOnce]), or the first process is one
// of them ([Parent]), or they are nodes and find each other in a table ([Program.Nodes]).
//
// # Families
//
// Some classes of interleavings are lost only in programs of a certain shape, which random lists of instructions
// hardly ever have. A family draws such programs. Each has a file with a type, which is the program as data, a
// function that draws one, and a method Main, which executes it:
//
//   - conditional.go: the next operation depends on a received message, and others conflict with it.
//   - diverted.go: a message leads a process to another operation, so that it does not reach its later receives.
//   - relays.go: messages are answered by messages, also from new processes.
//   - descendants.go: processes start others, which may be nodes, while they may be killed.
//   - machines.go, cores.go: state machines, as servers of protocols are.
//   - monitored.go: a collector monitors processes that report to it, and flushes its monitors.
//   - agents.go, tableagents.go: processes with scripts or reactions; with monitors, calls, and all tables.
//   - counters.go: operations on one counter.
//   - letters.go: processes that remember which letters they took in which order.
//   - equalmessages.go: equal messages that are on their way together.
//   - polls.go: processes that read a row again and again.
//   - loops.go, endless.go: processes that repeat a state, so that a program need not end.
//
// # What is compared
//
// The tests are in package checker, as they use its internals. TestRandomPrograms there goes through the families:
//
//   - Brute force explores every order of all events. Each algorithm must find each class of interleavings, and optimal
//     DPOR must find it once. The results of all operations and the values that properties see must be the same.
//   - For larger programs, searches in several orders are compared with each other and with random walks.
//   - Programs with faults, which the tests draw around these, are also searched by states, and resumed.
//
// Package explicit compares with an interpreter of its own. It shares nothing with this package on purpose: an
// error in the meaning of an instruction here would be an error there, too.
//
// # A failure
//
// rapid makes the program of a failure smaller, and prints it with the command that repeats it. Other programs are
// drawn by
//
//	go test ./checker -run RandomPrograms -rapid.checks=1000 -rapid.seed=N
//
// Keep a program that has found an error as a test of its own, as a literal.
//
// # A new instruction
//
// Add its name to the lists in operations.go that it belongs to, its execution to execute.go, and its arguments to
// [Instruction.String]. CONTRIBUTING.md lists the further needs of an operation. To add to a list changes which
// programs a seed draws.
package randomprograms
