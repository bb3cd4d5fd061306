package controlled

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pgregory.net/rapid"
)

// instruction is an operation of a drawn program: what it does, to the object with a number.
type instruction struct {
	what string
	at   int
}

func (i instruction) String() string { return fmt.Sprintf("%s %d", i.what, i.at) }

// program is the instructions of each goroutine, and the sizes of the channels.
type program struct {
	goroutines [][]instruction
	sizes      []int
}

func (p program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "channels %v\n", p.sizes)
	for _, g := range p.goroutines {
		fmt.Fprintln(&b, g)
	}
	return b.String()
}

// families are groups of operations from which a program is drawn.
var families = [][]string{
	{"send", "receive", "close", "len"},
	{"send", "receive", "select", "select default", "close"},
	{"send", "receive", "select send", "select"},
	{"receive", "select send default", "select", "select default", "close"},
	{"lock", "unlock", "trylock", "write", "read"},
	{"rlock", "runlock", "wlock", "wunlock", "tryrlock", "trywlock"},
	{"add", "done", "wait", "load"},
	{"cond wait", "signal", "broadcast", "lock", "unlock"},
	{"once", "load", "store", "addone", "cas"},
	{"spin", "spin lock", "store", "addone"},
	{"sleep", "select timer", "send", "now"},
	{"pointer store", "pointer load", "pointer swap", "pointer cas"},
	{"value store", "value load"},
}

// drawn draws a program of at most some goroutines and operations, some of which may be others than those of families.
func drawn(t *rapid.T, goroutines, operations int, words ...string) program {
	for range 2 {
		words = append(words, rapid.SampledFrom(families).Draw(t, "family")...)
	}
	one := rapid.Custom(func(t *rapid.T) instruction {
		return instruction{rapid.SampledFrom(words).Draw(t, "what"), rapid.IntRange(0, 1).Draw(t, "object")}
	})
	return program{
		goroutines: rapid.SliceOfN(rapid.SliceOfN(one, 1, operations), 2, goroutines).Draw(t, "goroutines"),
		sizes:      rapid.SliceOfN(rapid.IntRange(0, 2), 2, 2).Draw(t, "sizes"),
	}
}

// outcome has what each goroutine has seen.
type outcome struct {
	mu    sync.Mutex
	seen  [][]string
	blind bool // nothing is seen, so that nothing is locked
}

func (o *outcome) see(g int, format string, args ...any) {
	if o.blind {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.seen[g] = append(o.seen[g], fmt.Sprintf(format, args...))
}

func (o *outcome) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return fmt.Sprint(o.seen)
}

// primitives are the objects of a program, explored or native.
type primitives struct {
	locks [2]Locker
	try   [2]func() bool
	rw    interface {
		RLock()
		RUnlock()
		Lock()
		Unlock()
		TryLock() bool
		TryRLock() bool
	}
	group interface {
		Add(int)
		Done()
		Wait()
	}
	cond interface {
		Wait()
		Signal()
		Broadcast()
	}
	once  interface{ Do(func()) }
	words [2]interface {
		Load() int64
		Store(int64)
		Add(int64) int64
		CompareAndSwap(int64, int64) bool
	}
	pointer interface {
		Load() *int
		Store(*int)
		Swap(*int) *int
		CompareAndSwap(*int, *int) bool
	}
	value interface {
		Load() any
		Store(any)
	}
	send     func(c int, v int)
	receive  func(c int) (int, bool)
	close    func(c int)
	length   func(c int) int
	choose   func(def bool) (i, v int, ok bool)
	chooseTo func(def bool, v int) (i int, w int)
	timeout  func(c int) (v int, ok bool)
	ticks    func(c int) int
	idle     func() // lets a loop that polls turn twice at most
	sleep    func()
	spin     func() spinning
	spawn    func(f func())
	pause    func()
	plain    [2]int
	memory   func(at int, write bool)
	cells    [4]int
}

// spinning is a loop that only reads.
type spinning interface {
	Turn() bool
	Again(bool) bool
}

// turning is one of Go.
type turning int

// Turn waits for ever after many turns, so that tests do not leave loops behind.
func (n *turning) Turn() bool {
	if *n++; *n > 10_000 {
		select {}
	}
	return true
}

func (n *turning) Again(condition bool) bool { return condition }

// execute executes the instructions of a goroutine, up to a panic.
func (p *primitives) execute(g int, all []instruction, o *outcome) {
	defer func() {
		if r := Recovered(recover()); r != nil {
			o.see(g, "%v", r)
		}
		o.see(g, "end")
	}()
	held := [2]bool{}
	readers, members, writer := 0, 0, false
	for n, i := range all {
		a := i.at
		v := 10*g + n
		p.pause()
		switch i.what {
		case "send":
			p.send(a, v)
		case "receive":
			v, ok := p.receive(a)
			o.see(g, "%d %v", v, ok)
		case "close":
			p.close(a)
		case "len":
			o.see(g, "len %d", p.length(a))
		case "select", "select default":
			i, v, ok := p.choose(i.what == "select default")
			o.see(g, "case %d %d %v", i, v, ok)
		case "select send", "select send default":
			i, w := p.chooseTo(i.what == "select send default", v)
			o.see(g, "case %d %d", i, w)
		case "select timer":
			v, ok := p.timeout(a)
			o.see(g, "timeout %d %v", v, ok)
		case "ticks":
			o.see(g, "ticks %d", p.ticks(a))
		case "poll":
			for n := 0; ; n++ {
				if i, v, ok := p.choose(true); i >= 0 {
					o.see(g, "polled %d %d %v, %d", i, v, ok, n)
					break
				}
				if p.idle(); a == 0 {
					p.sleep()
				}
			}
		case "lock":
			if !held[a] {
				p.locks[a].Lock()
				held[a] = true
			}
		case "unlock":
			if held[a] {
				p.locks[a].Unlock()
				held[a] = false
			}
		case "trylock":
			if !held[a] {
				held[a] = p.try[a]()
				o.see(g, "try %v", held[a])
			}
		case "write":
			if held[a] {
				p.plain[a]++
			}
		case "read":
			if held[a] {
				o.see(g, "read %d", p.plain[a])
			}
		case "rlock":
			if !writer && readers == 0 {
				p.rw.RLock()
				readers++
			}
		case "tryrlock":
			if !writer && p.rw.TryRLock() {
				readers++
			}
			o.see(g, "readers %d", readers)
		case "runlock":
			if readers > 0 {
				p.rw.RUnlock()
				readers--
			}
		case "wlock":
			if !writer && readers == 0 {
				p.rw.Lock()
				writer = true
			}
		case "trywlock":
			if !writer && readers == 0 {
				writer = p.rw.TryLock()
				o.see(g, "write %v", writer)
			}
		case "wunlock":
			if writer {
				p.rw.Unlock()
				writer = false
			}
		case "add":
			p.group.Add(1)
			members++
		case "done": // no other goroutine has added more: the counter is never negative
			if members > 0 {
				p.group.Done()
				members--
			}
		case "wait":
			p.group.Wait()
			o.see(g, "waited")
		case "cond wait":
			if held[0] {
				p.cond.Wait()
				o.see(g, "woken")
			}
		case "signal":
			p.cond.Signal()
		case "broadcast":
			p.cond.Broadcast()
		case "once":
			p.once.Do(func() { o.see(g, "once"); p.words[0].Add(5) })
		case "load":
			o.see(g, "load %d", p.words[a].Load())
		case "store":
			p.words[a].Store(int64(1 + n%2))
		case "addone":
			o.see(g, "add %d", p.words[a].Add(1))
		case "cas":
			o.see(g, "cas %v", p.words[a].CompareAndSwap(0, 1))
		case "spin":
			for s := p.spin(); s.Turn() && s.Again(p.words[a].Load() == 0); {
				runtime.Gosched()
			}
			o.see(g, "spun")
		case "spin lock":
			for s := p.spin(); s.Turn() && s.Again(!p.words[a].CompareAndSwap(1, 0)); {
				runtime.Gosched()
			}
			o.see(g, "taken")
		case "sleep":
			p.sleep()
		case "pointer store":
			p.pointer.Store(&p.cells[a])
		case "pointer load":
			o.see(g, "at %d", slices.Index([]*int{&p.cells[0], &p.cells[1]}, p.pointer.Load()))
		case "pointer swap":
			o.see(g, "at %d", slices.Index([]*int{&p.cells[0], &p.cells[1]}, p.pointer.Swap(&p.cells[a])))
		case "pointer cas":
			o.see(g, "cas %v", p.pointer.CompareAndSwap(nil, &p.cells[a]))
		case "get", "put":
			p.memory(a, i.what == "put")
		case "get held", "put held":
			if held[a] || writer || readers > 0 {
				p.memory(a, i.what == "put held")
			}
		case "get loaded":
			if p.words[a].Load() > 0 {
				p.memory(a, false)
			}
		case "get pointed":
			if p.pointer.Load() != nil {
				p.memory(a, false)
			}
		case "get added":
			if p.words[a].Add(1) > 1 {
				p.memory(a, false)
			}
		case "get unswapped":
			if !p.words[a].CompareAndSwap(0, 1) {
				p.memory(a, false)
			}
		case "once put":
			p.once.Do(func() { p.memory(a, true) })
		case "value store":
			p.value.Store(a)
		case "value load":
			o.see(g, "value %v", p.value.Load())
		}
	}
}

// explored returns primitives of this package.
func explored(sizes []int) *primitives {
	m := Born(new([2]Mutex))
	c := []*Chan[int]{Make[*Chan[int]](sizes[0]), Make[*Chan[int]](sizes[1])}
	p := &primitives{
		locks: [2]Locker{&m[0], &m[1]}, try: [2]func() bool{m[0].TryLock, m[1].TryLock}, rw: Born(new(RWMutex)), group: Born(new(WaitGroup)),
		cond: NewCond(&m[0]), once: Born(new(Once)), pointer: Born(new(Pointer[int])), value: Born(new(Value)),
		send:    func(i, v int) { To(c[i])(v) },
		receive: func(i int) (int, bool) { return From2(c[i]) },
		close:   func(i int) { Close(c[i]) },
		length:  func(i int) int { return Len(c[i]) },
		choose: func(def bool) (int, int, bool) {
			r, s := Receiving(c[0]), Receiving(c[1])
			switch Select(def, r, s) {
			case 0:
				return 0, r.Value, r.OK
			case 1:
				return 1, s.Value, s.OK
			}
			return -1, 0, false
		},
		chooseTo: func(def bool, v int) (int, int) {
			r := Receiving(c[1])
			i := Select(def, Into(c[0])(v), r)
			return i, r.Value
		},
		timeout: func(i int) (int, bool) {
			r := Receiving(c[i])
			n := Select(false, r, Receiving(After(time.Millisecond)))
			return r.Value, n == 0
		},
		idle: func() {
			for range 30 {
				here("a poll").Idle()
			}
		},
		ticks: func(i int) (n int) {
			for range 2 { // so that only one more tick comes
				here("ticks").Timed()
			}
			ticker := NewTicker(time.Millisecond)
			defer ticker.Stop()
			for Select(false, Receiving(ticker.C), Receiving(c[i])) == 0 {
				n++
			}
			return n
		},
		sleep: func() { Sleep(time.Millisecond) },
		spin:  func() spinning { return Spinning() },
		spawn: func(f func()) { Go("g", f) },
		pause: func() {},
	}
	shared := new([2]int)
	p.memory = func(at int, write bool) {
		if v := &shared[at]; write {
			*Writing(v) = 1
		} else {
			Read(v)
		}
	}
	p.words[0], p.words[1] = Born(new(Int64)), Born(new(Int64))
	return p
}

// native returns primitives of Go.
func native(sizes []int) *primitives {
	var m [2]sync.Mutex
	c := []chan int{make(chan int, sizes[0]), make(chan int, sizes[1])}
	p := &primitives{
		locks: [2]Locker{&m[0], &m[1]}, try: [2]func() bool{m[0].TryLock, m[1].TryLock}, rw: new(sync.RWMutex), group: new(sync.WaitGroup),
		cond: sync.NewCond(&m[0]), once: new(sync.Once), pointer: new(atomic.Pointer[int]), value: new(atomic.Value),
		send:    func(i, v int) { c[i] <- v },
		receive: func(i int) (int, bool) { v, ok := <-c[i]; return v, ok },
		close:   func(i int) { close(c[i]) },
		length:  func(i int) int { return len(c[i]) },
		choose: func(def bool) (int, int, bool) {
			if def {
				select {
				case v, ok := <-c[0]:
					return 0, v, ok
				case v, ok := <-c[1]:
					return 1, v, ok
				default:
					return -1, 0, false
				}
			}
			select {
			case v, ok := <-c[0]:
				return 0, v, ok
			case v, ok := <-c[1]:
				return 1, v, ok
			}
		},
		chooseTo: func(def bool, v int) (int, int) {
			if def {
				select {
				case c[0] <- v:
					return 0, 0
				case w := <-c[1]:
					return 1, w
				default:
					return -1, 0
				}
			}
			select {
			case c[0] <- v:
				return 0, 0
			case w := <-c[1]:
				return 1, w
			}
		},
		timeout: func(i int) (int, bool) {
			select {
			case v := <-c[i]:
				return v, true
			case <-time.After(50 * time.Microsecond):
				return 0, false
			}
		},
		sleep: func() { time.Sleep(50 * time.Microsecond) },
		spin:  func() spinning { return new(turning) },
		spawn: func(f func()) { go f() },
	}
	p.words[0], p.words[1] = new(atomic.Int64), new(atomic.Int64)
	p.pause = pause
	shared := new([2]int)
	p.memory = func(at int, write bool) {
		if write {
			shared[at] = 1
		} else if shared[at] == 2 {
			panic("nobody has written 2")
		}
	}
	return p
}

// run starts all goroutines of a program.
func (p program) run(of *primitives, o *outcome) {
	o.mu.Lock()
	o.seen = make([][]string, len(p.goroutines))
	o.mu.Unlock()
	for g, all := range p.goroutines {
		of.spawn(func() { of.execute(g, all, o) })
	}
}
