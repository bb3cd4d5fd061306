package guard

import "testing"

// TestUnderWay: a goroutine that the runtime keeps for a moment is not one that waits.
func TestUnderWay(t *testing.T) {
	for doing, want := range map[string]bool{
		"running": true, "syscall": true, "runnable": true, "runnable (scan)": true, "preempted": true, "semacquire": true, "GC assist wait": true,
		"GC assist marking": true, "wait for GC cycle": true, "stopping the world": true,
		"chan receive": false, "sync.WaitGroup.Wait": false, "sync.Mutex.Lock": false, "select": false, "sleep": false, "IO wait": false,
		"coroutine": false, "chan receive, 2 minutes": false,
	} {
		if got := underWay.MatchString(doing); got != want {
			t.Errorf("%q: %v, want %v", doing, got, want)
		}
	}
}
