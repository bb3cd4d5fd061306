package remote

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"sync"

	"github.com/checkmodel/checkmodel/checker"
)

// Pool is the worker processes of a cluster, which execute units of searches.
type Pool struct {
	mu     sync.Mutex
	out    []message // to be written
	more   chan struct{}
	size   size
	pace   float64 // interleavings in a second of one process; 0 if it is not known
	open   map[string]*offered
	handed int // units
	asked  int // how often there was no room
	closed bool
	store  store // used by take alone
}

// offered is a unit that was handed out.
type offered struct {
	number int // of the units that were handed out
	wanted func() bool
	done   func(result func() (*checker.Checkpoint, error))
}

// Join returns the pool that is reached by the socket.
func Join(socket string) (*Pool, error) {
	c, err := dial(socket)
	if err != nil {
		return nil, fmt.Errorf("there is no connection to the cluster: %w", err)
	}
	return newPool(c), nil
}

func newPool(c io.ReadWriter) *Pool {
	p := &Pool{open: map[string]*offered{}, more: make(chan struct{}, 1), store: store{most: 64 << 20}}
	go p.write(c)
	go func() {
		_ = each(c, func(m *message) error { p.take(m); return nil })
		p.close() // the search goes on alone
	}()
	return p
}

// write writes messages, so that no search waits for the cluster.
func (p *Pool) write(w io.Writer) {
	for out := json.NewEncoder(w); ; {
		<-p.more
		p.mu.Lock()
		all := p.out
		p.out = nil
		p.mu.Unlock()
		for _, m := range all {
			if out.Encode(m) != nil {
				p.close()
				return
			}
		}
	}
}

// send lets write write a message. The pool is locked.
func (p *Pool) send(m message) {
	p.out = append(p.out, m)
	select {
	case p.more <- struct{}{}:
	default:
	}
}

// take takes a message.
func (p *Pool) take(m *message) {
	switch {
	case m.Pool != nil:
		p.mu.Lock()
		p.size = *m.Pool
		p.mu.Unlock()
	case m.Result != nil:
		p.result(m.Result)
	}
	for _, id := range m.Lost {
		if o := p.end(id); o != nil {
			o.done(nil)
		}
	}
}

// end ends a unit and returns it; nil if it has ended, or is not of this pool.
func (p *Pool) end(id string) *offered {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := p.open[id]
	delete(p.open, id)
	return o
}

// result takes the result of a unit.
func (p *Pool) result(u *unit) {
	o := p.end(u.ID)
	if o == nil {
		return
	}
	var b body
	if json.Unmarshal(u.Body, &b) != nil {
		o.done(nil) // the search explores the unit itself
		return
	}
	if b.Seconds > 0 {
		p.mu.Lock()
		share := min(1, b.Seconds/max(p.size.Seconds, 1e-3)) / 4 // short ones say less
		if pace := float64(b.Interleavings) / b.Seconds; p.pace == 0 {
			p.pace = pace
		} else {
			p.pace += share * (pace - p.pace)
		}
		p.mu.Unlock()
	}
	read := p.store.keep(b.Search)
	o.done(func() (*checker.Checkpoint, error) {
		content, err := read()
		if err != nil {
			return nil, err
		}
		return body{Search: content}.checkpoint()
	})
}

// close ends all units.
func (p *Pool) close() {
	p.mu.Lock()
	p.size, p.closed = size{}, true
	all := p.open
	p.open = map[string]*offered{}
	p.mu.Unlock()
	for _, o := range all {
		o.done(nil)
	}
}

// A unit has a power of two of interleavings, so that a search that is resumed mostly has the same units again, whose results may be known.
const (
	fewest    = 64
	usual     = 1024 // as long as nothing is known
	perWorker = 3    // open units of a worker process

	askedOften = 1_000 // how often there is no room until useless units are withdrawn
)

// Serve lets the pool execute units of a search that is saved: of the model with that name in the report.
func (p *Pool) Serve(model string, s *checker.Saving) {
	s.Room, s.Idle = p.room, p.idle
	s.Hand = func(unit *checker.Checkpoint, wanted func() bool, done func(func() (*checker.Checkpoint, error))) func() bool {
		return p.hand(model, unit, &offered{wanted: wanted, done: done})
	}
}

// room returns how many interleavings the next unit may have; 0 if there are enough.
func (p *Pool) room() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.open) >= perWorker*p.size.Workers {
		if p.asked++; p.asked%askedOften == 0 {
			p.withdraw()
		}
		return 0
	}
	if p.pace == 0 {
		return usual
	}
	return max(fewest, 1<<bits.Len(uint(p.pace*p.size.Seconds)/2))
}

// idle returns how many workers of this process may work besides one: as many as worker processes have no further unit when they have
// executed theirs, or all if there is no other process.
func (p *Pool) idle() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size.Workers == 0 {
		return checker.MaxWorkers
	}
	return min(p.size.Workers, max(0, 2*p.size.Workers-len(p.open)))
}

// hand hands out a unit, and returns the function that takes it back.
func (p *Pool) hand(model string, c *checker.Checkpoint, o *offered) (recall func() bool) {
	content, err := body{Model: model}.packed(c)
	if err != nil {
		o.done(nil)
		return nil
	}
	id := fmt.Sprintf("%x", sha256.Sum256(content))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.open[id] != nil {
		o.done(nil)
		return nil
	}
	p.handed++
	o.number = p.handed
	p.open[id] = o
	p.send(message{Unit: &unit{id, content}})
	return func() bool { return p.recall(id, o) }
}

// recall takes a unit back, unless a worker may have begun it: workers take them in order.
func (p *Pool) recall(id string, o *offered) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := 0
	for _, other := range p.open {
		if other.number < o.number {
			before++
		}
	}
	if p.open[id] != o || before < p.size.Workers {
		return false
	}
	delete(p.open, id)
	p.send(message{Withdraw: []string{id}})
	return true
}

// Rest withdraws the units of searches that have ended.
func (p *Pool) Rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.withdraw()
}

// withdraw withdraws the units whose results are of no use. The pool is locked.
func (p *Pool) withdraw() {
	var all []string
	for id, o := range p.open {
		if !o.wanted() {
			all = append(all, id)
			delete(p.open, id)
		}
	}
	if len(all) > 0 {
		p.send(message{Withdraw: all})
	}
}
