// Package published has the kernels of bugs of other projects that were published, in small, written from their descriptions. The numbers are those of their issues or changes.
package published

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/gotest"
)

// etcd 7492: the keeper of tokens deletes under a lock that those hold who send to it.
type tokenKeeper struct {
	added  chan string
	tokens map[string]bool
	stop   chan struct{}
	delete func(string)
}

func (k *tokenKeeper) run() {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case t := <-k.added:
			k.tokens[t] = true
		case <-ticker.C:
			for t := range k.tokens {
				k.delete(t)
				delete(k.tokens, t)
			}
		case <-k.stop:
			return
		}
	}
}

type tokens struct {
	mu     sync.RWMutex
	users  map[string]string
	keeper *tokenKeeper
}

func (s *tokens) assign(user, token string) {
	s.mu.Lock()
	s.users[token] = user
	s.keeper.added <- token
	s.mu.Unlock()
}

func TestEtcd7492(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		s := &tokens{users: map[string]string{}}
		s.keeper = &tokenKeeper{added: make(chan string), tokens: map[string]bool{}, stop: make(chan struct{})}
		s.keeper.delete = func(token string) {
			s.mu.Lock()
			delete(s.users, token)
			s.mu.Unlock()
		}
		go s.keeper.run()
		s.assign("a", "1")
		s.assign("b", "2")
		close(s.keeper.stop)
	})
}

// kubernetes 6632: a frame is written under a lock while the connection resets, which needs the lock.
type idleConnection struct {
	resets chan bool
	lock   sync.Mutex
	conn   chan bool
}

func (c *idleConnection) monitor() {
	for range c.conn {
		c.lock.Lock()
		c.lock.Unlock()
	}
	c.lock.Lock()
	close(c.resets)
	c.resets = nil
	c.lock.Unlock()
}

func (c *idleConnection) writeFrame() {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.resets != nil {
		c.resets <- true
	}
}

func TestKubernetes6632(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		c := &idleConnection{resets: make(chan bool), conn: make(chan bool)}
		go func() {
			select {
			case <-c.resets:
			case <-time.After(time.Second):
				c.monitor()
			}
		}()
		go c.writeFrame()
		close(c.conn)
	})
}

// kubernetes 1321: a watcher stops under the lock that is held to distribute to it.
type mux struct {
	mu       sync.Mutex
	watchers map[int]*watcher
}

type watcher struct {
	result chan int
	m      *mux
	id     int
}

func (m *mux) distribute(v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.watchers {
		w.result <- v
	}
}

func (w *watcher) stop() {
	w.m.mu.Lock()
	defer w.m.mu.Unlock()
	if w.m.watchers[w.id] != nil {
		delete(w.m.watchers, w.id)
		close(w.result)
	}
}

func TestKubernetes1321(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		m := &mux{watchers: map[int]*watcher{}}
		w := &watcher{make(chan int), m, 1}
		m.watchers[1] = w
		go m.distribute(1)
		w.stop()
	})
}

// moby 17176: a path of the removal of devices returns without the unlock.
type devices struct {
	mu      sync.Mutex
	pending int
}

func (d *devices) cleanup() {
	d.mu.Lock()
	if d.pending == 0 {
		d.mu.Unlock()
		return
	}
	if d.pending--; d.pending > 0 {
		return
	}
	d.mu.Unlock()
}

func TestMoby17176(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		d := &devices{pending: 2}
		for range 2 {
			go d.cleanup()
		}
	})
}

// moby 4951: two locks in two orders, of all devices and of one.
type deviceSet struct {
	mu   sync.Mutex
	info struct {
		lock sync.Mutex
	}
}

func (d *deviceSet) deleteDevice() {
	d.info.lock.Lock()
	defer d.info.lock.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
}

func (d *deviceSet) removeDeviceAndWait() {
	d.mu.Lock()
	d.info.lock.Lock()
	d.info.lock.Unlock()
	d.mu.Unlock()
}

func TestMoby4951(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var d deviceSet
		go d.deleteDevice()
		go d.removeDeviceAndWait()
	})
}

// moby 28462: a monitor is stopped under the lock that it takes before it looks at its stop.
type health struct {
	mu   sync.Mutex
	stop chan struct{}
}

func (h *health) monitor() {
	for {
		select {
		case <-h.stop:
			return
		default:
			h.mu.Lock()
			h.mu.Unlock()
		}
	}
}

func TestMoby28462(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		h := &health{stop: make(chan struct{})}
		go h.monitor()
		h.mu.Lock()
		defer h.mu.Unlock()
		h.stop <- struct{}{}
	})
}

// grpc-go 660: a benchmark ends by a timeout, and the goroutines of its clients wait for somebody who takes their results.
func TestGrpc660(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		stop := make(chan bool)
		go func() {
			time.Sleep(time.Second)
			stop <- true
		}()
		select {
		case <-stop:
		case <-time.After(time.Second):
		}
	})
}

// grpc-go 1687: a handler writes to a channel that the end of the transport closes.
type handlerTransport struct {
	writes chan func()
	closed chan struct{}
	once   sync.Once
}

func (h *handlerTransport) do(f func()) {
	select {
	case <-h.closed:
		return
	default:
		select {
		case h.writes <- f:
		case <-h.closed:
		}
	}
}

func (h *handlerTransport) close() {
	h.once.Do(func() {
		close(h.closed)
		close(h.writes)
	})
}

func TestGrpc1687(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		h := &handlerTransport{writes: make(chan func()), closed: make(chan struct{})}
		go func() {
			for f := range h.writes {
				f()
			}
		}()
		go h.do(func() {})
		h.close()
	})
}

// cockroach 16167: a reader takes the read lock again while a writer waits for it.
type executor struct{ mu sync.RWMutex }

func (e *executor) config() { e.mu.RLock(); e.mu.RUnlock() }

func (e *executor) execute() {
	e.mu.RLock()
	defer e.mu.RUnlock()
	e.config()
}

func (e *executor) update() { e.mu.Lock(); e.mu.Unlock() }

func TestCockroach16167(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var e executor
		go e.update()
		e.execute()
	})
}

// cockroach 584: a loop ends by break without the unlock.
type gossip struct {
	mu     sync.Mutex
	closed bool
}

func (g *gossip) bootstrap() {
	for {
		g.mu.Lock()
		if g.closed {
			break
		}
		g.mu.Unlock()
		break
	}
}

func (g *gossip) manage() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

func TestCockroach584(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var g gossip
		go g.manage()
		go g.bootstrap()
		g.manage()
	})
}

// syncthing 5795: a connection is closed by its own loop, and the close waits for that.
type rawConnection struct {
	closed, dispatcher chan struct{}
	once               sync.Once
	inbox              chan int
}

func (c *rawConnection) close() {
	c.once.Do(func() {
		close(c.closed)
		<-c.dispatcher
	})
}

func (c *rawConnection) dispatch() {
	defer close(c.dispatcher)
	for {
		select {
		case m := <-c.inbox:
			if m == 0 {
				c.close()
				return
			}
		case <-c.closed:
			return
		}
	}
}

func TestSyncthing5795(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		c := &rawConnection{closed: make(chan struct{}), dispatcher: make(chan struct{}), inbox: make(chan int, 1)}
		c.inbox <- 0
		go c.dispatch()
		c.close()
	})
}

// serving 2137: requests lock in the order in which they are accepted, and are waited for in another.
type breaker struct {
	pending, active chan struct{}
}

type request struct {
	lock     *sync.Mutex
	accepted chan bool
}

func (b *breaker) maybe(f func()) bool {
	select {
	case b.pending <- struct{}{}:
		b.active <- struct{}{}
		f()
		<-b.active
		<-b.pending
		return true
	default:
		return false
	}
}

func (b *breaker) request() request {
	r := request{new(sync.Mutex), make(chan bool, 1)}
	r.lock.Lock()
	go func() {
		r.accepted <- b.maybe(func() {
			r.lock.Lock()
			r.lock.Unlock()
		})
	}()
	return r
}

func TestServing2137(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		b := &breaker{make(chan struct{}, 2), make(chan struct{}, 1)}
		first, second := b.request(), b.request()
		first.lock.Unlock()
		<-first.accepted
		second.lock.Unlock()
		<-second.accepted
	})
}

// istio 17860: an agent restarts a proxy while the goroutine that waits for the old one sends its end to a full channel.
type agent struct {
	active   chan int
	statuses chan int
}

func (a *agent) run(ctx context.Context) {
	for {
		select {
		case <-a.statuses:
		case <-ctx.Done():
			return
		}
	}
}

func TestIstio17860(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a := &agent{statuses: make(chan int)}
		go a.run(ctx)
		go func() { a.statuses <- 1 }()
		cancel()
	})
}

// hugo 3251: the lock of a remote file is deleted from the table of locks by the first that has it, so others unlock another one.
type remoteLock struct {
	mu    sync.RWMutex
	locks map[string]*sync.Mutex
}

func (l *remoteLock) urlLock(url string) {
	l.mu.Lock()
	if l.locks[url] == nil {
		l.locks[url] = new(sync.Mutex)
	}
	l.locks[url].Lock()
	l.mu.Unlock()
}

func (l *remoteLock) urlUnlock(url string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.locks[url].Unlock()
}

func TestHugo3251(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		l := &remoteLock{locks: map[string]*sync.Mutex{}}
		for range 2 {
			go func() {
				l.urlLock("a")
				l.urlUnlock("a")
			}()
		}
	})
}

// serving 4908: a goroutine reports to a test that has ended.
func TestServing4908(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var started atomic.Bool
		logged := make(chan string)
		go func() {
			started.Store(true)
			logged <- "started"
		}()
		if started.Load() {
			<-logged
		}
	})
}
