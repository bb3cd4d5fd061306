// Package history is for tests only. It judges a model by what its clients see: whether the history
// of their operations is linearizable, that is, whether it could be that of a single object that
// executes one operation at a time. The package derives the histories; porcupine
// (github.com/anishathalye/porcupine) judges them.
//
// A module of models requires porcupine, too, once 'go get
// github.com/checkmodel/checkmodel/history' has been run in it. The programs that the command
// builds do not import this package, so they need no further module. A rule of a model, such as
// that of models/examples/register, can judge histories there.
//
// # Operations
//
// Model code is not executed in each interleaving, so it cannot record the operations of its
// clients. Instead, operations are derived from events: [Clients] is a function that examines the
// events of one process, with the messages that it sent and took, and says which of them called an
// operation, with what input, and which returned, with what output.
//
// # Histories
//
// An operation precedes another one if it returned before the other one was called. A history is
// linearizable if the object can execute the operations in an order that respects this. The search
// explores one interleaving of each equivalence class, and the calls and returns of a class can
// come in several orders, because those of different clients need not depend on each other. So it
// is not enough to judge the order in the explored interleaving. Instead, every order of the calls
// and returns that happens-before admits is judged: each of them is that of an equivalent
// interleaving, and there are no others. Orders that are less strict than another one are left out,
// and no history is judged twice in one search.
//
// # Agreement
//
// [Check] compares the verdict on each interleaving with what the properties of the model find
// there. If they do not agree, one of them is wrong.
package history
