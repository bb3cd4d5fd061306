// Package cluster lets processes of checkmodel execute a library for Raft, such as go.etcd.io/raft. It does not
// depend on one version of that library: the interface [Core] has the methods that it needs of a RawNode.
package cluster

// Core is a RawNode together with its MemoryStorage. It is deterministic, and does nothing by itself.
type Core interface {
	// Campaign, Propose, ReadIndex and Step are methods of RawNode. Step takes a message that Ready has returned
	// on another node.
	Campaign() error
	Propose(data string) error
	ReadIndex(context string)
	Step(message any) error
	// Ready returns the work to be done next, and whether there is any. Then Advance must be called.
	Ready() (Ready, bool)
	// Advance says that all of it has been done. It also puts it into the MemoryStorage.
	Advance()
	// Status tells the state that the library shows.
	Status() Status
}

// Library makes a Core.
type Library struct {
	New func(Begin, *Logger) Core
	// Header returns some fields of a message of the library.
	Header func(message any) Header
}

// Header has fields that all messages have.
type Header struct {
	Kind              string // the name of the type
	Term, From, Index uint64
}

// Begin is the state in which a Core begins.
type Begin struct {
	ID      uint64
	Disk    Disk
	Applied uint64 // the index of the last entry that has been applied
	Leader  uint64 // of the term, or 0 if it is not known
}

var voters = [...]uint64{1, 2, 3}

// Voters returns the IDs of the nodes.
func Voters() []uint64 { return voters[:] }

type (
	// Hard is the HardState of the library.
	Hard struct{ Term, Vote, Commit uint64 }
	// Entry is an entry of the log. Data is "" in the first entry of each leader.
	Entry struct {
		Term, Index uint64
		Data        string
	}
	// Disk is the content of a node's disk.
	Disk struct {
		Hard Hard
		Log  []Entry
	}
	// Ready is the Ready of the library.
	Ready struct {
		Leads     bool // the node has become the leader
		Hard      Hard // to be stored, if it is not zero
		Entries   []Entry
		Messages  []Message
		Committed []Entry
		Reads     []Read
	}
	// Message is a message to another node. The body is a message of the library.
	Message struct {
		To   uint64
		Body any
	}
	// Read is the ReadState of the library.
	Read struct {
		Context string
		Index   uint64
	}
	// Status is the state that the library shows.
	Status struct {
		Role     string
		Leader   uint64
		Disk     Disk
		Progress string // of a leader: its knowledge of the logs of the others
	}
)

// Names of the library.
const (
	follower  = "StateFollower"
	candidate = "StateCandidate"
	leader    = "StateLeader"
	voted     = "MsgVoteResp"
	appended  = "MsgAppResp"
	heard     = "MsgHeartbeatResp"
	asked     = "MsgReadIndex"
)

// save returns the disk after the HardState, if it is not zero, and the entries are written. They replace the entries from
// the index of the first of them on.
func (d Disk) save(hard Hard, entries []Entry) Disk {
	if hard != (Hard{}) {
		d.Hard = hard
	}
	if len(entries) > 0 {
		kept := d.Log[:entries[0].Index-1]
		d.Log = append(append([]Entry(nil), kept...), entries...)
	}
	return d
}
