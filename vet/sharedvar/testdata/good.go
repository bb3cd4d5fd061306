package testdata

import (
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/sharedvar/testdata/elsewhere"
)

func captures(p *proc.P) {
	self := p.Self()
	var servers []proc.PID
	for n := range 2 {
		servers = append(servers, p.Spawn("server", func(p *proc.P) { p.Send(self, n) }))
	}
	for i := 0; i < 2; i++ {
		p.Spawn("client", func(p *proc.P) {
			sum := i
			for _, s := range servers {
				sum++
				p.Send(s, sum)
			}
		})
	}
}

// The function is spawned when everything it captures is there.
func spawnedLater(p *proc.P) {
	var server proc.PID
	client := func(p *proc.P) { p.Send(server, "hello") }
	server = p.Spawn("server", func(p *proc.P) { p.Receive() })
	p.Spawn("client", client)
}

// What is only called is the same process.
func called(p *proc.P) {
	calls := 0
	next := func(p *proc.P) { calls++ }
	next(p)
	next(p)
	count := func() { calls++ }
	count()
}

func allowed(p *proc.P) {
	executed := 0
	p.Spawn("process", func(p *proc.P) {
		executed++ //checkmodel:allow sharedvar it counts how often the process is executed
	})
}

// What is given to a function that calls it itself is the same process, also if that
// starts another one.
func collect(p *proc.P, add func(int), first func() int) {
	n := first()
	p.Spawn("client", func(p *proc.P) { p.Send(p.Self(), n) })
	add(proc.Receive[int](p))
}

func collects(p *proc.P) {
	sum := 0
	collect(p, func(n int) { sum += n }, func() int { sum++; return sum })
	elsewhere.Start(p, func() {
		own := 0
		own++
	})
}

// What a function declares that a process calls is the process's own, and so is what
// the process gives to it.
func callsOthers(p *proc.P) {
	sum := func(numbers []int) int {
		all := 0
		add := func(n int) { all += n }
		for _, n := range numbers {
			add(n)
		}
		return all
	}
	p.Spawn("client", func(p *proc.P) { p.Send(p.Self(), sum([]int{1, 2})) })
	p.Spawn("client", func(p *proc.P) { p.Send(p.Self(), sum([]int{3})) })
}

type server struct {
	name string
	term int
}

func (s *server) run(p *proc.P)   { s.term++; s.reply(p) }
func (s *server) reply(p *proc.P) { p.Send(p.Self(), s.name) }
func (s *server) label() string   { return s.name }

// Each process makes its own; what several have, no one changes.
func objects(p *proc.P) {
	shared := &server{name: "s"}
	shared.term = 1
	for range 2 {
		p.Spawn(shared.name, func(p *proc.P) {
			own := &server{name: shared.label()}
			own.run(p)
		})
		p.Spawn(shared.name, shared.reply)
	}
	p.Logf("%s", shared.label())
}

// A function that is given to one which calls it is the same process.
func again(p *proc.P, n int, f func(p *proc.P) bool) {
	for range n {
		if f(p) {
			return
		}
	}
}

func retries(p *proc.P) {
	tries := 0
	again(p, 2, func(p *proc.P) bool {
		tries++
		return p.Choose(2) == 1
	})
	p.Send(p.Self(), tries)
}
