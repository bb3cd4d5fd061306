package etcdlog

// The types of messages, as the library calls them.
const (
	msgVote          = "MsgVote"
	msgVoteResp      = "MsgVoteResp"
	msgApp           = "MsgApp"
	msgAppResp       = "MsgAppResp"
	msgHeartbeat     = "MsgHeartbeat"
	msgHeartbeatResp = "MsgHeartbeatResp"
)

// kinds are the names of the types in events that send or receive a message.
var kinds = map[string]string{
	msgVote: "RequestVoteRequest", msgVoteResp: "RequestVoteResponse",
	msgApp: "AppendEntriesRequest", msgAppResp: "AppendEntriesResponse",
	msgHeartbeat: "AppendEntriesRequest", msgHeartbeatResp: "AppendEntriesResponse",
}

// header is the part of a message that is in the log.
type header struct {
	Type           string
	Term           int
	From           int `json:",string"`
	To             int `json:",string"`
	Entries        int // how many
	LogTerm, Index int // of the entry before the entries, or of the last one of a candidate; in a response, what it says of the log
	Commit         int
	Reject         bool
	RejectHint     int
}

// message is a message between nodes. Its entries are their terms.
type message struct {
	header
	Terms []int
}

// promises returns 1 if the message promises something that the disk must have before it is sent, else 0. A Ready has such messages after the others.
func (m message) promises() int {
	if m.Type == msgVoteResp || m.Type == msgAppResp {
		return 1
	}
	return 0
}

// event is the announcement of a node: the state after the change, and the message that is sent or received.
type event struct {
	Name                    string
	Term, Vote, Commit, Log int // Log is the index of the last entry
	Role                    string
	Message                 header
}
