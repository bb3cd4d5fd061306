// Package cassandra is a model of the lightweight transactions of Apache Cassandra 2.0.0: Paxos with the phases prepare,
// propose and commit. Three nodes execute three transactions on one row, each of which another node coordinates.
//
// A node kept one ballot for what it has promised and for what it has accepted (CASSANDRA-6023). So a promise made an
// accepted value look newer than it was, and a coordinator could finish a transaction that had been committed before, on
// top of a later one. The paper "Trace Aware Random Testing for Distributed Systems" (OOPSLA 2019), section 5.3, finds
// this in at most three of 1000 executions of 54 messages.
//
// The transactions are
//
//  1. set A to "a"
//  2. if A is "a", set A and B to "b"
//  3. if A is "a", set C to "c"
//
// Each has one round: a coordinator whose ballot is refused gives up, and one that finds a transaction of another
// coordinator that is not committed yet finishes that one instead of its own. Ballots have the order of the
// transactions. A coordinator reads the row with the promises.
package cassandra
