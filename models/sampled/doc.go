// Package sampled holds the programs by which "Trace Aware Random Testing for Distributed Systems" (Kulahcioglu Ozkan,
// Majumdar, Oraee, OOPSLA 2019) compares strategies of random testing: each has a bug that shows in a certain order of
// messages, with odds that differ from strategy to strategy.
//
// The paper has one kind of event: a node executes a message that waits for it, and sends others. Here a message
// arrives when it is sent, so a node executes messages in the order in which they are sent, and a send stands for an
// event of the paper. A node takes its messages in events of its own, which race with nothing. Strategies count these,
// too.
//
// A chain of messages, each of which causes the next one, is a process that sends them in sequence. Chains that begin
// at once wait for a row of a table first.
package sampled
