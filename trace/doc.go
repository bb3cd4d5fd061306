// Package trace is the vocabulary shared by the world under test and by the
// algorithms that explore it.
//
// An actor asks for an operation; executing it is an event. The events of one
// interleaving, in order, are its trace; the decisions that led to it are its
// schedule. Which pairs of events may not be exchanged is the dependence
// relation (Relation); its transitive closure over a trace is happens-before
// (Order); two traces with the same happens-before relation belong to one
// equivalence class and have the same Signature.
//
// Everything an algorithm has to know of a program is in these types. Values,
// patterns and processes stay in package proc and are represented by numbers.
package trace
