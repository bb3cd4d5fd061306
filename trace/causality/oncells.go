package causality

import (
	"math/bits"

	"github.com/checkmodel/checkmodel/trace"
)

// onCells holds the positions of events that access cells: all of them, and by cell. Cells share a bucket if their hashes are
// equal. There are about as many buckets as actors, as most cells belong to one actor: a power of 2.
type onCells struct {
	all     index
	buckets []halves
}

// fewCells is the number of accesses up to which an event looks at the buckets of its cells instead of all events.
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

// cut removes all positions from the given one on. It makes buckets for so many actors if nothing is left.
func (x *onCells) cut(from, actors int) {
	if x.all.reaches(from) {
		x.all.cut(from)
		for b := range x.buckets {
			x.buckets[b].cut(from)
		}
	}
	if len(x.buckets) < actors && len(x.all.at) == 0 {
		x.buckets = make([]halves, 1<<bits.Len(uint(actors-1)))
	}
}
