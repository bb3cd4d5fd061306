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

// known is what the copies of a world share: the numbers of actors and of values.
type known struct {
	actors *trace.Actors
	mu     sync.Mutex
	ids    map[string]trace.ValueID
	texts  []string // by their numbers, from 1
}

func newKnown() *known {
	return &known{actors: trace.NewActors("faults"), ids: map[string]trace.ValueID{}, texts: []string{""}}
}

// value returns the number of a text.
func (k *known) value(text string) trace.ValueID {
	k.mu.Lock()
	defer k.mu.Unlock()
	id, is := k.ids[text]
	if !is {
		id = trace.ValueID(len(k.texts))
		k.ids[text] = id
		k.texts = append(k.texts, text)
	}
	return id
}

func (k *known) text(id trace.ValueID) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.texts[id]
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
