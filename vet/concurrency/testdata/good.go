package testdata

import (
	"sync"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/concurrency/testdata/elsewhere"
)

func messages(p *proc.P) {
	self := p.Self()
	p.Spawn("other", func(p *proc.P) { p.Send(self, make([]int, 1)) })
	for _, n := range proc.Receive[[]int](p) {
		p.Logf("%d", n)
	}
}

// No process calls it.
func wait(done chan struct{}) {
	var group sync.WaitGroup
	group.Go(func() { <-done })
	group.Wait()
}

func allowed(p *proc.P) {
	<-make(chan int) //checkmodel:allow concurrency the process must get stuck
}

func steps(p *proc.P) {
	var n elsewhere.Node
	p.Send(p.Self(), n.Step())
	elsewhere.Sorted()
}
