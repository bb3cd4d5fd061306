// Package history is for tests only: it judges a model by what its clients saw, whether
// it could have been one object that does one operation at a time. In other words,
// whether the history of the clients' operations is linearizable. Porcupine
// (github.com/anishathalye/porcupine) judges the histories; they come from here.
//
// A module of models requires porcupine, too, once 'go get
// github.com/checkmodel/checkmodel/history' has been run in it. Nothing that the command
// links into a program imports this package, so the command needs none of that: a rule of
// a model, such as that of models/examples/register, judges histories there.
//
// # Operations
//
// Model code is not executed in each interleaving, so it cannot note what its clients
// do. Therefore the operations are derived from events: [Clients] is a function
// that looks at the events of one process, at what it sent and took, and
// says which of them called an operation, with what input, and which returned,
// with what output.
//
// # Histories
//
// An operation precedes another one if it returned before the other one was
// called; linearizable means that the object can have done them in an order that
// respects this. The search explores one interleaving of each equivalence class,
// and the calls and returns of a class can come in several orders, as those of
// different clients need not depend on each other. So the order in the
// interleaving at hand is not enough. What is judged is every order of the calls
// and returns that happens-before admits: each of them is that of an equivalent
// interleaving, and there are no others. Orders that demand less than another one are left
// out, and no history is judged twice in one search.
//
// # Agreement
//
// [Check] holds the verdict on each interleaving against what the model itself finds
// there with its properties. Where they do not agree, one of them is wrong.
package history
