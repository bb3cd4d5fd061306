// Package trace is the vocabulary shared by the world under test and by the
// algorithms that explore it.
//
// An actor asks for an operation; its execution is an event. The events of one interleaving, in
// order, are its trace; the steps that led to it are its schedule. Package kind has the kinds of
// operations. Package causality says which events depend on each other, and which traces belong to
// the same class.
//
// These types hold everything that an algorithm needs to know about a program. Numbers stand for
// values, tables and processes.
//
// # Glossary
//
// The comments of all packages use these nouns:
//
//	actor              whatever takes steps: a process, a channel, a timer, or a source of faults
//	alternative        the number of an outcome, for an operation that has several
//	announcement       an event that shows a value on a board, where the rules of the model see it
//	cell               a piece of shared state other than mailboxes and tables
//	choice             an operation Choose: the step picks an alternative
//	class              the interleavings with the same events and the same happens-before relation
//	decision           a choice by the world instead of the model: which faults will happen
//	delivery           the event that puts a message into a mailbox: of a channel or a timer, or the send itself
//	dependence         the relation between two events whose order makes a difference
//	event              an executed operation, with its effects
//	fault              a crash, restart, partition, failed sync or wrong clock, or a lost, duplicated or reordered message
//	happens before     the order of the events of a trace that dependence and program order impose
//	infinite execution an interleaving that never ends: a stem, and a cycle that repeats for ever
//	interleaving       one execution of the program, from its beginning until no actor can move or a limit is reached
//	message            a value that a send puts on its way to the mailbox of a process
//	operation          the request of an actor to the world: the world executes it as one event
//	outcome            how an interleaving ended: complete, deadlocked, violated, cut, abandoned or irrelevant
//	prefix             the first events of an interleaving, or the first steps of a schedule
//	process            an actor that runs code of the program
//	race               two dependent events of different actors that no event in between orders, and that can be reversed
//	reversal           a race whose second event comes first in a later interleaving
//	schedule           the list of steps that leads to a trace
//	signature          the identity of a class within one search
//	sleep set          the steps from a state that were explored from there or from an earlier state, and need no exploration again
//	state              everything on which the rest of an interleaving depends
//	stateful search    a search that explores each pair of a state and a sleep set once; see package states
//	step               an actor and an alternative: it determines the next event
//	surviving writes   the writes to a disk that a crash does not undo
//	taker              the receive that takes a message
//	trace              the events of an interleaving, in order
//	value              the content of a message, row or reply: a number stands for it
//	view               the state as a strategy sees it, or the values by which a model tells its states apart
//	wakeup sequence    the events that reverse a race, planned for a later interleaving
//	world              the system under test: it executes steps and goes back
package trace
