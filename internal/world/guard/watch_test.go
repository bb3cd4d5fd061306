package guard

import (
	"runtime"
	"sync"
	"testing"
)

// A goroutine that waits for code that stays goes to sleep, and is woken when the code
// returns. It ends when code that never returns is given up.
func TestWatchWakes(t *testing.T) {
	var w Watch
	var waiting sync.WaitGroup
	in := &Code{Process: "main"}
	w.Enter(in)
	came := 0 // no lock is needed: the watch orders them
	for range 3 {
		waiting.Go(func() {
			w.Enter(in)
			came++
			w.Back()
		})
	}
	for w.asleep.Load() < 3 {
		runtime.Gosched()
	}
	w.Back()
	waiting.Wait()
	if came != 3 || w.Turns() != 8 || w.asleep.Load() != 0 {
		t.Errorf("%d came, after %d turns; %d are asleep still", came, w.Turns(), w.asleep.Load())
	}

	w.Enter(in)
	waiting.Go(func() { w.Enter(in); t.Error("code was entered while other code was executed") })
	for w.asleep.Load() < 1 {
		runtime.Gosched()
	}
	if w.GiveUp(w.Turns()) == nil {
		t.Error("the code that stays is not given up")
	}
	waiting.Wait()
}
