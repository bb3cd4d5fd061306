// Package chainrepl models Chain Replication, the repair of a chain as in HibariDB, and the crash
// of a server. Sections refer to
//
//	Stavros Aronis, Scott Lystig Fritchie, Konstantinos Sagonas:
//	"Testing and Verifying Chain Repair Methods for CORFU
//	Using Stateless Model Checking" (iFM 2017)
//
// which repairs by the method that works in original Chain Replication and not in
// CORFU (package corfu).
//
// # The protocol
//
// The servers form a chain and talk to each other (2.1). An update goes to the head, which makes a
// revision of it and sends that down the chain. Each server stores the revision before it passes it
// on; the tail, the last one, acknowledges it to the client. Reads are answered by the tail, so a
// revision that has been read is stored by all. A server passes on a stored revision by a message
// to itself: other requests may come in between. Otherwise a revision would reach the next server
// before it could be seen at this one, because messages arrive at once here.
//
// Readers look up the tail in a directory. Writers know the head.
//
// # The repair
//
// Server C is added after A and B while the chain is in use (2.2):
//
//	extend      B passes updates on to C, and C acknowledges them; reads still go to B
//	copy        C gets what B has
//	read-only   A refuses updates
//	flush       a mark goes down the chain after all updates; when C
//	            acknowledges it, A, B and C have the same
//	demote      B answers no reads any more
//	promote     the directory names C
//	reopen      A accepts updates again
//
// Each of the models repair-no-… omits a step:
//
//	no-copy       C has not got what was written before. It is the tail in the end,
//	              so an acknowledged update is lost.
//	no-flush      C becomes the tail while an update that B has answered reads with
//	              is still under way to it: the next read goes back.
//	no-read-only  The same with an update that comes after the flush.
//	no-demote     A reader that has looked up B before C was named reads an update at
//	              B before it is at C, and then reads at C.
//
// # A crash
//
// A server stops serving at some point, and the messages in its mailbox are lost (fail-stop). A
// master notices this and repairs the chain, as described in
//
//	Robbert van Renesse, Fred B. Schneider: "Chain Replication for Supporting
//	High Throughput and Availability" (OSDI 2004)
//
// which 2.2 refers to:
//
//	crash-head    The next server is the head. The writers are told, and repeat there
//	              what has not been acknowledged. The new head may have got the
//	              update already; it must know it again, or it is applied twice
//	              (crash-head-no-dedup).
//	crash-middle  The previous server gets the next one as its successor, and
//	              sends it all its updates again, as the last ones may be lost with
//	              the server between them. Otherwise they never get to the tail
//	              (crash-middle-no-resend).
//	crash-tail    The server before it is the tail. It acknowledges its updates, as
//	              acknowledgments may be lost with the old tail, then it answers
//	              reads, then readers are told.
//
// All writers and readers must get their answer in the end: one that waits for ever is a deadlock.
// In that paper a server forgets updates that the tail has acknowledged, and sends again only those
// that the successor lacks. Here no server forgets, and an update that comes twice changes nothing.
//
// # The model
//
// A coordinator starts the servers, one or two writers of different values, a reader, which reads
// twice, and the repairer or the master. It collects the results, asks each server of the final
// chain what it has, stops the servers and judges:
//
//   - monotonic reads: the second read finds the same as the first or something newer;
//   - durability: what was acknowledged is at the tail, or something newer;
//   - chain order: no server has something newer than the previous server (2.1);
//   - applied once: there are no more revisions than updates;
//   - update propagation: after a crash in the middle, what the head has gets to the tail.
//
// That is less than linearizability, which is about when operations of different
// clients were called and returned. The tests judge these histories as well: all
// are linearizable except in the models repair-no-…, and in crash-head-no-dedup,
// where an overwritten value comes back to life.
package chainrepl
