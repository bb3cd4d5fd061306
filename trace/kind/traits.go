package kind

// Traits are properties of a kind of operations. Algorithms ask for them instead of listing kinds.
type Traits uint32

// The traits.
const (
	// Chooses: the alternative is the outcome of a choice.
	Chooses Traits = 1 << iota
	// Decides: the choice is about faults of nodes or of the network, and not by a process.
	Decides
	// OfNode: a fault of the node Object.
	OfNode
	// Strikes: it is a fault by itself, which a smaller run does without.
	Strikes
	// OfNetwork: a part of a partition.
	OfNetwork
	// CutsLinks: it changes which messages between nodes are lost.
	CutsLinks
	// FromOutside: it comes from outside of the program, which can go on without it.
	FromOutside
	// Starts: it starts the actor Object.
	Starts
	// Releases: the actor Object cannot take its next step before it; see effects.Released.
	Releases
	// Leaves: the actor has ended after it, or had ended before.
	Leaves
	// Receives: it takes a message, or times out.
	Receives
	// GivesUp: it may time out.
	GivesUp
	// Collects: it takes several messages, as a set.
	Collects
	// Sends: a process sends a message, which may have a fault.
	Sends
	// Carries: Value is a message of a process.
	Carries
	// Arrives: it may put Value into the mailbox of the actor Object.
	Arrives
	// Affects: it can change, or observe, more of the actor Object than its mailbox.
	Affects
	// AsksEnd: it observes whether the actor Object has ended.
	AsksEnd
	// Shares: two such operations with the same Key may race.
	Shares
	// ByName: it finds an actor by the name Key.
	ByName
	// Shows: it shows something to properties or to the reader.
	Shows
	// OnCells: its effects on cells are defined by effects.Behave.
	OnCells
	// OnDisk: it works on the files of a node, which no other actor can use.
	OnDisk
	// OnTable: it works on a shared table.
	OnTable
	// OnWholeTable: it is about the existence, the name or the owner of a table, and not about rows.
	OnWholeTable
	// OnRow: it works on the row under Key.
	OnRow
	// Reads: it changes no row.
	Reads
	// Scans: it may look at every row of a table.
	Scans
)

// Combinations of traits.
const (
	row   = OnTable | OnRow
	scan  = OnTable | Reads | Scans
	whole = OnTable | OnWholeTable | OnCells
)
