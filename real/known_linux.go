//go:build amd64 || arm64

package real

import (
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

const noCrash = proc.NoCrash

// known has the numbers of actors, values and records, which the copies of a world share.
type known struct {
	actors  *trace.Actors
	mu      sync.Mutex
	texts   numbering[string]
	size    int // of the texts
	packets map[packets]*packets
	records numbering[record]
}

func newKnown() *known {
	k := &known{actors: trace.NewActors("faults")}
	k.forget(nil)
	return k
}

// numbering gives equal values the same number, from 1.
type numbering[T comparable] struct {
	numbers map[T]int32
	values  map[int32]*T
	last    int32
}

func (n *numbering[T]) number(v T) (number int32, isNew bool) {
	if number, is := n.numbers[v]; is {
		return number, false
	}
	n.last++
	value := v // so that v itself is not on the heap
	n.numbers[v], n.values[n.last] = n.last, &value
	return n.last, true
}

// forget forgets all values except the numbered ones.
func (n *numbering[T]) forget(except []int32) {
	old := n.values
	n.numbers, n.values = map[T]int32{}, map[int32]*T{}
	for _, number := range except {
		if v := old[number]; v != nil {
			n.numbers[*v], n.values[number] = number, v
		}
	}
}

// value returns the number of a text.
func (k *known) value(text string) trace.ValueID {
	k.mu.Lock()
	defer k.mu.Unlock()
	number, isNew := k.texts.number(text)
	if isNew {
		k.size += len(text)
	}
	return trace.ValueID(number)
}

func (k *known) text(id trace.ValueID) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if text := k.texts.values[int32(id)]; text != nil {
		return *text
	}
	return ""
}

// list returns the list of packets that stands for all equal ones.
func (k *known) list(p *packets) *packets {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.packets[*p] == nil {
		k.packets[*p] = p
	}
	return k.packets[*p]
}

// number returns the number of a record. Equal records have the same.
func (k *known) number(r record) int32 {
	k.mu.Lock()
	defer k.mu.Unlock()
	number, _ := k.records.number(r)
	return number
}

// record returns the record with a number; 0 is the number of initial.
func (k *known) record(n int32) *record {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.records.values[n]; r != nil {
		return r
	}
	return initial
}

// mostKept is the size of texts and records after which they are forgotten, in bytes.
const mostKept = 256 << 20

// sizeOfRecord is about the memory that a record takes, with its packets.
const sizeOfRecord = 400

// full reports whether texts and records take much memory.
func (k *known) full() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.size+len(k.records.values)*sizeOfRecord > mostKept
}

// forget forgets all but the texts and records of events.
func (k *known) forget(held []*trace.Event) {
	var texts, records []int32
	for _, e := range held {
		e.Values(func(id trace.ValueID) { texts = append(texts, int32(id)) })
		for _, a := range e.Accesses {
			if a.Object > 0 && a.Effect != trace.Read {
				records = append(records, a.After)
			}
		}
	}
	k.texts.forget(texts)
	k.records.forget(records)
	k.size, k.packets = 0, map[packets]*packets{}
	for text := range k.texts.numbers {
		k.size += len(text)
	}
	for r := range k.records.numbers {
		for _, list := range []*packets{r.sent, r.taken} {
			for p := list; p != nil; p = p.rest {
				k.packets[*p] = p
			}
		}
	}
}

// reason returns the number of a violation.
func (k *known) reason(property, text string) trace.ValueID { return k.value(property + "\x00" + text) }

// result returns the number of the effect of an event: it differs if any call does.
func (k *known) result(now int64, e *kernel.Event) trace.ValueID {
	h := fnv.New64a()
	for _, r := range e.Calls {
		fmt.Fprint(h, r.Thread, r.Name, r.Arguments, r.Data, r.Result)
	}
	fmt.Fprint(h, e.Lines)
	for i := range e.Sent {
		fmt.Fprint(h, e.Sent[i].Conn, e.Sent[i].String(), e.Sent[i].At)
	}
	return k.value(fmt.Sprintf("%.4fs", time.Duration(now).Seconds()) + "\x00" + string(h.Sum(nil)))
}
