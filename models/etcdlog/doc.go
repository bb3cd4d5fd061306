// Package etcdlog is a model of Raft whose nodes announce the events that go.etcd.io/raft writes to its TraceLogger, so that logs of
// that library can be compared with it:
//
//	checkmodel conform -total -log FILE -model '^etcdlog-3$' ./models/etcdlog
//
// The program models/etcdraft/systemlogs writes such logs. Besides the events of the library they have some of the program around
// it: Saved, when what a Ready asks for is on the disk; AskRead and Read, when a leader is asked for a read, and when it is answered;
// Crash and Restart of a node.
//
// # What the log tells and leaves open
//
// Each event tells term, vote, commit index, role and the length of the log of its node, and each sent or received message its
// fields, but of entries only how many they are. The model keeps the terms of entries. A node handles what it receives as the
// library does, and so do an election and a commit. Open, and found by the search, are: which message is received next, whether any
// is lost or comes twice, when a node stands for election, when something is proposed, and when a leader sends entries or a
// heartbeat to whom. So the flow control of the library, which decides about the latter, is not in the model.
//
// Pre-votes, the check of quorums, changes of the configuration (also joint ones), snapshots, what confirms a read, and the transfer
// of leadership are left out.
//
// # How it is written
//
// The network is a table of what may still arrive. It forgets nothing until Window newer messages of the same link have come, so loss
// and doubling need no event, and are decided where a message is received, when the log tells it. A turn of a node is atomic, as it
// holds a name meanwhile: otherwise each node could have chosen already what it says later, and a log that does not fit would have as
// many states as there are combinations of such choices.
package etcdlog
