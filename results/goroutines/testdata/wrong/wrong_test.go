// Package wrong has mistakes as studies of Go bugs list them.
package wrong

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/gotest"
)

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance += n; a.total() < 0 {
		panic("overdrawn")
	}
}

func (a *account) total() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

func TestDoubleLock(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) { new(account).deposit(1) })
}

func transfer(from, to *account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= n
	to.balance += n
}

func TestLockOrder(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		a, b := new(account), new(account)
		go transfer(a, b, 1)
		transfer(b, a, 1)
	})
}

var errEmpty = errors.New("empty")

type stack struct {
	mu     sync.Mutex
	values []int
}

func (s *stack) push(v int) {
	s.mu.Lock()
	s.values = append(s.values, v)
	s.mu.Unlock()
}

func (s *stack) pop() (int, error) {
	s.mu.Lock()
	if len(s.values) == 0 {
		return 0, errEmpty
	}
	v := s.values[len(s.values)-1]
	s.values = s.values[:len(s.values)-1]
	s.mu.Unlock()
	return v, nil
}

func TestMissingUnlock(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var s stack
		go s.push(1)
		s.pop()
	})
}

type notifier struct {
	mu     sync.Mutex
	events chan string
	last   string
}

func (n *notifier) notify(event string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = event
	n.events <- event
}

func (n *notifier) run(times int) {
	for range times {
		<-n.events
		n.mu.Lock()
		n.last = ""
		n.mu.Unlock()
	}
}

func TestChannelAndLock(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		n := &notifier{events: make(chan string)}
		go n.run(2)
		n.notify("one")
		n.notify("two")
	})
}

func TestAddInside(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var group sync.WaitGroup
		var n atomic.Int32
		for range 2 {
			go func() {
				group.Add(1)
				defer group.Done()
				n.Add(1)
			}()
		}
		group.Wait()
		if n.Load() != 2 {
			t.Errorf("%d of 2", n.Load())
		}
	})
}

func TestLostWakeup(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var mu sync.Mutex
		cond := sync.NewCond(&mu)
		var ready atomic.Bool
		go func() {
			ready.Store(true)
			cond.Signal()
		}()
		mu.Lock()
		for !ready.Load() {
			cond.Wait()
		}
		mu.Unlock()
	})
}

func query(ctx context.Context) int {
	result := make(chan int)
	go func() { result <- 42 }()
	select {
	case v := <-result:
		return v
	case <-ctx.Done():
		return 0
	}
}

func TestContextLeak(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		query(ctx)
	})
}

func TestLostSignal(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		wake := make(chan struct{})
		go func() { <-wake }()
		select {
		case wake <- struct{}{}:
		default:
		}
	})
}

type connection struct {
	closed bool
	done   chan struct{}
	mu     sync.Mutex
}

func (c *connection) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

func (c *connection) close() {
	if c.isClosed() {
		return
	}
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	close(c.done)
}

func TestClosedTwice(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		c := &connection{done: make(chan struct{})}
		go c.close()
		c.close()
	})
}

func TestTimerReset(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var expired atomic.Int32
		timer := time.AfterFunc(time.Second, func() {
			if expired.Add(1) > 1 {
				t.Error("the session expired twice")
			}
		})
		timer.Reset(time.Second) // the session was used
	})
}

func TestSendAfterClose(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		results := make(chan int, 2)
		go func() { results <- 1 }()
		close(results)
	})
}

func TestReaderLocksAgain(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var mu sync.RWMutex
		go func() {
			mu.Lock()
			mu.Unlock()
		}()
		mu.RLock()
		mu.RLock()
		mu.RUnlock()
		mu.RUnlock()
	})
}
