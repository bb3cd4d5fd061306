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

// known is what the copies of a world share: the numbers of actors, values and records.
type known struct {
	actors  *trace.Actors
	mu      sync.Mutex
	ids     map[string]trace.ValueID
	texts   map[trace.ValueID]string
	size    int // of the texts
	packets map[packets]*packets
	numbers map[record]int32
	records map[int32]*record
	last    int32 // number of a record
}

func newKnown() *known {
	return &known{
		actors: trace.NewActors("faults"), ids: map[string]trace.ValueID{}, texts: map[trace.ValueID]string{},
		packets: map[packets]*packets{}, numbers: map[record]int32{}, records: map[int32]*record{},
	}
}

// value returns the number of a text.
func (k *known) value(text string) trace.ValueID {
	k.mu.Lock()
	defer k.mu.Unlock()
	id, is := k.ids[text]
	if !is {
		for id = trace.ValueID(len(k.texts) + 1); k.texts[id] != ""; id++ { // others have been forgotten
		}
		k.ids[text], k.texts[id] = id, text
		k.size += len(text)
	}
	return id
}

func (k *known) text(id trace.ValueID) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.texts[id]
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
	n, is := k.numbers[r]
	if !is {
		k.last++
		n = k.last
		k.numbers[r], k.records[n] = n, &r
	}
	return n
}

// record returns the record with a number; 0 is the number of initial.
func (k *known) record(n int32) *record {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.records[n]; r != nil {
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
	return k.size+len(k.records)*sizeOfRecord > mostKept
}

// forget forgets all but the texts and records of events.
func (k *known) forget(held []*trace.Event) {
	texts, records := map[trace.ValueID]string{}, map[int32]*record{}
	for _, e := range held {
		e.Values(func(id trace.ValueID) {
			if text, is := k.texts[id]; is {
				texts[id] = text
			}
		})
		for _, a := range e.Accesses {
			if r, is := k.records[a.After]; is && a.Object > 0 && a.Effect != trace.Read {
				records[a.After] = r
			}
		}
	}
	k.texts, k.records, k.size = texts, records, 0
	k.ids, k.numbers, k.packets = map[string]trace.ValueID{}, map[record]int32{}, map[packets]*packets{}
	for id, text := range texts {
		k.ids[text] = id
		k.size += len(text)
	}
	for n, r := range records {
		k.numbers[*r] = n
		for _, list := range []*packets{r.sent, r.taken} {
			for p := list; p != nil; p = p.rest {
				k.packets[*p] = p
			}
		}
	}
}

// reason returns the number of a violation.
func (k *known) reason(property, text string) trace.ValueID { return k.value(property + "\x00" + text) }

// result returns the number of what an event has done: it differs if any call does.
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
