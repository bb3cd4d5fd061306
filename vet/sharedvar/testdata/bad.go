package testdata

import (
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/sharedvar/testdata/elsewhere"
)

func changesInside(p *proc.P) {
	total := 0
	results := map[int]int{}
	for n := range 2 {
		p.Spawn("worker", func(p *proc.P) {
			total += n     // want `the process changes total`
			results[n] = n // want `the process changes results`
		})
	}
}

func changesOutside(p *proc.P) {
	leader := p.Self()
	p.Spawn("client", func(p *proc.P) { p.Send(leader, "hello") })
	leader = p.Spawn("leader", func(p *proc.P) { p.Receive() }) // want `leader changes here, after the process at line \d+ has captured it`
}

func changesInALoop(p *proc.P) {
	number := 0
	for range 2 {
		number++ // want `number changes here, after the process`
		p.Spawn("client", func(p *proc.P) { p.Send(p.Self(), number) })
	}
}

func twoProcesses(p *proc.P) {
	var state struct{ term int }
	p.Spawn("a", func(p *proc.P) { state.term = 1 }) // want `the process changes state`
	p.Spawn("b", func(p *proc.P) { p.Send(p.Self(), state.term) })
}

func returned(limit int) func(*proc.P) {
	return func(p *proc.P) {
		limit-- // want `the process changes limit`
	}
}

// Functions that let another process call what they are given.
func start(p *proc.P, next func() int) {
	p.Spawn("client", func(p *proc.P) { p.Send(p.Self(), next()) })
}

func startTwo(p *proc.P, next func() int) {
	start(p, next)
	start(p, next)
}

func handedOver(p *proc.P) {
	n, m := 0, 0
	startTwo(p, func() int {
		n++ // want `the process changes n`
		return n
	})
	last := func() int { return m }
	start(p, last)
	m = 1                              // want `m changes here, after the process`
	elsewhere.Start(p, func() { n++ }) // want `the process changes n`
}
