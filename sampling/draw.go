package sampling

import (
	"math/rand/v2"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// draw is the state of the run that an explorer draws.
type draw struct {
	source  *rand.PCG
	rand    *rand.Rand
	names   names
	profile *profile
	enabled []trace.Pending
	state   trace.State
	done    slots[int32] // by actor: how many events it has executed
	// occurred counts the operations of actors that were executed, by hash. It is only kept for strategies that
	// label events, and in preliminary runs.
	occurred map[uint64]uint64
	disks    slots[onDisk]     // by process; only kept for rough arms, and in preliminary runs
	outside  float64           // the weight of a step from outside; any other step has the weight 1
	pauses   pauses            // of nodes
	pace     pace              // by how much some of these weights are less
	rough    bool              // crashes have their places, see striking
	nodes    int               // how many nodes have decided how often they crash; only kept for rough arms
	faulty   float64           // the probability that a message has a fault which it may have
	choices  float64           // see Sample.Choices
	commute  trace.Commutation // which messages commute; nil if none do
	windows  windows           // of the run; only kept for a rule that asks for them
	plans    bool              // planned faults come after windows that are seldom seen
	seen     float64           // how often its last events were seen, if its rule counts that; otherwise 0
}

// begin begins a run.
func (d *draw) begin(seed uint64, run int, a *arm) {
	d.source.Seed(trace.Mix(seed, uint64(run)), trace.Mix(uint64(run), seed))
	d.done.reset()
	clear(d.occurred)
	d.disks.reset()
	d.outside, d.faulty, d.rough, d.choices, d.seen, d.nodes = a.outside, a.faulty, a.rough, 1, 0, 0
	d.windows.begin()
	d.plans = false
	d.pace.begin(d, a.rough)
}

// name returns the name of the next event of an actor with that operation, which is the same in every run.
func (d *draw) name(a trace.ActorID, op *trace.Op) uint64 {
	h := d.names.operation(a, op, d.state)
	if d.names.actor(a, d.state).single {
		return h
	}
	return trace.Mix(h, d.occurred[h])
}

// index returns the number of events of an actor before its next one.
func (d *draw) index(a trace.ActorID) int32 { return *d.done.at(a) }

// weight returns how likely a step is compared with others.
func (d *draw) weight(p *trace.Pending) float64 {
	switch k := p.Op.Kind; {
	case k == kind.Crash && d.rough:
		return atLast
	case k == kind.Crash || k == kind.Partition:
		return d.often(d.outside)
	case p.Outside():
		return d.outside * d.pace.of(d, p)
	}
	return d.pace.of(d, p)
}

// atLast is the weight of a step that comes when nothing else can move, unless it is made to come before.
const atLast = 1. / 10_000

// pick returns the position of an enabled actor whose weight is not 0, each with a probability
// that is proportional to its weight; or -1 if there is none.
func (d *draw) pick(weight func(i int) float64) int {
	sum, last := 0.0, -1
	for i := range d.enabled {
		if w := weight(i); w > 0 {
			sum, last = sum+w, i
		}
	}
	x := d.rand.Float64() * sum
	for i := range d.enabled {
		if w := weight(i); w > 0 {
			if x < w {
				return i
			}
			x -= w
		}
	}
	return last // after an error of rounding
}

// alternative draws the alternative of a step. A choice of the model has any alternative with the same probability; a message
// has a fault seldom.
func (d *draw) alternative(p *trace.Pending) int32 {
	n := p.Op.Alternatives
	if n <= 1 {
		return 0
	}
	if p.Op.Kind.Is(kind.Chooses) {
		d.choices /= float64(n)
		if d.rough && p.Op.Kind == kind.DecideFaults {
			return d.crashes(p.Op)
		}
		if m, is := p.Op.Does.(trace.Moments); is && d.plans {
			return d.moment(m.Node, n)
		}
		return d.rand.Int32N(n)
	}
	var possible [8]int32
	faults := 0
	for a := int32(1); a < min(n, int32(len(possible))); a++ {
		if !p.Barred.Has(a) {
			possible[faults] = a
			faults++
		}
	}
	if faults == 0 {
		return 0
	}
	faulty := d.often(d.faulty)
	d.choices *= 1 - faulty
	if d.rand.Float64() >= faulty {
		return 0
	}
	return possible[d.rand.IntN(faults)]
}

// slots holds something for each actor in a run. An entry that was not set since reset is zero.
type slots[T any] struct {
	run  uint32
	list []slot[T]
}

type slot[T any] struct {
	run   uint32
	value T
}

func (s *slots[T]) reset() {
	if s.run++; s.run == 0 { // the numbers begin again
		s.run = 1
		clear(s.list)
	}
}

func (s *slots[T]) at(a trace.ActorID) *T {
	for int(a) >= len(s.list) {
		s.list = append(s.list, slot[T]{})
	}
	v := &s.list[a]
	if v.run != s.run {
		*v = slot[T]{run: s.run}
	}
	return &v.value
}
