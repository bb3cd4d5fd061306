package cassandra

import "github.com/checkmodel/checkmodel/proc"

// update is the write of a transaction.
type update struct {
	Transaction int // counted from 1; 0 is no update
	Read        int // the ballot of the round in which its coordinator has proposed it as its own
}

// proposal is an update with a ballot: promised, accepted or committed.
type proposal struct {
	Ballot int
	Update update
}

// The start of a transaction at its coordinator, also after it had to wait. It comes at any time.
type start struct{ Nodes []proc.PID }

// The messages of a coordinator to all nodes, itself included.
type (
	prepare struct {
		Ballot int
		From   proc.PID
	}
	propose struct {
		Proposal proposal
		From     proc.PID
	}
	commit struct {
		Proposal proposal
		From     proc.PID
	}
)

// The responses. Each has the ballot of the request.
type (
	promise struct {
		Ballot    int
		OK        bool     // the node promises; otherwise it has done so for a ballot that is not lower
		Promised  int      // that ballot
		Accepted  proposal // before the promise
		Committed proposal // the most recent one
		Node      int
	}
	accept struct {
		Ballot int
		OK     bool
	}
	acknowledge struct{ Ballot int }
)

// send is a message that is to be sent.
type send struct {
	To      proc.PID
	Message any
}
