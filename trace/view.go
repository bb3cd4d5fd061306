package trace

import "math"

// View is the state in which a strategy chooses the next step.
type View struct {
	// Enabled are the actors that can move, in the order of their creation; there is at least one.
	Enabled []Pending
	// State says more about the state. It may be nil for a strategy that does not need it.
	State State
}

// State describes the present state of a system.
type State interface {
	// Name returns the name of an actor, which is the same in every interleaving and every run.
	Name(ActorID) string
	// Content returns a hash of the value with that number, which is the same in every run. It returns the
	// number if there is no such value: some fields of an Op number other things.
	Content(ValueID) uint64
	// Named returns the actor of that name, or false if no interleaving has had one so far.
	Named(name string) (ActorID, bool)
	// Pending returns the operation that an actor is about to execute, as in Entry.Operation, and as
	// error messages show it: quoted, and with its place in the model. Both are empty if the actor has
	// not begun or has ended.
	Pending(ActorID) (operation, place string)
	// Mailbox returns the messages that a process could take, oldest first: each as the result of
	// a receive that takes it.
	Mailbox(ActorID) []string
	// Reception says whether the receiver of the next message of a channel waits for it.
	Reception(channel ActorID) Reception
	// MayWait reports whether an actor is a process that may wait for ever.
	MayWait(ActorID) bool
	// Declared returns the state that a process has declared, if its next operation is the first one of a turn of a loop; otherwise
	// NoValue.
	Declared(ActorID) ValueID
	// Home returns the node to which an actor belongs if that is a process, or NoActor.
	Home(ActorID) ActorID
	// Daemons reports whether all processes that live may wait for ever.
	Daemons() bool
	// Failing appends the nodes that may crash or be restarted from now on.
	Failing(nodes []ActorID) []ActorID
	// Commute says which messages in a mailbox commute: Fingerprint and Whole are then the same for all
	// orders that exchanges of such neighbours lead to. At first, and with nil, none commute. Commute must be
	// called with another value when the answer about two messages changes.
	Commute(Commutation)
	// MergeBags makes Fingerprint and Whole the same for states that differ only in which sends have put equal messages
	// on their way in a bag.
	MergeBags()
	// InBag reports whether an actor is the channel of one message in a bag, so that all channels with an equal
	// operation pending can stand for each other.
	InBag(ActorID) bool
	// Behavior says more about the last event, if that was executed by a program that the world does not know.
	Behavior() Behavior
	// Fingerprint returns the fingerprint of everything on which the rest of an interleaving depends,
	// and the verdict about the whole interleaving. It is valid within one search.
	Fingerprint() Fingerprint
	// Whole appends to b the contents that Fingerprint hashes, and returns the result. It returns the
	// same for two states exactly if these contents are equal. The result is valid within one search, which
	// must have been told to keep whole states; otherwise Whole panics.
	Whole(b []byte) []byte
}

// Commutation says which messages commute in a mailbox.
type Commutation interface {
	// Commute reports whether the order of messages with the values a and b makes no difference to the receiver to.
	Commute(to ActorID, a, b ValueID) bool
}

// Reception says whether a process waits for the next message of a channel.
type Reception uint8

const (
	// Unwanted: the process does not wait for the message now.
	Unwanted Reception = iota
	// Wanted: the process waits in a receive, and would take the message.
	Wanted
	// Blocking: the message must be delivered before a signal, or before another message of the
	// channel, for which the process waits.
	Blocking
	// Restarting: the process is a node that has crashed. The message is lost if it arrives before the restart.
	Restarting
)

// Ending describes how an interleaving ended.
type Ending struct {
	Events  int // their number
	Outcome Outcome
	// Violating says that the interleaving has a violation.
	Violating bool
	// Waiting are the actors that wait for a row of a table at the end, also by polling it. An Await that did not
	// happen has no event and therefore no race, so a strategy that reverses races must be told of
	// it.
	Waiting []Pending
	State   State // in the end; nil for a strategy that does not need it
}

// Coverage says which part of all interleavings a search has explored, once Begin has returned
// false.
type Coverage struct {
	// Sample says that the interleavings were drawn at random or given by the user, so there may be
	// others.
	Sample bool
	// BoundCut is how often something was not explored because of the bound.
	BoundCut int
	// Merged describes a stateful search; nil for any other search.
	Merged *Exploration
}

// Exploration describes the exploration of a stateful search, which visits each state once with each
// sleep set.
type Exploration struct {
	// States counts the remembered states: all states with more than one step to explore, and a
	// few others. Pairs counts the remembered pairs of such a state and a sleep set.
	States, Pairs int
	Transitions   int // the steps that were executed from them
	// Twins counts, for each remembered pair, the pairs of the same state that were remembered
	// before it. Fingerprints of sleep sets are compared only among these.
	Twins int
	// Forgotten is how many pairs the search has forgotten to limit its memory. If it is not 0, a pair that was
	// explored again counts again, and so does a state without remembered pairs: the real
	// numbers may be smaller.
	Forgotten int
	// Bytes is how much memory the remembered pairs take at most: tables are fuller, except small ones. It depends on the
	// pairs only, not on the order in which they came.
	Bytes int64
	// Interleavings counts the interleavings that the pairs stand for, Violating the interleavings
	// with a violation among them.
	Interleavings, Violating Count
	// Endless is how often an interleaving came back to a pair on its own path. If it is not 0, there are
	// infinite interleavings, which are not counted.
	Endless int
	// Symmetric says that states were taken for one that are the same up to an exchange of actors that are alike.
	Symmetric bool
	// Exact says that whole states and sleep sets were compared, not their fingerprints. Collisions counts the
	// states with the fingerprint of another state, which it would otherwise have taken for the same. Split
	// counts how often a state had another fingerprint than before, so that it would have been taken for a new
	// one. Both include the states of attempts that were given up (see package states).
	Exact             bool
	Collisions, Split int
}

// CollisionOdds returns an upper bound of the probability that two different pairs had the same fingerprint: of
// 128 bits for the state, and 64 for the sleep set.
func (m *Exploration) CollisionOdds() float64 {
	if m.Exact {
		return 0
	}
	n := float64(m.States)
	return n*n/math.Ldexp(1, 129) + float64(m.Twins)/math.Ldexp(1, 64)
}

// Exhaustive reports whether each equivalence class of interleavings was explored.
func (c Coverage) Exhaustive() bool { return !c.Sample && c.BoundCut == 0 }

// Behavior is the behavior of a program in an event, as far as its world can tell. The zero value tells nothing.
type Behavior struct {
	// Hash is a hash of the calls of the program, without data and times; 0 tells nothing. It is the same in every run.
	Hash    uint64
	Node    ActorID // that has executed the program
	Moments int32   // how many moments of the node have passed at which it may have a fault
}

// Moments marks a choice that plans a fault of a node (see Op.Does). Its alternatives are the moments of the node, in their order.
type Moments struct{ Node ActorID }
