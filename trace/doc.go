// Package trace is the vocabulary shared by the world under test and by the
// algorithms that explore it.
//
// An actor asks for an operation; its execution is an event. The events of one interleaving, in
// order, are its trace; the decisions that led to it are its schedule. The dependence relation
// (Relation) says which pairs of events must not be exchanged. Its transitive closure over a trace
// is the happens-before relation (Order). Two traces with the same happens-before relation belong
// to the same equivalence class and have the same Signature.
//
// These types hold everything that an algorithm needs to know about a program. Numbers stand for
// values, tables and processes.
package trace
