package testdata

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/concurrency/testdata/elsewhere"
)

func process(p *proc.P) {
	c := make(chan int, 1) // want `a channel in a model`
	go func() {}()         // want `a goroutine in a model`
	c <- 1                 // want `a channel in a model`
	<-c                    // want `a channel in a model`
	for range c {          // want `a channel in a model`
	}
	close(c) // want `a channel in a model`
	select { // want `a select in a model`
	default:
	}
	var mutex sync.Mutex // want `sync\.Mutex is not seen`
	mutex.Lock()
	atomic.AddInt32(new(int32), 1) // want `atomic\.AddInt32 is not seen`
}

var served atomic.Int64

type server struct {
	p     *proc.P
	guard sync.Mutex
}

func (s *server) serve() {
	s.guard.Lock()                   // want `Lock of package sync is not seen`
	defer s.guard.Unlock()           // want `Unlock of package sync is not seen`
	served.Add(1)                    // want `Add of package atomic is not seen`
	defer sync.OnceFunc(func() {})() // want `sync\.OnceFunc is not seen`
}

type embeds struct{ sync.Mutex }

var guarded embeds

func locksOther(p *proc.P) {
	var own embeds
	own.Lock() // want `Lock of package sync is not seen`
	g := &guarded
	g.Unlock() // want `Unlock of package sync is not seen`
}

// What functions of other packages start shows where they are called.
func hidden(p *proc.P) {
	n := elsewhere.Start()    // want `Start starts a goroutine \(elsewhere\.Node\.Grow -> sync\.WaitGroup\.Go at vet/concurrency/testdata/elsewhere/elsewhere\.go:17\), which the checker does not schedule`
	n.Grow()                  // want `Grow starts a goroutine \(sync\.WaitGroup\.Go at `
	elsewhere.Each(func() {}) // want `Each starts a goroutine \(go statement at vet/concurrency/testdata/elsewhere/elsewhere\.go:25\)`
	p.Send(p.Self(), n.Step())
}
