package states

import "github.com/checkmodel/checkmodel/trace"

// Snapshot holds everything that a search needs to go on, except the explored pairs (see WritePairs).
type Snapshot struct {
	Path []savedFrame `json:",omitempty"` // from the root; empty if the search is about to begin, to begin again, or complete
	// Complete says that all was explored.
	Complete bool `json:",omitempty"`
	// The knowledge about actors; see persistent.go and package late.
	Cells     []cellUse       `json:",omitempty"`
	Resources []resourceUse   `json:",omitempty"`
	Broken    []promise       `json:",omitempty"`
	Early     []trace.ActorID `json:",omitempty"`
	Put       []trace.ActorID `json:",omitempty"`
	Ends      bool            `json:",omitempty"`
	Wide      bool            `json:",omitempty"`
	Symmetric bool            `json:",omitempty"` // actors are alike, and have been met
	Actors    int             `json:",omitempty"` // the numbers of all that could move are smaller
	Contents  int             `json:",omitempty"` // the greatest number in a bag
	Noted     []savedEvent    `json:",omitempty"` // see messagedeps.go
	Receivers []savedReceiver `json:",omitempty"`

	Loops, ShortestLoop int `json:",omitempty"`
	// Without the pairs on the path, which are entered again.
	Known, Pairs, States, Twins, Forgotten int
	Transitions                            int
	Since                                  int `json:",omitempty"` // how many of them before the search began again
	Interleavings, Violating               trace.Count

	// Shared says that workers share the search. The path, and the knowledge and results that belong to it, are then as they were when
	// the workers began. The explored pairs, their numbers and Transitions are newer.
	Shared bool `json:",omitempty"`
}

// savedFrame is a state on the path.
type savedFrame struct {
	Key        string // of the pair, "" if it is not remembered
	Passing    int    `json:",omitempty"`
	Todo, Rest []trace.Step
	Tried      int // how many steps of Todo were executed; on the last of them the path goes on
	Since      int
	// The interleavings that were found from here.
	Interleavings, Violating trace.Count
	Height                   int32
	Cut                      bool `json:",omitempty"`
	Transitions              int  // from here, without those below other pairs
}

// cellUse says how a cell was used.
type cellUse struct {
	Cell trace.Cell
	use
}

// resourceUse says how a resource of an actor or a table was used.
type resourceUse struct {
	Kind uint8
	ID   int32
	use
}

// Next returns the steps with which the search goes on.
func (c *Snapshot) Next() (next trace.Schedule) {
	for i := range c.Path {
		f := &c.Path[i]
		if at := f.Tried; i == len(c.Path)-1 {
			next = append(next, f.Todo[at])
		} else {
			next = append(next, f.Todo[at-1])
		}
	}
	return next
}

// savedEvent is an event that has added a message or patterns to a receiver.
type savedEvent struct {
	Same  int            // how many of its steps it shares with the previous event
	Steps trace.Schedule // the others, and its own
}

// savedReceiver holds the known facts about the messages to a process.
type savedReceiver struct {
	Actor          trace.ActorID
	Pairs          string // of places of values, the greater first, in order: a digit for each
	Senders, Alone []users
}
