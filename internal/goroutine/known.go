package goroutine

import (
	"sync"

	"github.com/checkmodel/checkmodel/trace"
)

// known has the numbers of actors, objects and contents of words, which the copies of a world share.
type known struct {
	actors *trace.Actors

	mu       sync.Mutex
	objects  map[place]int32
	places   map[int32]place // of objects, by their numbers
	last     int32           // number of an object
	numbers  map[int64]int32
	contents []int64
	reasons  []trace.Reason // the ends of goroutines, from number 1
	ids      map[trace.Reason]trace.ValueID
}

// place is where an object is first used. Two places may stand for one object.
type place struct {
	actor  trace.ActorID
	knows  uint64 // the knowledge of the actor, for an object that exists without a call that makes it; otherwise 0
	number int32  // among the objects there
}

func newKnown() *known {
	return &known{
		actors: trace.NewActors("main"), objects: map[place]int32{}, places: map[int32]place{}, numbers: map[int64]int32{}, ids: map[trace.Reason]trace.ValueID{},
	}
}

// object returns the number of the object that is first used at the place.
func (k *known) object(p place) int32 {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, is := k.objects[p]
	if !is {
		k.last++
		n = k.last
		k.objects[p], k.places[n] = n, p
	}
	return n
}

// same notes that the place stands for an object that was first used elsewhere in this interleaving. It returns false if the place
// stands for another one.
func (k *known) same(p place, object int32) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, is := k.objects[p]
	if !is {
		k.objects[p] = object
	}
	return !is || n == object
}

// direct is the greatest content that is its own number.
const direct = 1 << 29

// number returns the number that stands for the content of a word; content is the reverse.
func (k *known) number(content int64) int32 {
	if -direct <= content && content <= direct {
		return int32(content)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	n, is := k.numbers[content]
	if !is {
		k.contents = append(k.contents, content)
		n = direct + int32(len(k.contents))
		k.numbers[content] = n
	}
	return n
}

func (k *known) content(n int32) int64 {
	if n <= direct {
		return int64(n)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.contents[n-direct-1]
}

// reason returns the number of the reason why a goroutine ends.
func (k *known) reason(r trace.Reason) trace.ValueID {
	k.mu.Lock()
	defer k.mu.Unlock()
	id, is := k.ids[r]
	if !is {
		k.reasons = append(k.reasons, r)
		id = trace.ValueID(len(k.reasons))
		k.ids[r] = id
	}
	return id
}

func (k *known) reasonOf(id trace.ValueID) trace.Reason {
	k.mu.Lock()
	defer k.mu.Unlock()
	if id == trace.NoValue {
		return trace.Reason{}
	}
	return k.reasons[id-1]
}

func (k *known) ending(r trace.Reason) trace.ValueID {
	if r.Property == "" {
		return trace.NoValue
	}
	return k.reason(r)
}
