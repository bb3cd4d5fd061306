package states

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/alike"
	"github.com/checkmodel/checkmodel/internal/late"
	"github.com/checkmodel/checkmodel/trace"
)

// Explorer is a strategy that explores each pair of a state and a sleep set once.
type Explorer struct {
	Config
	memo        *memo
	path        []frame
	steps       trace.Schedule // that lead to the last frame
	planned     int            // how many steps of the present interleaving were planned
	started     bool
	known       bool          // the present interleaving has met a pair that needs no exploration
	below       totals        // the totals below that pair
	asleep      []trace.Event // the sleep set of the next state
	explored    totals        // in all, so far
	transitions int
	uses        uses
	again       bool // something that was taken for granted does not hold
	wide        bool // no step is explored alone
	actors      int  // all that could move so far have smaller numbers, or are in a bag
	contents    int  // the greatest number in a bag so far
	late        late.Delivery
	inBag       []trace.Pending // scratch
	daemons     bool            // only daemons live in the present state
	failing     []trace.ActorID // nodes that may crash or be restarted from the present state on
	loops       loops
	exact       exact
	unended     bool           // an interleaving has begun and not ended
	since       int            // how many transitions were executed before the search began again
	team        *workers       // of workers that share the search; nil while none can join
	looked      bool           // it is known whether actors are alike, and if so, they have all been met
	alike       alike.Symmetry // of the actors; nil if none are alike, or not all have been met
	worker
}

// frame is a state on the path of the present interleaving.
type frame struct {
	key     key
	passing int           // how many states up to this one are not remembered; 0 if this one is, under the key
	sleep   []trace.Event // need not be explored from here
	done    []trace.Event // explored from here
	todo    []trace.Step  // to be explored from here
	tried   int           // how many of them are explored, or being explored
	at      int           // which of them is being explored: the last of those tried
	rest    []trace.Step  // the steps of other actors, if the steps of one actor are explored alone
	total   totals        // of the part explored from here
	since   int           // how many transitions were executed before
	daemons bool          // only daemons live

	helps bool       // another worker explores it, too; see stealing.go
	from  int        // then: how many steps were explored before this worker began to help
	open  []openPair // the pairs below some steps whose totals are not known yet
}

// Config configures a search.
type Config struct {
	// MaxEvents is the number of events after which an interleaving is cut; 0 is no limit.
	MaxEvents int
	// MaxBytes limits the memory for states, approximately. Above it the search forgets some states, and explores
	// them again if it meets them. 0 is no limit.
	MaxBytes int64
	// LateDelivery puts off the delivery of a message by a channel until its receiver takes it.
	LateDelivery bool
	// Endless says that the only judgement about the ends of interleavings is whether a process other than a daemon waits for
	// ever. With LateDelivery and Bags, messages are then not lost while only daemons live.
	Endless bool
	// ReceivePatterns makes two messages to a process independent if no receive of the process matches both.
	ReceivePatterns bool
	// Bags says that each message has a channel of its own, in a bag.
	Bags bool
	// Exact makes the search compare whole states and sleep sets, not their fingerprints. The state of a
	// view must then have the method Whole.
	Exact bool
	// Alone is how many transitions a search executes before other workers can join it (see Join), 0 if none can.
	Alone int
}

// New returns the strategy.
func New(c Config) *Explorer {
	s := &Explorer{
		Config: c,
		memo:   newMemo(c.MaxBytes),
	}
	s.forgetActors()
	if c.Exact {
		s.exact = newExact()
	}
	return s
}

// forgetActors forgets what is known about actors.
func (s *Explorer) forgetActors() {
	s.uses = uses{cells: map[trace.Cell]*use{}, broken: map[promise]bool{}, late: s.LateDelivery, bags: s.Bags, alike: s.alike}
	s.late = late.New()
	s.late.Alike = s.alike
	if s.ReceivePatterns {
		s.uses.ties = newTies()
	}
}

// worker is the state of a worker that shares a search.
type worker struct {
	number   int      // 0 is the first one
	settled  int      // how much the worker had learned when others joined
	reported int      // how many transitions the others know of
	looks    bool     // the step of the present interleaving is executed for its event only
	helping  bool     // the present interleaving leads to a pair that is put off
	putOff   bool     // the present interleaving has met a pair that another worker explores:
	met      openPair // this one
}

// openPair is a pair that was put off.
type openPair struct {
	key
	at int // the index of the step that leads there
	// chain is how many states with a single step to explore are in between.
	chain int
}

// workers is the state that the workers of a search share.
type workers struct {
	over        atomic.Bool  // there is nothing more to do
	transitions atomic.Int64 // from all pairs that were explored; each pair counts once
	executed    atomic.Int64 // transitions, by all workers; some several times
	members     atomic.Int32
	base        *Snapshot // the search when it became one that others can join
	closed      int       // transitions then

	mu     sync.Mutex
	parted Parting
	total  totals      // below the first state
	done   bool        // the first state was explored
	first  trace.Count // interleavings that the first worker has found
}

// Parting says why workers cannot go on together.
type Parting uint8

const (
	// Together: they can.
	Together Parting = iota
	// Learned: they have learned something new. One worker that goes on alone for longer may learn it before.
	Learned
	// Ordered: the order in which one worker would have gone on matters for the result.
	Ordered
)
