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

// Functions that a process calls by their variable.
func calledByProcess(p *proc.P) {
	n, limit := 0, 3
	next := func() int {
		n++ // want `n changes here, where the process at line \d+ calls it`
		return n
	}
	below := func(n int) bool { return n < limit }
	for range 2 {
		p.Spawn("client", func(p *proc.P) {
			for below(2) {
				p.Send(p.Self(), next())
			}
		})
	}
	limit = 1 // want `limit changes here, after the process at line \d+ has captured it`
}

type store struct {
	name string
	rows map[string]int
	hits int
}

func (s *store) run(p *proc.P)      { s.put(proc.Receive[string](p)) }
func (s *store) put(key string)     { s.rows[key]++ }
func (s *store) get(key string) int { return s.rows[key] }
func (s *store) close(reset store)  { *s = reset }
func (s *store) ask(p *proc.P)      { p.Send(p.Self(), s.get("a")) }

func twoMethods(p *proc.P) {
	s := &store{name: "s", rows: map[string]int{}}
	p.Spawn("writer", s.run) // want `the process changes what s points to, and so it shares that with who uses it at line \d+`
	p.Spawn("reader", s.ask)
}

func oneObjectForAll(p *proc.P) {
	s := &store{name: "s", rows: map[string]int{}}
	for range 2 {
		p.Spawn("writer", s.run) // want `the process changes what s points to`
	}
}

func askedByWhoStartsIt(p *proc.P) {
	s := &store{name: "s", rows: map[string]int{}}
	p.Spawn("writer", func(p *proc.P) {
		s.put("a") // want `the process changes what s points to`
	})
	p.Receive()
	p.Send(p.Self(), s.get("a"))
	p.Send(p.Self(), s.hits)
}

func replaced(p *proc.P) {
	s := &store{name: "s"}
	p.Spawn("closer", func(p *proc.P) { s.close(store{}) }) // want `the process changes what s points to`
	p.Send(p.Self(), s.name)
}

func changedByWhoStartsIt(p *proc.P) {
	s := &store{name: "s", rows: map[string]int{}}
	p.Spawn("reader", s.ask)
	s.rows["a"] = s.hits // want `the function changes what s points to`
	s.put("a")           // want `the function changes what s points to`
}

// A function that gives what it is given to Spawn hands it over.
func spawns(p *proc.P, f func(p *proc.P)) { p.Spawn("other", f) }

func handsOverWithP(p *proc.P) {
	tries := 0
	spawns(p, func(p *proc.P) { tries++ }) // want `the process changes tries`
}
