package proc

import (
	"runtime"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// Who finds a guest that stays goes to sleep, and is woken when it leaves; who waits
// for a guest that never leaves ends when it is given up.
func TestWatchWakes(t *testing.T) {
	var w Watch
	var waiting sync.WaitGroup
	in := &guest{process: &P{actor: &trace.Actor{Name: "main"}}}
	w.enter(in)
	came := 0 // the guests' own: the watch orders them
	for range 3 {
		waiting.Go(func() {
			w.enter(in)
			came++
			w.back()
		})
	}
	for w.asleep.Load() < 3 {
		runtime.Gosched()
	}
	w.back()
	waiting.Wait()
	if came != 3 || w.Turns() != 8 || w.asleep.Load() != 0 {
		t.Errorf("%d came, after %d turns; %d are asleep still", came, w.Turns(), w.asleep.Load())
	}

	w.enter(in)
	waiting.Go(func() { w.enter(in); t.Error("there was a guest, and another one came") })
	for w.asleep.Load() < 1 {
		runtime.Gosched()
	}
	if w.GiveUp(w.Turns()) == nil {
		t.Error("the guest that stays is not given up")
	}
	waiting.Wait()
}

// A condition has left, and others may come, also if it panics and no words can be
// found for that.
func TestConditionLeaves(t *testing.T) {
	c := &conditions{process: "main", watch: new(Watch)}
	c.guest = guest{condition: c}
	func() {
		defer func() {
			if problem := recover(); problem != "no words" {
				t.Errorf("it panics with %v", problem)
			}
		}()
		c.hold(func() bool { panic("no answer") }, func() string { panic("no words") })
	}()
	if c.watch.Turns() != 2 || !c.watch.occupy() {
		t.Errorf("behind it there were %d turns, and nobody can come", c.watch.Turns())
	}
}
