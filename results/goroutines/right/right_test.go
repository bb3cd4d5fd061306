package right

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"github.com/checkmodel/checkmodel/gotest"
)

func TestSingleflight(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var group singleflight.Group
		var calls atomic.Int32
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				v, err, _ := group.Do("key", func() (any, error) { calls.Add(1); return "value", nil })
				if v != "value" || err != nil {
					t.Errorf("%v, %v", v, err)
				}
			})
		}
		all.Wait()
		if n := calls.Load(); n < 1 || n > 2 {
			t.Errorf("%d calls", n)
		}
	})
}

func TestSemaphore(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		s := semaphore.NewWeighted(1)
		ctx, cancel := context.WithCancel(t.Context())
		var inside atomic.Int32
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				if s.Acquire(ctx, 1) != nil {
					return
				}
				if inside.Add(1) > 1 {
					t.Error("two are inside")
				}
				inside.Add(-1)
				s.Release(1)
			})
		}
		cancel()
		all.Wait()
		if !s.TryAcquire(1) {
			t.Error("not all was released")
		}
	})
}

func TestErrgroup(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		failure := errors.New("failure")
		group, ctx := errgroup.WithContext(t.Context())
		group.Go(func() error { return failure })
		group.Go(func() error { <-ctx.Done(); return ctx.Err() })
		if err := group.Wait(); err != failure {
			t.Errorf("the error is %v", err)
		}
	})
}

func TestPool(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		p := newPool(2)
		var n atomic.Int32
		for range 3 {
			p.Submit(func() { n.Add(1) })
		}
		p.Close()
		if n.Load() != 3 {
			t.Errorf("%d of 3", n.Load())
		}
	})
}

func TestQueue(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		q := newQueue(1)
		var all sync.WaitGroup
		for i := range 2 {
			all.Go(func() { q.Put(1 << i) })
		}
		if sum := q.Take() + q.Take(); sum != 3 {
			t.Errorf("the sum is %d", sum)
		}
		all.Wait()
	})
}

func TestLimiter(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		begun := time.Now()
		l := newLimiter(1, 10*time.Millisecond)
		l.Wait()
		l.Wait()
		if time.Since(begun) < 10*time.Millisecond { // in virtual time; as written, no sleep is shorter
			t.Error("two at once")
		}
		l.Close()
	})
}

func TestHub(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var h Hub
		a, b := h.Subscribe(), h.Subscribe()
		go h.Publish("message")
		go h.Unsubscribe(b)
		if m := <-a.C; m != "message" {
			t.Errorf("%s came", m)
		}
		for range b.C {
		}
	})
}

func TestCache(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		c := newCache(2)
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				key := fmt.Sprint(i)
				c.Put(key, i)
				if v, is := c.Get(key); is && v != i {
					t.Errorf("%s is %d", key, v)
				}
			})
		}
		all.Wait()
		if n, m := c.Len(); n != 2 || m != 2 {
			t.Errorf("%d and %d entries", n, m)
		}
	})
}

func TestServer(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var s Server
		client, server := net.Pipe()
		s.Serve(server)
		go s.Shutdown()
		if _, err := fmt.Fprintln(client, "hello"); err != nil {
			return
		}
		if line, err := bufio.NewReader(client).ReadString('\n'); err == nil && line != "echo hello\n" {
			t.Errorf("the answer is %q", line)
		}
		client.Close()
	})
}
