package causality

import (
	"math/bits"

	"github.com/checkmodel/checkmodel/trace"
)

// onCells holds the positions of events that access cells, in a list of all and in buckets of cells. Cells with equal hashes share
// a bucket. The number of buckets is a power of 2, about the number of actors, because most cells belong to one actor.
type onCells struct {
	all     index
	buckets []halves
}

// fewCells is the largest number of accesses for which an event is compared with the buckets of its cells instead of all events.
const fewCells = 4

// bucket returns the number of the bucket of the cell. All cells that an Exit accesses are in one bucket, unless the actor has a name.
func (x *onCells) bucket(c *trace.Cell) int { return int(c.Object+7*c.Key) & (len(x.buckets) - 1) }

// add adds the event at position j, which must be higher than all others.
func (x *onCells) add(j int, e *trace.Event) {
	x.all.add(j)
	for next := 0; next < len(e.Accesses); {
		var b int
		var changes bool
		b, changes, next = x.next(e.Accesses, next)
		x.buckets[b].add(j, changes)
	}
}

// next returns the bucket of the accessed cell at the given index, whether a cell in that bucket may change, and the index
// of the first cell after it that is in a bucket not returned before.
func (x *onCells) next(accesses []trace.Access, i int) (bucket int, changes bool, next int) {
	bucket, next = x.bucket(&accesses[i].Cell), len(accesses)
	for k := i; k < len(accesses); k++ {
		a := &accesses[k]
		if x.bucket(&a.Cell) == bucket {
			changes = changes || a.Effect != trace.Read
		} else if k < next && !x.has(accesses[:i], &a.Cell) {
			next = k
		}
	}
	return bucket, changes, next
}

// has reports whether an accessed cell is in the bucket of c.
func (x *onCells) has(accesses []trace.Access, c *trace.Cell) bool {
	b := x.bucket(c)
	for k := range accesses {
		if x.bucket(&accesses[k].Cell) == b {
			return true
		}
	}
	return false
}

// truncate removes all positions from the given one on. If no position remains, it makes buckets for the given number of actors.
func (x *onCells) truncate(from, actors int) {
	if x.all.reaches(from) {
		x.all.truncate(from)
		for b := range x.buckets {
			x.buckets[b].truncate(from)
		}
	}
	if len(x.buckets) < actors && len(x.all.at) == 0 {
		x.buckets = make([]halves, 1<<bits.Len(uint(actors-1)))
	}
}
