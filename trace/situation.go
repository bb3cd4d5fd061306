package trace

// Situation is the textual form of the state of a system in the middle of an interleaving. It has everything that a person
// needs to choose the next step.
type Situation struct {
	Processes []Standing // in the order in which they were started
	// Others are the timers that have not expired, the channels that carry something, and the actors that decide about faults.
	Others []Pause
	Tables []Table
	Clock  string   // the true time in ticks; "" if no timer with a duration was started
	Parted string   // how the network between nodes is cut now; "" if it is not
	Faults []string // the faults of each kind that may still happen, such as "1 crash"; nil if there are none
}

// Standing is the state of a process.
type Standing struct {
	Process   string
	Operation string // its next operation; "" if it has ended
	Source    string // file:line of the call
	Limit     *Limit // the alarm that can end the operation; nil if there is none
	CanMove   bool
	Daemon    bool           // it may wait for ever
	Ended     bool           // also by a crash, if it is a node
	Mailbox   []Mail         // its messages, oldest first
	Refused   []string       // if it waits for a message: for each message, why it does not take it
	Turn      string         // the state with which its loop has begun the present turn; "" if it is in none
	Exposed   []ExposedState // the last state that it has exposed of each kind
	Disk      string         // the files of a node that has any
	Faults    string         // the faults that will still happen to a node, such as "a crash and a restart"; "" if none will
}

// Mail is a message in a mailbox.
type Mail struct {
	Message, From string
	Brief         string // the message as in Entry.Brief
}

// String returns the message with its sender.
func (m Mail) String() string { return m.Message + " from " + m.From }

// ExposedState is a state that a process has exposed.
type ExposedState struct {
	Board string // the kind of the state
	Text  string
}

// Table is a table that exists.
type Table struct {
	Name string
	Rows []Row // sorted by their keys
}

// Move is a step that is possible, and its event.
type Move struct {
	NamedStep
	Entry
	Untried int // how many further alternatives of the operation were not tried
}
