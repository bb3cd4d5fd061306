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
	p.Spawn("writer", s.run) // want `the process changes what s points to, which it has not made itself`
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
	s.rows["a"] = s.hits // want `what s points to changes here, after the process that uses it at line \d+`
	s.put("a")           // want `what s points to changes here, after the process that uses it`
}

// A function that gives what it is given to Spawn hands it over.
func spawns(p *proc.P, f func(p *proc.P)) { p.Spawn("other", f) }

func handsOverWithP(p *proc.P) {
	tries := 0
	spawns(p, func(p *proc.P) { tries++ }) // want `the process changes tries`
}

// An object of its own is the process's only if the process makes it.
func ownObject(p *proc.P) {
	s := &store{name: "s", rows: map[string]int{}}
	p.Spawn(s.name, s.run) // want `the process changes what s points to`
}

// Two parts of one type.
type tally struct{ n int }

func (t *tally) add()     { t.n++ }
func (t *tally) get() int { return t.n }

type stats struct{ hits, misses *tally }

func (s *stats) both()         { s.hits.add(); s.misses.add() }
func (s *stats) lost() int     { return s.misses.get() }
func (s *stats) run(p *proc.P) { p.Send(p.Self(), s.lost()) }

func parts(p *proc.P) {
	s := &stats{new(tally), new(tally)}
	p.Spawn("reader", s.run)
	s.both() // want `what s points to changes here`
}

// What a function keeps, or returns, somebody else may execute.
type starter struct{ all []func(*proc.P) }

func (s *starter) add(f func(*proc.P)) { s.all = append(s.all, f) }

func named(f func(*proc.P)) func(*proc.P) { return f }

func keeps(p *proc.P) {
	n, m := 0, 0
	var s starter
	s.add(func(p *proc.P) { n++ })               // want `the process changes n`
	p.Spawn("x", named(func(p *proc.P) { m++ })) // want `the process changes m`
	for _, f := range s.all {
		p.Spawn("y", f)
	}
}

func two() (string, func(*proc.P)) { return "two", func(*proc.P) {} }

func spawnsTwo(p *proc.P) {
	p.Spawn(two())
	n := 0
	(*proc.P).Spawn(p, "x", func(p *proc.P) { n++ }) // want `the process changes n`
}
