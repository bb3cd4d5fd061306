// Package corfu models the repair of a chain of CORFU log servers, by the
// methods that are examined in
//
//	Stavros Aronis, Scott Lystig Fritchie, Konstantinos Sagonas:
//	"Testing and Verifying Chain Repair Methods for CORFU
//	Using Stateless Model Checking" (iFM 2017)
//
// Sections refer to the paper.
//
// # The protocol
//
// CORFU is a shared log. Each of its keys can be written once. A key is replicated on the log
// servers of a chain, and the clients do the replication themselves (2.3): a writer writes to every
// server, from the head of the chain to the tail; a reader asks the tail, where a value has arrived
// only if all other servers have it. Two writers of a key meet at the head, which accepts the value
// of one and tells the other that the key is already written.
//
// A configuration of the chain is a layout, and layouts are numbered by epochs.
// A layout service knows the newest one. Every request to a log server carries
// the epoch that the client believes in. A server of a later epoch rejects the
// request; a server of an earlier epoch rejects it too, and stops its service
// until it is told the layout that it has missed. A rejected client fetches the
// layout and tries again, and starves when it has been rejected too often.
//
// # The repair
//
// A server, always C here, has crashed, and has been restarted with an empty
// store. The repairer puts it back into the chain online, while others read and
// write, in three epochs (4.2):
//
//  1. the chain of the healthy servers;
//  2. the same chain with C added, under repair: C takes part in writes, and reads
//     still go to the old tail, even if C comes after it. During this epoch
//     the repairer copies the values of the tail to C;
//  3. the same chain with C in the role of its place, such as head or tail.
//
// Each change is announced to the layout service first, then to the servers one
// by one. The methods differ in the place of C (2.4, 4.3 to 4.5):
//
//	model         epoch 1           epoch 2                                      epoch 3
//	tail          A:head, B:tail    A:head, B:tail, C:repair                     A:head, B:middle, C:tail
//	head          A:head, B:tail    C:repair, A:head, B:tail                     C:head, A:middle, B:tail
//	middle-1to2   A:head and tail   A:logical head, C:repair, A:logical tail     A:head, C:tail
//	middle-2to3   A:head, B:tail    A:head, C:repair, B:tail                     A:head, C:middle, B:tail
//
// A chain of one server has no middle. So middle-1to2 splits that server into a
// logical head and a logical tail. The logical head keeps the values that it accepts in a
// RAM store, where reads of the logical tail do not find them, until the write has
// visited C and comes back to the logical tail (4.5).
//
// In the middle, C accepts every write and overwrites its value. Only one value gets past the head,
// so the repairer and the writer can only bring this value. At the head or the tail of the chain,
// C is written once like any server.
//
// # The model
//
// A coordinator starts the servers, the layout service, two writers with
// different values for the one key, the repairer and a reader, which reads
// twice. It collects the results, asks each server of the final chain what it
// has, stops the servers and judges:
//
//   - immutability: one value at most is written;
//   - linearizability: a value that has been read can be read from then on;
//   - consistent prefix: in the end a prefix of the chain has the value, and the
//     other servers have none;
//   - repair completes: the repairer, which is alone in changing layouts, is never refused.
//
// The first two are properties of 4.1, the third is how the coordinator
// inspects the log (4.2).
//
// The tests also judge the histories of all clients. In all explored interleavings these are
// histories of a register that can be written once if and only if the first two properties hold, so
// it is enough to compare two reads of one reader.
//
// # What is known
//
// Adding C at the tail violates linearizability: a reader gets a value from B in
// epoch 2, the writer that is to bring it to C is slow, and in epoch 3 the reader
// finds nothing at C (2.4, 4.6). Adding it at the head violates the consistent
// prefix, and there are two ways: the writers reach different servers first, A
// in epoch 1 and C in epoch 2, or a writer that has written to A starves
// because C does not know of epoch 2 yet (4.6). Adding it in the middle is
// not known to violate anything.
package corfu
