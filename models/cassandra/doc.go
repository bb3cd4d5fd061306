// Package cassandra is a model of the Paxos of Apache Cassandra's lightweight transactions, with and without the bug
// CASSANDRA-6023 of version 2.0.0. Three nodes execute a transaction each, and all of these write the same row.
//
// A transaction has rounds of three phases. Its coordinator sends all nodes a prepare message with a new ballot. When a
// majority has promised not to accept proposals with lower ballots, it proposes an update. When a majority has accepted
// it, it is committed: nodes store it, and forget what was in progress. If a node that promises tells of an update in
// progress, one that it has accepted after the last commit, the coordinator proposes that one first, with its own ballot.
// Its own update must wait for another round. So it must if a node refuses, or did not know the last commit, which it is
// sent then.
//
// # The bug
//
// A node stores one ballot for what it has promised and for what it has accepted. So after a promise, an update that it
// accepted long before looks as if it had been accepted with the promised ballot. In this way an update that is committed
// comes back:
//
//   - Transaction 1 is accepted with ballot 1 by all nodes, and committed.
//   - Node 3 promises ballot 2 before it gets that commit. So it does not forget the update, but takes it for one with
//     ballot 2.
//   - Transaction 2 is accepted with ballot 2 by nodes 1 and 2, and committed.
//   - Nodes 3 and 1 promise ballot 3 before they get that commit, and node 3 is the first to answer. Each tells of an
//     update with ballot 2. Transaction 3 proposes the first one: transaction 1 is committed again, after transaction 2.
//
// Without the bug there is a ballot of its own for what is accepted.
//
// # What is from where
//
// The setting is taken from "Trace Aware Random Testing for Distributed Systems" (OOPSLA 2019), section 5.3: three
// transactions on three nodes, with three phases, where requests and responses are up to 54 messages, 18 to each node, and
// a transaction that is committed more than once is the bug. The rules for promises, accepts and commits of one ballot are from
// class PaxosState, as it was about the time of version 2.0.0. The coordinators follow the classes PrepareCallback and
// StorageProxy of later versions. The paper names the bug, and does not describe it; the description above follows from
// the code, and from a search of the small model.
//
// Other bugs of version 2.0.0 are left out. Of the updates in progress, a coordinator takes the one with the highest ballot,
// and never a promise without an update, as later versions do. It does not propose its own update in a second round
// after it has been refused, as a node may have accepted it, and others may finish it.
//
// The model also omits the evaluation of conditions, but not its round of messages, and the wait of coordinators for responses to
// commits.
package cassandra
