package litmus

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns all programs, ordered by theme.
func Models() []checker.Model {
	return []checker.Model{
		// Messages and selective receive.
		{Name: "sends_apart", Main: sendsApart,
			Doc: "Two senders, two mailboxes: nothing races."},
		{Name: "race_two", Main: race(2, 2),
			Doc: "Two senders into one mailbox, all messages are taken."},
		{Name: "race_three", Main: race(3, 3),
			Doc: "Three senders into one mailbox, all messages are taken."},
		{Name: "race_four", Main: race(4, 4),
			Doc: "Four senders into one mailbox, all messages are taken."},
		{Name: "first_of_three", Main: race(3, 1),
			Doc: "Three senders into one mailbox, only the first message is taken."},
		{Name: "fifo_pair", Main: fifoPair, Properties: []checker.Property{arrivesInOrder},
			Doc: "Three messages of one sender to one receiver stay in order."},
		{Name: "fifo_two_senders", Main: fifoTwoSenders, Properties: []checker.Property{arrivesInOrder},
			Doc: "The messages of two senders are shuffled, those of each stay in order."},
		{Name: "tagged_in_order", Main: taggedInOrder,
			Doc: "Every receive names the one message it wants, so the order of arrival is invisible."},
		{Name: "tagged_any_order", Main: taggedAnyOrder,
			Doc: "The first receive is open, the others name the message they want."},
		{Name: "nobody_listens", Main: nobodyListens,
			Doc: "Three messages that are never taken race with nothing."},
		{Name: "two_kinds", Main: twoKinds,
			Doc: "Two messages each of two kinds, each kind with its own receives: kinds do not compete."},
		{Name: "guard_decides", Main: guardDecides,
			Doc: "A condition excludes one of three messages of the same type."},
		{Name: "out_of_order", Main: outOfOrder,
			Doc: "Two messages are taken in the opposite order of their arrival."},

		// Receives with a timeout.
		{Name: "after_zero", Main: waitForNow("now"),
			Doc: "The message is there before the timeout or it is not."},
		{Name: "after_zero_other_tag", Main: waitForNow("other"),
			Doc: "A timeout does not race with a message that the receive does not want."},
		{Name: "after_some_time", Main: waitForNow("now"),
			Doc: "A finite wait may end either way, however long it is."},
		{Name: "poll_twice", Main: pollTwice,
			Doc: "The message is found at the first look, at the second, or never."},
		{Name: "high_before_low", Main: highBeforeLow,
			Doc: "Prefer one kind of message if it is there, else take the first of any."},
		{Name: "timer_or_cancel", Main: timerOrCancel,
			Doc: "A timer may have expired when it is cancelled."},
		{Name: "timer_or_message", Main: timerOrMessage,
			Doc: "A timer against the message that it guards."},

		// Processes that start and end.
		{Name: "spawn_tree", Main: spawnTree,
			Doc: "Children and grandchildren that have nothing to do with each other."},
		{Name: "dead_letter", Main: deadLetter,
			Doc: "A message to a process that may have ended already."},
		{Name: "orphan_waits", Main: orphanWaits, Violates: []string{proc.NoDeadlock},
			Doc: "A child waits for ever for a message that is never sent."},
		{Name: "trapped_links", Main: trappedLinks,
			Doc: "Exits of two linked children arrive as messages, in either order."},
		{Name: "link_pulls_down", Main: linkPullsDown, Violates: []string{proc.NoCrash},
			Doc: "The child's crash takes the first process along, unless that has ended before."},
		{Name: "link_or_message", Main: linkOrMessage,
			Doc: "The message that a linked process has ended against a plain message of a third."},
		{Name: "monitor_two", Main: monitorTwo,
			Doc: "Each of two children may be gone before it is monitored."},
		{Name: "down_before_message", Main: downBeforeMessage, Properties: []checker.Property{arrivesInOrder},
			Doc: "What a process sent before it ended arrives before the news of its end."},
		{Name: "demonitor_flush", Main: demonitorFlush, Properties: []checker.Property{nothingLeft},
			Doc: "A demonitor with flush leaves no message."},
		{Name: "register_race", Main: registerRace,
			Doc: "Two processes claim one name."},
		{Name: "whereis_or_gone", Main: whereisOrGone,
			Doc: "A look-up against the name being given up."},
		{Name: "send_by_name", Main: sendByName, Properties: []checker.Property{nameGiven}, Violates: []string{nameGiven.Name},
			Doc: "A message to a name that may not be registered yet."},
		{Name: "kill_or_report", Main: killOrReport,
			Doc: "A kill against the last message of its victim."},
		{Name: "exit_signal_or_trap", Main: exitSignalOrTrap,
			Doc: "An exit signal against the request to get such as messages."},
		{Name: "alive_or_not", Main: aliveOrNot,
			Doc: "A question against the end of the process that it is about."},

		// Shared tables.
		{Name: "rows_apart", Main: rowsApart,
			Doc: "Three inserts under three keys."},
		{Name: "same_row", Main: sameRow(1, 2, 3),
			Doc: "Three inserts of different values under one key."},
		{Name: "same_row_same_value", Main: sameRow(7, 7, 7),
			Doc: "Three inserts of the same value under one key: no process can tell their order."},
		{Name: "insert_new_three", Main: insertNewThree, Properties: []checker.Property{oneWinner},
			Doc: "Three processes insert under one key unless something is there: one of them wins."},
		{Name: "count_up_two", Main: countUpTwo, Properties: []checker.Property{countsEveryStep},
			Doc: "Two increments whose results are used."},
		{Name: "count_up_unread", Main: countUpUnread, Properties: []checker.Property{nothingLost},
			Doc: "Three increments whose results are ignored, but could have been used."},
		{Name: "delete_or_find", Main: deleteOrFind,
			Doc: "A row is deleted while two others look for it."},
		{Name: "table_owner_leaves", Main: tableOwnerLeaves,
			Doc: "A table goes away with its owner, maybe before it is written to."},
		{Name: "readers_1w_3r", Main: readers(1, 3),
			Doc: "One process writes a row, three read it."},
		{Name: "readers_2w_2r", Main: readers(2, 2),
			Doc: "Two processes write a row, two read it."},
		{Name: "readers_3w_1r", Main: readers(3, 1),
			Doc: "Three processes write a row, one reads it."},

		// Deadlocks and crashes.
		{Name: "deadlock_always", Main: deadlockAlways, Violates: []string{proc.NoDeadlock},
			Doc: "Each of two processes waits for the other to speak first."},
		{Name: "deadlock_sometimes", Main: deadlockSometimes, Violates: []string{proc.NoDeadlock},
			Doc: "Two processes take two locks in opposite orders."},
		{Name: "wrong_order_crashes", Main: wrongOrderCrashes, Violates: []string{proc.NoCrash},
			Doc: "One of two orders of arrival makes the receiver panic."},

		// Shapes for the search.
		{Name: "source_redundant", Main: gates("g1"),
			Doc: "Source-DPOR starts interleavings here that end sleep-set blocked; optimal DPOR does not."},
		{Name: "source_redundant_wide", Main: gates("g1", "g2"),
			Doc: "The same with two gates, where most of the search can be wasted."},
		{Name: "token_ring", Main: ring(1),
			Doc: "One token goes round three nodes twice: nothing happens at the same time."},
		{Name: "two_tokens", Main: ring(2),
			Doc: "Two tokens chase each other round three nodes."},
		{Name: "two_phase_commit", Main: twoPhaseCommit,
			Doc: "Three members vote, one of them no; the first no decides."},
		{Name: "lock_server", Main: lockServer, Properties: []checker.Property{nothingLost},
			Doc: "A lock orders three sections that read and write a row: no update is lost."},
		{Name: "lost_update", Main: lostUpdate, Properties: []checker.Property{nothingLost},
			Violates: []string{nothingLost.Name},
			Doc:      "Two such sections without a lock: an update can be lost."},
		{Name: "ping_pong", Main: pingPong,
			Doc: "Two clients call one partner, twice each."},
		{Name: "bounded_counter", Main: boundedCounter, Properties: []checker.Property{staysWithinLimit},
			Doc: "A counter that stops at two serves three clients."},
		{Name: "two_mailboxes_two", Main: twoMailboxes(2),
			Doc: "Two senders write to both of two mailboxes: the orders are independent of each other."},
		{Name: "two_mailboxes_three", Main: twoMailboxes(3),
			Doc: "Three senders write to both of two mailboxes."},
		{Name: "relay_choice", Main: relayChoice,
			Doc: "What is forwarded, and when, depends on which message came first."},
		{Name: "wake_ladder", Main: wakeLadder,
			Doc: "Each step copies a row to the next one while the first row changes twice."},
	}
}

// The properties that the programs assert.
var (
	arrivesInOrder   = checker.Property{Name: "arrives in order", Doc: "The messages of one sender are taken in the order in which they were sent."}
	nameGiven        = checker.Property{Name: "name given", Doc: "The first process gets its name."}
	nothingLeft      = checker.Property{Name: "nothing left", Doc: "The message of a monitor that was flushed is never found."}
	oneWinner        = checker.Property{Name: "one winner", Doc: "Exactly one of those who insert under a new key is told that it did."}
	countsEveryStep  = checker.Property{Name: "counts every step", Doc: "Each increment yields a number of its own."}
	nothingLost      = checker.Property{Name: "nothing lost", Doc: "A counter ends at the number of times that it was incremented."}
	staysWithinLimit = checker.Property{Name: "stays within limit", Doc: "Two clients get numbers, the third is told that the counter is full."}
)
