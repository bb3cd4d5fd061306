package cluster

import "github.com/checkmodel/checkmodel/proc"

// state is all that a node knows between two turns. It is plain data, so that histories that lead to equal states
// are explored once, although the RawNode of the library is not.
//
// The state of a follower is the content of its disk, and the leader. Of a candidate and a leader the library
// also remembers votes, and the progress of the other nodes. Instead of these the state has the inputs since the
// node was a follower: they lead the library there again.
type state struct {
	Begin   Begin      // when the node was a follower
	Since   []input    // what it got since then
	Role    string     // now
	Term    uint64     // now
	Asked   bool       // it got a read as the leader, since it was a follower
	Kept    bool       // as Asked, before an entry of its term was committed; the library may keep that read as a follower
	Clients []request  // who waits for an answer
	Peers   []proc.PID // by ID-1
	Applied []Entry    // since it was started
	HasFile bool       // the log file is there, also after a crash
}

// input is an input of the library from a client, or another node.
type input struct {
	Do      action
	Data    string
	Message any // if it steps
}

type action string

const (
	campaign action = "campaign"
	propose  action = "propose"
	read     action = "read"
	step     action = "step"
)

// request is a request to a node from outside. From gets the answer, if it is a process.
type request struct {
	Do   action
	Data string
	From proc.PID
}

// restored returns the state of a node that has just read its disk.
func restored(id uint64, disk Disk) state {
	return state{Begin: Begin{ID: id, Disk: disk}, Role: follower, Term: disk.Hard.Term}
}

// core returns the library in this state.
func (s *state) core(lib Library, log *Logger) Core {
	c := lib.New(s.Begin, log)
	for _, in := range s.Since {
		in.into(c)
		for _, more := c.Ready(); more; _, more = c.Ready() {
			c.Advance()
		}
	}
	return c
}

// into gives the input to the library. If that drops it, nothing happens, so the error tells nothing.
func (in input) into(c Core) {
	switch in.Do {
	case campaign:
		_ = c.Campaign()
	case propose:
		_ = c.Propose(in.Data)
	case read:
		c.ReadIndex(in.Data)
	case step:
		_ = c.Step(in.Message)
	}
}

// after notes that the library got the input, and is now as given.
func (s *state) after(in input, lib Library, c Core) {
	if s.Role == leader && (in.Do == read || in.header(lib).Kind == asked) {
		s.Asked = true
		s.Kept = s.Kept || !c.Status().committed()
	}
	s.Since = append(s.Since, in)
	s.note(lib, c)
}

// note notes how the library is now. What it knows of reads it does not show.
func (s *state) note(lib Library, c Core) {
	now := c.Status()
	s.Role, s.Term = now.Role, now.Disk.Hard.Term
	switch {
	case s.Kept:
	case now.Role == follower:
		s.Begin = Begin{ID: s.Begin.ID, Disk: now.Disk, Applied: now.Disk.Hard.Commit, Leader: now.Leader}
		s.Since, s.Asked = nil, false
	case !s.Asked:
		s.shorten(lib, now)
	}
}

// committed tells whether an entry of this term is committed.
func (s Status) committed() bool {
	hard := s.Disk.Hard
	return hard.Commit > 0 && s.Disk.Log[hard.Commit-1].Term == hard.Term
}
