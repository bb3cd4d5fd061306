package prose

// Widths of the columns of a trace.
const (
	DefaultWidth = 120 // where the width is not known, as in a file

	MinWhat    = 40 // for the events of a step, if the names of all processes are shown in full
	LeastWhat  = 24 // otherwise
	NarrowWhat = 18 // if nothing is beside it
	MaxWhat    = 96
	MaxWho     = 72
	FairWho    = 30 // for names, even if values must be broken

	MaxLines = 4 // that a value may take in its column

	// mostWidth limits the width, because all rows are as wide as the widest one.
	MostWidth = 10_000

	WidestWho = 16 // for names beside the intervals of a history
)
