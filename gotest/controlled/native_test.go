package controlled

import (
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// racing is the program that a process executes for the race detector; otherwise "".
var racing = os.Getenv("CHECKMODEL_RACING")

// pause lets other goroutines run, or not.
func pause() {
	switch n := rand.N(8); {
	case n < 4:
		for range n {
			runtime.Gosched()
		}
	case n == 4:
		time.Sleep(time.Duration(rand.N(50)) * time.Microsecond)
	}
}

// natively executes a program by goroutines of Go. It returns what they have seen, or false if they do not all end soon, as some may wait for ever.
func (p program) natively() (seen string, ended bool) {
	out := outcome{blind: racing != ""}
	var all sync.WaitGroup
	of := native(p.sizes)
	of.spawn = func(f func()) { all.Go(f) }
	p.run(of, &out)
	done := make(chan bool)
	go func() {
		all.Wait()
		close(done)
	}()
	select {
	case <-done:
		return out.String(), true
	case <-time.After(2 * time.Millisecond):
		return "", false
	}
}

// TestAgainstGo: what goroutines of Go see is an outcome that the search finds.
func TestAgainstGo(t *testing.T) {
	times, judged := testsize.Sample(20, 2_000), 0
	rapid.Check(t, func(r *rapid.T) {
		p := drawn(r, 4, 4)
		all, _, complete := p.explore(r, checker.Optimal, 1000)
		for range times {
			seen, ended := p.natively()
			if !complete || !ended {
				return
			}
			if judged++; !all.outcomes[seen] {
				r.Fatalf("Go has the outcome %s of\n%sthat the search does not find: %v", seen, p, all.outcomes)
			}
		}
	})
	if judged == 0 {
		t.Error("no program has ended")
	}
}
