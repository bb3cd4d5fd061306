package checker_test

import (
	"errors"
	"iter"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checker/testdata/node"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// using has a process use a node between operations, and end it before it ends itself.
func using(p *proc.P) {
	n := node.Start()
	defer n.Stop()
	n.Propose(1)
	sent := proc.Receive[int](p)
	n.Propose(sent)
	p.Assert(n.Sum() >= 0, "sums", "the sum is less than 0")
}

// TestLibraryWithGoroutines: a process that uses a library with goroutines is an error at its first
// operation while they run, although none is left when it ends.
func TestLibraryWithGoroutines(t *testing.T) {
	release := releasing(t)
	for name, c := range map[string]struct {
		main func(*proc.P)
		want []string
	}{
		"waits": {func(p *proc.P) {
			member := p.Spawn("member", using)
			p.Send(member, 2)
		}, []string{"process member at ", "stray_test.go:23: ", ", started by ", "node.Start at ", "node.go:"}},
		"the first process, and no other": {func(p *proc.P) {
			n := node.Start()
			defer n.Stop()
			p.Send(p.Self(), 1)
		}, []string{"process main at ", "stray_test.go:"}},
		"used in another process": {func(p *proc.P) {
			p.Spawn("starter", func(p *proc.P) {
				n := node.Start()
				defer n.Stop()
				done := p.Self()
				p.Spawn("user", func(p *proc.P) { n.Propose(1); p.Send(done, n.Sum()) })
				proc.Receive[int](p)
			})
		}, []string{"process starter at ", "stray_test.go:"}},
		"in a deferred function": {func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) {
				defer func() {
					n := node.Start()
					defer n.Stop()
					p.Send(p.Self(), 1)
				}()
			})
		}, []string{"process child at ", "stray_test.go:", "node.Start at "}},
		"as the last thing in a deferred function": {func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { defer node.Detach(release) })
		}, []string{"process child at ", "node.go:"}},
		"by a goroutine that has ended": {func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { node.Detach(release); p.Send(p.Self(), 1) })
		}, []string{"process child at ", "stray_test.go:", "node.wait, started by ", "node.Detach.func1 at ", "node.go:"}},
		"seldom": {func(p *proc.P) {
			for i := range 8 {
				if p.Choose(2) == 0 {
					continue
				}
				if i == 7 {
					using(p)
				}
			}
		}, []string{"process main at ", "node.Start at "}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, workers := range []int{1, 4} {
				failsWith(t, c.main, checker.Options{Workers: workers}, append(c.want,
					"it has started a goroutine that is still there (", "started by Spawn")...)
			}
		})
	}
}

// The error says with which calls the goroutine was started, if that is known.
func TestStrayStack(t *testing.T) {
	release := releasing(t)
	_, err := checker.Check(t.Context(), checker.Model{Name: "bad", Main: func(p *proc.P) {
		node.Detach(release)
		p.Send(p.Self(), 1)
	}}, checker.Options{})
	var fault *guard.ModelError
	if !errors.As(err, &fault) {
		t.Fatalf("the error is %v", err)
	}
	var functions []string
	for _, call := range fault.Stack {
		function, _, _ := strings.Cut(call[strings.LastIndex(call[:strings.Index(call, " ")], "/")+1:], " ")
		functions = append(functions, function)
	}
	if got := strings.Join(functions, " "); got != "node.wait node.Detach.func1" || !strings.Contains(err.Error(), "(chan receive)") {
		t.Errorf("the calls are %s, and the error is %v", got, err)
	}
}

// Other goroutines that end do not hide one of the model.
func TestStrayInsteadOfAnother(t *testing.T) {
	release := make(chan bool)
	var others sync.WaitGroup
	for range 10 {
		others.Go(func() { <-release })
	}
	end := sync.OnceFunc(func() {
		close(release)
		others.Wait()
	})
	fails(t, func(p *proc.P) {
		p.Choose(2)
		end()
		p.Send(p.Self(), 1) // an operation at which they have ended, or are about to
		using(p)
	}, "process main at ", "it has started a goroutine that is still there (")
}

// TestStrayAmongGenerators: if allowed goroutines appear all the time, a forbidden one is found
// later, but is found.
func TestStrayAmongGenerators(t *testing.T) {
	fails(t, func(p *proc.P) {
		for i := range 1000 {
			_, stop := iter.Pull(func(yield func(int) bool) { yield(i) })
			defer stop()
			p.Send(p.Self(), i)
			if i == 300 {
				n := node.Start()
				defer n.Stop()
			}
		}
	}, "process main at ", "it has started a goroutine that is still there (")
}

// A model with TrustModel may have goroutines, also when its violation is minimized.
func TestTrustedStray(t *testing.T) {
	r, err := checker.Check(t.Context(), checker.Model{Name: "trusted", Main: func(p *proc.P) {
		p.Send(p.Spawn("member", using), 2)
		p.Assert(false, "never", "the member was told")
	}}, checker.Options{TrustModel: true})
	if err != nil || len(r.Violations) != 1 {
		t.Fatalf("the error is %v, the verdict %v", err, r.Verdict)
	}
	if _, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{}); err != nil {
		t.Error(err)
	}
}

// TestGoroutinesOfOthers: goroutines of the program around a search are not a fault of the model,
// even if they wait at the same places; nor are goroutines of a process that have ended when it
// continues, or are about to, nor its generators.
func TestGoroutinesOfOthers(t *testing.T) {
	stop := make(chan bool)
	var others sync.WaitGroup
	defer others.Wait()
	defer close(stop)
	for range 4 {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					n := node.Start()
					n.Propose(1)
					runtime.Gosched()
					n.Sum()
					n.Stop()
				}
			}
		})
	}
	for range testsize.Sample(1, 12) {
		for _, workers := range []int{1, 3} {
			r, err := checker.Check(t.Context(), checker.Model{Name: "innocent", Main: innocent}, checker.Options{Workers: workers})
			if err != nil || r.Verdict != checker.Verified {
				t.Fatalf("%d workers: the error is %v, the verdict %v", workers, err, r.Verdict)
			}
		}
	}
}

// innocent has processes with goroutines that end before the next operation.
func innocent(p *proc.P) {
	self := p.Self()
	for range 2 {
		p.Spawn("child", func(p *proc.P) {
			for range 2 {
				var wait sync.WaitGroup
				parts := make(chan int, 2)
				for k := range 2 {
					wait.Go(func() { parts <- k })
				}
				wait.Wait()
				next, stop := iter.Pull(func(yield func(int) bool) { yield(<-parts + <-parts) })
				defer stop()
				sum, _ := next()
				leaveEnding()
				p.Send(self, sum)
			}
		})
	}
	for range 4 {
		p.Receive()
	}
}

// leaveEnding leaves a goroutine that no longer waits, but may not have ended yet.
func leaveEnding() {
	waiting, end := make(chan bool), make(chan bool)
	go func() {
		waiting <- true
		<-end
	}()
	<-waiting
	for range 10 {
		runtime.Gosched()
	}
	close(end)
}
