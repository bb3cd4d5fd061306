package controlled

import (
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/cputime"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// bug is a body with a mistake, as studies of bugs in Go list them.
type bug struct {
	name, property, text string
	body                 func(*T)
}

// touch takes a lock, and gives it back.
func touch(l Locker) {
	l.Lock()
	defer l.Unlock()
}

var bugs = []bug{
	{"a lock is taken twice", proc.NoDeadlock, "to lock mutex 1", func(*T) {
		var mu Mutex
		mu.Lock()
		mu.Lock()
	}},
	{"locks are taken in two orders", proc.NoDeadlock, "to lock mutex", func(*T) {
		a, b := Born(new(Mutex)), Born(new(Mutex))
		both := func(first, second *Mutex) {
			first.Lock()
			touch(second)
			first.Unlock()
		}
		Go("worker", func() { both(b, a) })
		both(a, b)
	}},
	{"a path lacks the unlock", proc.NoDeadlock, "to lock mutex", func(*T) {
		mu, n := Born(new(Mutex)), 0
		for range 2 {
			Go("worker", func() {
				mu.Lock()
				if n++; n == 2 {
					return
				}
				mu.Unlock()
			})
		}
		touch(mu)
	}},
	{"a reader locks again", proc.NoDeadlock, "to read-lock rwmutex 1", func(*T) {
		mu := Born(new(RWMutex))
		Go("writer", func() { touch(mu) })
		mu.RLock()
		touch(mu.RLocker())
		mu.RUnlock()
	}},
	{"Add is called inside", NoFailure, "of 2", func(t *T) {
		group, n := Born(new(WaitGroup)), Born(new(Int32))
		for range 2 {
			Go("worker", func() {
				group.Add(1)
				n.Add(1)
				group.Done()
			})
		}
		group.Wait()
		if n.Load() != 2 {
			t.Errorf("%d of 2", n.Load())
		}
	}},
	{"a wakeup is lost", proc.NoDeadlock, "to wake up by cond 1", func(*T) {
		cond, ready := NewCond(Born(new(Mutex))), Born(new(Bool))
		Go("waker", func() {
			ready.Store(true)
			cond.Signal()
		})
		cond.L.Lock()
		for !ready.Load() {
			cond.Wait()
		}
		cond.L.Unlock()
	}},
	{"a channel is closed twice", proc.NoCrash, "close of closed channel", func(*T) {
		done, closed := Make[*Chan[int]](), Born(new(Bool))
		for range 2 {
			Go("closer", func() {
				if !closed.Load() {
					closed.Store(true)
					Close(done)
				}
			})
		}
	}},
	{"a send follows the close", proc.NoCrash, "send on closed channel", func(*T) {
		c := Make[*Chan[int]](1)
		Go("sender", func() { To(c)(1) })
		Close(c)
	}},
	{"a signal is dropped", proc.NoDeadlock, "to receive from channel", func(*T) {
		signal, work := Make[*Chan[int]](1), Make[*Chan[int]](2)
		Go("producer", func() {
			for range 2 {
				To(work)(1)
				Select(true, Into(signal)(1))
			}
		})
		for range 2 {
			From(signal)
			From(work)
		}
	}},
	{"nobody waits for a signal yet", proc.NoDeadlock, "to receive from channel", func(*T) {
		signal := Make[*Chan[int]]()
		Go("waiter", func() { From(signal) })
		Select(true, Into(signal)(1))
	}},
	{"a goroutine spins, and nobody ends that", proc.NoDeadlock, "to wait for a change of word 1", func(*T) {
		stopped := Born(new(Bool))
		Go("worker", func() {
			for s := Spinning(); s.Turn() && s.Again(!stopped.Load()); {
				Sleep(time.Second)
			}
		})
	}},
	{"a goroutine is left behind by a timeout", proc.NoDeadlock, "be received from", func(*T) {
		c := Make[*Chan[int]]()
		Go("worker", func() { To(c)(1) })
		Select(false, Receiving(c), Receiving(After(time.Second)))
	}},
	{"a timer is reset when it has expired", NoFailure, "expired twice", func(t *T) {
		n := Born(new(Int32))
		timer := AfterFunc(time.Second, func() {
			if n.Add(1) == 2 {
				t.Error("expired twice")
			}
		})
		timer.Reset(time.Second)
	}},
	{"a counter is negative", proc.NoCrash, "negative WaitGroup counter", func(*T) {
		group := Born(new(WaitGroup))
		group.Add(1)
		Go("worker", func() { group.Done() })
		group.Done()
	}},
	{"an unlocked lock is unlocked", proc.NoCrash, "fatal error: sync: unlock of unlocked mutex", func(*T) { new(Mutex).Unlock() }},
	{"a copy of a lock is used", proc.NoCrash, "uses a copy of mutex 1", func(*T) {
		a := Born(new([1]Mutex))
		touch(&a[0])
		b := append([]Mutex(nil), a[:]...)
		touch(&b[0])
	}},
	{"an increment is lost", NoFailure, "n is 1", func(t *T) {
		group, n := Born(new(WaitGroup)), Born(new(Int64))
		for range 2 {
			group.Go(func() { n.Store(n.Load() + 1) })
		}
		group.Wait()
		if n.Load() != 2 {
			t.Fatalf("n is %d", n.Load())
		}
	}},
}

// TestBugs: the default search finds each bug.
func TestBugs(t *testing.T) {
	for _, b := range bugs {
		r, err := checker.Check(t.Context(), Model(b.name, b.body), checker.Options{})
		if err != nil {
			t.Errorf("%s: %v", b.name, err)
			continue
		}
		if r.Verdict != checker.Violated || r.Violations[0].Property != b.property || !strings.Contains(r.Violations[0].Explanation, b.text) {
			t.Errorf("%s: %s, %+v", b.name, r.Verdict, r.Violations)
			continue
		}
		t.Logf("%s: in interleaving %d", b.name, r.Interleavings)
		again, err := checker.Check(t.Context(), Model(b.name, b.body), checker.Options{Replay: r.Violations[0].Steps})
		if err != nil || again.Verdict != checker.Violated || len(again.Skipped) > 0 {
			t.Errorf("%s: the replay is %v, with %v skipped; %v", b.name, again.Verdict, again.Skipped, err)
		}
	}
}

// TestCopies: copies of a lock that nobody has used are locks of their own.
func TestCopies(t *testing.T) {
	r, err := checker.Check(t.Context(), Model("copies", func(*T) {
		a := Born(new([1]Mutex))
		b := append([]Mutex(nil), a[:]...)
		for range 2 {
			Go("both", func() {
				a[0].Lock()
				touch(&b[0])
				a[0].Unlock()
			})
		}
	}), checker.Options{})
	if err != nil || r.Verdict != checker.Verified {
		t.Errorf("%v, %v", r, err)
	}
}

// TestRefused: what cannot be explored ends the search with an error that says what to do.
func TestRefused(t *testing.T) {
	for want, body := range map[string]func(*T){
		"a call of net.Dial cannot be explored; let the test pass": func(*T) { Go("dialer", func() { Uncontrolled("net.Dial", func() {})() }) },
	} {
		if _, err := checker.Check(t.Context(), Model("refused", body), checker.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// workers is a body with two producers, a worker that ends by a close, and a clock: about 40 events.
func workers(t *T) {
	jobs, results := Make[*Chan[int]](2), Make[*Chan[int]]()
	group := Born(new(WaitGroup))
	for k := range 2 {
		group.Go(func() {
			for n, i := Received(jobs); i.Next(&n); {
				To(results)(n * n)
			}
			_ = k
		})
	}
	Go("producer", func() {
		for n := range 3 {
			To(jobs)(n)
		}
		Close(jobs)
		group.Wait()
		Close(results)
	})
	sum := 0
	for n, i := Received(results); i.Next(&n); {
		sum += n
	}
	if sum != 5 {
		t.Errorf("the sum is %d", sum)
	}
}

// TestVerified: a worker pool is right in each order, by each search and with several workers.
func TestVerified(t *testing.T) {
	for _, o := range []checker.Options{{}, {Workers: 2}, {Algorithm: checker.Source}, {Algorithm: checker.Auto}} {
		r, err := checker.Check(t.Context(), Model("workers", workers), o)
		if err != nil || r.Verdict != checker.Verified {
			t.Fatalf("%+v: %v, %v", o, r, err)
		}
		t.Logf("%v: %d interleavings", o.Algorithm, r.Interleavings)
	}
	for _, o := range []checker.Options{{Algorithm: checker.Portfolio, Runs: 100}, {Runs: 100}} {
		if r, err := checker.Check(t.Context(), Model("workers", workers), o); err != nil || r.Verdict != checker.Sampled {
			t.Errorf("%+v: %v, %v", o, r, err)
		}
	}
	if _, err := checker.Check(t.Context(), Model("workers", workers), checker.Options{Algorithm: checker.States}); err == nil || !strings.Contains(err.Error(), "cannot tell its states apart") {
		t.Errorf("the error of states is %v", err)
	}
}

// TestLeftBehind: a goroutine that waits when its interleaving is over does not go on, but for its deferred functions. The next
// interleaving begins anew.
func TestLeftBehind(t *testing.T) {
	deferred, after := 0, 0
	r, err := checker.Check(t.Context(), Model("left behind", func(*T) {
		for range 2 {
			Go("waits", func() {
				defer func() { deferred++ }()
				l := Born(new(Mutex))
				l.Lock()
				l.Lock()
				after++
			})
		}
	}), checker.Options{Algorithm: checker.Naive, Until: checker.UntilEnd, TrustModel: true, Workers: 1})
	if err != nil || after != 0 || deferred < 2*r.Interleavings || r.Interleavings < 2 {
		t.Errorf("%v: %d go on, %d deferred functions in %d interleavings", err, after, deferred, r.Interleavings)
	}
}

// crowd is a body with 41 events: four goroutines that take locks and send.
func crowd(*T) {
	var mu [2]*Mutex
	for i := range mu {
		mu[i] = Born(new(Mutex))
	}
	c := Make[*Chan[int]](4)
	group := Born(new(WaitGroup))
	for k := range 4 {
		group.Go(func() {
			for i := range mu {
				touch(mu[(i+k)%2])
			}
			To(c)(k)
		})
	}
	group.Wait()
	for range 4 {
		From(c)
	}
}

// BenchmarkCrowd measures the rate of interleavings of a body with about 40 events.
func BenchmarkCrowd(b *testing.B) {
	events, before := 0, cputime.Used()
	r, err := checker.Check(b.Context(), Model("crowd", crowd), checker.Options{MaxInterleavings: max(b.N, 2), TrustModel: true, Workers: 1,
		Observer: observing(func(all []trace.Event) { events += len(all) })})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(events)/float64(r.Interleavings), "events/interleaving")
	b.ReportMetric(float64(r.Interleavings)/(cputime.Used()-before).Seconds(), "interleavings/cpu-s")
}

type observing func([]trace.Event)

func (o observing) Interleaving(_ int, _ trace.Outcome, events []trace.Event) { o(events) }
