package controlled

import (
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// both executes two functions in goroutines, and waits until they have returned.
func both(f, g func()) {
	group := Born(new(WaitGroup))
	group.Go(f)
	group.Go(g)
	group.Wait()
}

// TestMemory: which code has a data race. Rewritten code calls the same functions.
func TestMemory(t *testing.T) {
	type pair struct{ a, b int }
	for name, c := range map[string]struct {
		racy bool
		body func()
	}{
		"a variable is written before the goroutine starts": {false, func() {
			n := 0
			*Writing(&n) = 1
			Go("reader", func() { Read(&n) })
		}},
		"a variable is written after the goroutine has started": {true, func() {
			n := 0
			Go("reader", func() { Read(&n) })
			*Writing(&n) = 1
		}},
		"a function is called by a timer": {false, func() {
			n := 0
			*Writing(&n) = 1
			AfterFunc(time.Second, func() { Read(&n) })
		}},
		"a timer is set": {false, func() {
			n, timer := 0, NewTimer(time.Second)
			timer.Stop()
			Go("reader", func() {
				From(timer.C)
				Read(&n)
			})
			*Writing(&n) = 1
			timer.Reset(time.Second)
		}},
		"a timer is set, and selected": {false, func() {
			n, timer := 0, NewTimer(time.Second)
			timer.Stop()
			Go("reader", func() {
				Select(false, Receiving(timer.C))
				Read(&n)
			})
			*Writing(&n) = 1
			timer.Reset(time.Second)
		}},
		"who receives from a ticker says nothing to the next": {true, func() {
			n, ticker := 0, NewTicker(time.Second)
			both(func() {
				*Writing(&n) = 1
				From(ticker.C)
			}, func() {
				Sleep(time.Second)
				From(ticker.C)
				Read(&n)
			})
		}},
		"two fields": {false, func() {
			var p pair
			both(func() { *Writing(&p.a) = 1 }, func() { *Writing(&p.b) = 1 })
		}},
		"a field and the struct": {true, func() {
			var p pair
			both(func() { *Writing(&p.b) = 1 }, func() { Read(&p) })
		}},
		"two elements": {false, func() {
			a := make([]int, 2)
			both(func() { *Writing(&a[0]) = 1 }, func() { Set(&a[1])(1) })
		}},
		"an element and a copy": {true, func() {
			a := make([]int, 2)
			both(func() { *Writing(&a[1]) = 1 }, func() { CopyAll(make([]int, 2), a) })
		}},
		"an element beyond a copy": {false, func() {
			a := make([]int, 2)
			both(func() { *Writing(&a[1]) = 1 }, func() { CopyAll(a, make([]int, 1)) })
		}},
		"an element and a range": {true, func() {
			a := make([]int, 2)
			both(func() { *Writing(&a[1]) = 1 }, func() {
				for range Elements(a) {
					_ = 0
				}
			})
		}},
		"an array and an element": {true, func() {
			var a [2]pair
			both(func() { *Writing(&a[1].b) = 1 }, func() { Read(&a) })
		}},
		"two appends to one array": {true, func() {
			a := make([]int, 0, 2)
			both(func() { _ = append(Appending(a, 1), 1) }, func() { AppendAll(a, []int{1}) })
		}},
		"two appends to two arrays": {false, func() {
			a := make([]int, 1)
			both(func() { _ = append(Appending(a, 1), 1) }, func() { Appended(append(a, 1), 1) })
		}},
		"an append and a clear": {true, func() {
			a := make([]byte, 1)
			both(func() { AppendString(a, "b") }, func() { ClearAll(a) })
		}},
		"two strings into a slice": {true, func() {
			a := make([]byte, 1)
			both(func() { CopyString(a, "b") }, func() { CopyString(a, "c") })
		}},
		"two keys of a map": {true, func() {
			m := map[int]int{}
			both(func() { SetKey(m)(1, 1) }, func() { WritingMap(m)[2]++ })
		}},
		"a read and a delete of a map": {true, func() {
			m := map[int]int{}
			both(func() { Index(m)(1) }, func() { DeleteKey(m)(2) })
		}},
		"two reads of a map": {false, func() {
			m := map[int]int{}
			both(func() { Index2(m)(1) }, func() { _ = ReadMap(m)[2] })
		}},
		"a result and a variable": {true, func() {
			n := 0
			both(func() { Returning(&n)(1) }, func() { Read(&n) })
		}},
		"an atomic word": {false, func() {
			n := int64(0)
			both(func() { AddWord(&n, 1) }, func() { CompareAndSwapWord(&n, LoadWord(&n), 2) })
			Read(&n)
		}},
		"an atomic word that is read": {true, func() {
			n := int64(0)
			both(func() { AddWord(&n, 1) }, func() { Read(&n) })
		}},
		"an atomic word that is loaded and read": {false, func() {
			n := int64(0)
			both(func() { LoadWord(&n) }, func() { Read(&n) })
		}},
		"an atomic word that is loaded and written": {true, func() {
			n := int64(0)
			both(func() { CompareAndSwapWord(&n, 1, 2) }, func() { *Writing(&n) = 1 })
		}},
		"an atomic word tells of others": {false, func() {
			n, done := 0, int32(0)
			both(func() {
				*Writing(&n) = 1
				AddWord(&done, 1)
			}, func() {
				if LoadWord(&done) == 1 {
					Read(&n)
				}
			})
		}},
		"a swap that fails tells nothing": {true, func() {
			n, done := 0, int32(1)
			both(func() {
				*Writing(&n) = 1
				CompareAndSwapWord(&done, 2, 3)
			}, func() {
				LoadWord(&done)
				Read(&n)
			})
		}},
		"a key of a sync.Map tells of others": {false, func() {
			n, m := 0, Born(new(Map))
			both(func() {
				*Writing(&n) = 1
				m.Store(1, 1)
			}, func() {
				if _, is := m.Load(1); is {
					Read(&n)
				}
			})
		}},
		"another key of a sync.Map tells nothing": {true, func() {
			n, m := 0, Born(new(Map))
			both(func() {
				*Writing(&n) = 1
				m.Store(1, 1)
			}, func() {
				m.Load(2)
				Read(&n)
			})
		}},
		"the lock is checked twice": {true, func() {
			n, mu := 0, Born(new(Mutex))
			f := func() {
				if Read(&n) == 0 {
					mu.Lock()
					defer mu.Unlock()
					if Read(&n) == 0 {
						*Writing(&n) = 1
					}
				}
			}
			both(f, f)
		}},
		"the unlock is deferred": {false, func() {
			n, mu := 0, Born(new(Mutex))
			f := func() {
				mu.Lock()
				defer mu.Unlock()
				*Writing(&n)++
			}
			both(f, f)
		}},
		"nothing happens after it": {true, func() {
			n := 0
			both(func() {
				*Writing(&n) = 1
				Gosched()
				panic("later")
			}, func() { Read(&n) })
		}},
		"the program cannot recover from a data race": {true, func() {
			n := 0
			both(func() { *Writing(&n) = 1 }, func() {
				defer func() { From(Make[*Chan[int]]()) }()
				defer func() { Recovered(recover()) }()
				*Writing(&n) = 2
			})
		}},
	} {
		r, err := checker.Check(t.Context(), Model(name, func(*T) { c.body() }), checker.Options{})
		if err != nil || (r.Verdict == checker.Violated) != c.racy {
			t.Errorf("%s: %v, %v", name, r.Verdict, err)
			continue
		}
		if !c.racy {
			continue
		}
		v := r.Violations[0]
		if len(r.Violations) > 1 || v.Property != proc.NoRace || strings.Count(v.Explanation, " at memory_test.go:") != 2 {
			t.Errorf("%s: %+v", name, v)
		}
		again, err := checker.Check(t.Context(), Model(name, func(*T) { c.body() }), checker.Options{Replay: v.Steps})
		if err != nil || again.Verdict != checker.Violated || len(again.Skipped) > 0 {
			t.Errorf("%s: the replay is %v, with %v skipped; %v", name, again.Verdict, again.Skipped, err)
		}
	}
}
