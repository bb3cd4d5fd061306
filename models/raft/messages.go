package raft

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

// The messages between nodes (figure 2 of the paper). Each has the term of its sender. Terms are masked: the minimized
// failing run needs fewer elections.
type (
	requestVote struct {
		Term                int `checkmodel:"masked"`
		From                int
		LastIndex, LastTerm int // of the log of the candidate
	}
	vote struct {
		Term int `checkmodel:"masked"`
		From int
	}
	appendEntries struct {
		Term                int `checkmodel:"masked"`
		From                int
		PrevIndex, PrevTerm int // of the entry before the entries
		Entries             log
		Commit              int
	}
	appendReply struct {
		Term    int `checkmodel:"masked"`
		From    int
		Success bool
		Index   int // of the last entry that is the same as the leader's; without success PrevIndex
	}
	laterTerm struct { // refuses a message of an earlier term
		Term int `checkmodel:"masked"`
	}
)

// The messages between clients and nodes. A command is identified by its client and its number.
type (
	request  struct{ Command command }
	redirect struct{ Number, Leader int }
	answer   struct {
		Number int
		Values []int // those appended up to the command
	}
)

// The messages of timers.
type (
	timeout struct { // lets a node stand for the term, if it is in the previous term; with 0 for its next one
		Term int `checkmodel:"masked"`
	}
	resend struct { // lets a leader or candidate of the term repeat its messages; with 0 of any
		Term int `checkmodel:"masked"`
	}
	retry struct{ Number int } // lets a client ask again
)

// command asks to append a value to the list that the nodes replicate, or to read the list.
type command struct {
	Client proc.PID
	Number int // from 1
	Value  int // or read
}

func (c command) String() string {
	if c.Value == read {
		return "read"
	}
	return fmt.Sprintf("append %d", c.Value)
}

// send is a message that is to be sent.
type send struct {
	To      proc.PID
	Message any
}
