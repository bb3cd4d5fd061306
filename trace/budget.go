package trace

// MessageFault is a fault of a message on its way.
type MessageFault int32

// The faults of messages. A Send has the alternatives Duplicated and Reordered, a receive the alternative Lost;
// see Event.Fault.
const (
	NoFault    MessageFault = iota
	Duplicated              // it arrives in its turn, and once more at any later time
	Reordered               // it arrives at any later time
	Lost                    // it would have been taken, and is lost instead
	messageFaults
)

// String returns the fault in words; "" for none.
func (f MessageFault) String() string { return [...]string{"", "duplicated", "reordered", "lost"}[f] }

// Budget is how many faults of each kind may happen to some messages in an interleaving. Budgets are shared, and never
// changed.
type Budget struct {
	Number int32 // tells budgets apart, from 1
	Limits [messageFaults]int32
}
