// Package raft models the whole protocol of
//
//	Diego Ongaro, John Ousterhout: "In Search of an Understandable Consensus Algorithm" (USENIX ATC 2014)
//
// without changes of membership and without snapshots: election, replication in batches, commit, recovery from
// the disk after a crash, and clients that are redirected and try again. The state machine is a list, to which
// clients append values, and which they read.
//
// # The protocol
//
// A node is a function from its state and a message to its next state and the messages that it sends
// (step in node.go). The process around it receives a message, executes the step, stores on the disk what has changed
// of term, vote and log, and then sends the messages. It takes only messages that make a difference.
//
// Some choices are open in the paper:
//
//   - A leader sends all entries that a node may lack, each time: with each command, after a refusal, and when it
//     repeats its messages.
//   - Followers acknowledge entries; a message of a leader without entries gets an answer only if it does not fit
//     the log.
//   - What comes from an earlier term is ignored, or with setting.refuses answered with the later one. A leader or
//     candidate that is late learns of the later term in any case from its leader.
//   - Reads are commands in the log like others. A node that knows no leader keeps what clients ask for.
//   - Clients number their commands. A command may be in the log several times, and is executed once.
//
// # The model
//
// A timer is a message of the first process to a node or a client. Messages arrive at any time, in any order, or never
// before the end; so do timers. The setting of a model says in which terms a node may stand for election, so searches
// end. If only one node crashes, the disks of the others make no difference, and they have none. Therefore a
// setting names the nodes that may crash, and three models, each with the crash of another node, cover together the
// crash of any.
//
// Five rules judge what nodes report whenever they are elected, change their log, or commit: election safety, log
// matching, leader completeness and state machine safety (figure 3 of the paper), and that the clients see a
// single list, which executes each command at a moment between request and answer. They remember what has been
// reported before a crash.
//
// # What is verified
//
// The right protocol is verified to the end by
//
//	checkmodel -search states -delivery late -model NAME ./models/raft
//
// in these settings, with three nodes unless it says otherwise. Interleavings are the orders in which messages are taken.
//
//	model                    elections      commands              faults                              states  interleavings
//	raft                     terms 1, 2     1                                                         27 948          3 618
//	raft-two-commands        terms 1, 2     2, in turn                                               324 048        244 233
//	raft-two-clients         term 1         2, at once                                               117 557        114 560
//	raft-refusals            terms 1, 2     1                                                        107 031         83 428
//	raft-resends             term 1         2, in turn                                               193 241        494 144
//	raft-retries             term 1         2, one command twice                                     191 573     11 147 032
//	raft-four-elections      terms 1 to 4                                                            193 780         38 384
//	raft-five-nodes          term 1         1                                                        363 244      1 152 000
//	raft-voter-crashes       two in term 1  1                     crash, restart                      44 535          3 286
//	raft-leader-crashes      term 1         1                     the same, torn disk                 16 198          1 877
//	raft-sync-fails          term 1         1                     the same, a sync may fail           33 360          2 770
//	raft-crash-0             terms 1, 2     1                     crash, restart, torn disk          552 613         63 466
//	raft-crash-1             terms 1, 2     1                     the same                           477 042         70 889
//	raft-crash-2             terms 1, 2     1                     the same                           611 348         77 058
//	raft-2-commands-crash-0  two in term 1  2, in turn            crash, restart                     267 659        137 294
//	raft-2-commands-crash-1  two in term 1  2, in turn            the same                           298 966        156 694
//	raft-2-commands-crash-2  two in term 1  2, in turn            the same                           311 615        167 871
//	raft-full-0              terms 1, 2     2, in turn            crash, restart, torn disk, loss  5 224 089      3 645 151
//	raft-full-1              terms 1, 2     2, in turn            the same                         4 464 610      4 212 170
//	raft-full-2              terms 1, 2     2, in turn            the same                         5 847 642      5 461 230
//
// The last three have all of it at once: on a network that delivers in any order and loses a message, two elections, two commands,
// and the crash and restart of one node in three. They take up to two minutes each, and about 1 GiB. A message that is lost is one
// that has not arrived, for all that these rules can see, so losses cost nothing; docs/faults.md says when that holds. With -search
// optimal, raft-crash-0 to -2 have 131 887, 144 503 and 164 203 interleavings. results/raft.md has the figures of all models.
//
// # The general setting
//
// Package models/raft/general has models with three and five nodes in which each node may stand for two terms, repeat its
// messages and crash. They are for random testing; results/hits.md says how many runs it takes to hit each bug.
//
// # Known bugs
//
// There is a model for each of these bugs, which are known from implementations. Each is a condition at the place where the
// mistake was made, with a comment on the consequence. All are found by the same command within seconds, and the default
// search finds them, too.
//
// Those with a number are bugs of akka-raft:
//
//	Colin Scott, Aurojit Panda, Vjekoslav Brajkovic, George Necula, Arvind Krishnamurthy, Scott Shenker:
//	"Minimizing Faulty Executions of Distributed Systems" (NSDI 2016), appendix D
//
// and of an article of the first author on the same bugs, which also has raft-62. Here they differ from the
// original as follows:
//
//   - raft-56: there a candidate that steps down forgets its vote. Here it has voted for itself, and to forget only that violates
//     nothing. So each node that follows a leader forgets its vote.
//   - raft-45: a vote is repeated because the candidate has repeated its request.
//   - raft-58a: a leader has no nextIndex at all until it has initialized it.
//   - raft-42: the mode of several matchIndexes that are equally frequent is the greatest.
//   - raft-66: a message without entries overwrites nothing.
//
// The others, raft-in-place, raft-stale-read and raft-vote-without-term, were injected into another implementation to evaluate a
// test framework: a file that is written in place instead of atomically, a leader that reads before it has committed an
// entry, and the term of a vote, which is not checked. Here reads are commands in the log, and the wrong leader
// answers them without; and votes do not have a term to be checked.
package raft
