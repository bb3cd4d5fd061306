// Package right has parts of concurrent programs that have no known mistake.
package right

import (
	"container/list"
	"sync"
	"time"
)

// Pool executes functions by a number of workers.
type Pool struct {
	jobs    chan func()
	workers sync.WaitGroup
}

func newPool(workers int) *Pool {
	p := &Pool{jobs: make(chan func())}
	for range workers {
		p.workers.Go(func() {
			for job := range p.jobs {
				job()
			}
		})
	}
	return p
}

func (p *Pool) Submit(job func()) { p.jobs <- job }

// Close waits until all functions have been executed.
func (p *Pool) Close() {
	close(p.jobs)
	p.workers.Wait()
}

// Queue is a queue of at most size values.
type Queue struct {
	mu              sync.Mutex
	notFull, filled *sync.Cond
	values          []int
	size            int
}

func newQueue(size int) *Queue {
	q := &Queue{size: size}
	q.notFull, q.filled = sync.NewCond(&q.mu), sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Put(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.values) == q.size {
		q.notFull.Wait()
	}
	q.values = append(q.values, v)
	q.filled.Signal()
}

func (q *Queue) Take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.values) == 0 {
		q.filled.Wait()
	}
	v := q.values[0]
	q.values = q.values[1:]
	q.notFull.Signal()
	return v
}

// Limiter lets burst callers go on, and one more each period.
type Limiter struct {
	tokens chan struct{}
	done   chan struct{}
}

func newLimiter(burst int, period time.Duration) *Limiter {
	l := &Limiter{tokens: make(chan struct{}, burst), done: make(chan struct{})}
	for range burst {
		l.tokens <- struct{}{}
	}
	go l.fill(period)
	return l
}

func (l *Limiter) fill(period time.Duration) {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			select {
			case l.tokens <- struct{}{}:
			default:
			}
		case <-l.done:
			return
		}
	}
}

func (l *Limiter) Wait()  { <-l.tokens }
func (l *Limiter) Close() { close(l.done) }

// Hub sends what is published to all subscribers. One that does not keep up loses messages.
type Hub struct {
	mu   sync.RWMutex
	subs map[*Subscription]bool
}

type Subscription struct{ C chan string }

func (h *Hub) Subscribe() *Subscription {
	s := &Subscription{make(chan string, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs == nil {
		h.subs = map[*Subscription]bool{}
	}
	h.subs[s] = true
	return s
}

func (h *Hub) Unsubscribe(s *Subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs[s] {
		delete(h.subs, s)
		close(s.C)
	}
}

func (h *Hub) Publish(message string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for s := range h.subs {
		select {
		case s.C <- message:
		default:
		}
	}
}

// Cache holds the entries that were used last.
type Cache struct {
	mu      sync.Mutex
	size    int
	order   *list.List // of entries, last used first
	entries map[string]*list.Element
}

type entry struct {
	key   string
	value int
}

func newCache(size int) *Cache {
	return &Cache{size: size, order: list.New(), entries: map[string]*list.Element{}}
}

func (c *Cache) Get(key string) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, is := c.entries[key]
	if !is {
		return 0, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).value, true
}

func (c *Cache) Put(key string, value int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, is := c.entries[key]; is {
		e.Value.(*entry).value = value
		c.order.MoveToFront(e)
		return
	}
	c.entries[key] = c.order.PushFront(&entry{key, value})
	if c.order.Len() > c.size {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.entries, last.Value.(*entry).key)
	}
}

// Len returns the number of entries, in both of its structures.
func (c *Cache) Len() (int, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len(), len(c.entries)
}
