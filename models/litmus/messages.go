package litmus

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// receiveAny takes n messages, whatever they are, in the order of their arrival.
func receiveAny(p *proc.P, n int) []any {
	var got []any
	for range n {
		got = append(got, p.Receive())
	}
	return got
}

// sendTo returns a process that sends one message and ends.
func sendTo(to proc.PID, message any) func(*proc.P) {
	return func(p *proc.P) { p.Send(to, message) }
}

func sendsApart(p *proc.P) {
	var sinks []proc.PID
	for range 2 {
		sinks = append(sinks, p.Spawn("sink", func(p *proc.P) { p.Receive() }))
	}
	for _, sink := range sinks {
		p.Spawn("sender", sendTo(sink, "hello"))
	}
}

// race is a number of senders of one message each, some of which are taken.
func race(senders, taken int) func(*proc.P) {
	return func(p *proc.P) {
		for n := 1; n <= senders; n++ {
			p.Spawn("sender", sendTo(p.Self(), n))
		}
		receiveAny(p, taken)
	}
}

func fifoPair(p *proc.P) {
	me := p.Self()
	p.Spawn("sender", func(p *proc.P) {
		for n := 1; n <= 3; n++ {
			p.Send(me, n)
		}
	})
	got := receiveAny(p, 3)
	p.Assert(slices.Equal(got, []any{1, 2, 3}), arrivesInOrder.Name, "1, 2, 3 were sent and %v came", got)
}

// numbered is the nth message of its sender.
type numbered struct {
	Sender string
	N      int
}

func fifoTwoSenders(p *proc.P) {
	me := p.Self()
	for _, name := range []string{"a", "b"} {
		p.Spawn(name, func(p *proc.P) {
			p.Send(me, numbered{name, 1})
			p.Send(me, numbered{name, 2})
		})
	}
	last := map[string]int{}
	for _, m := range receiveAny(p, 4) {
		m := m.(numbered)
		p.Assert(m.N == last[m.Sender]+1, arrivesInOrder.Name,
			"message %d of sender %s came after its message %d", m.N, m.Sender, last[m.Sender])
		last[m.Sender] = m.N
	}
}

// tag is a message that a receive can ask for by number.
type tag struct{ N int }

func spawnTagSenders(p *proc.P) {
	for n := 1; n <= 3; n++ {
		p.Spawn("sender", sendTo(p.Self(), tag{n}))
	}
}

func receiveTag(p *proc.P, n int) {
	proc.Receive(p, func(m tag) bool { return m.N == n })
}

func taggedInOrder(p *proc.P) {
	spawnTagSenders(p)
	for _, n := range []int{3, 1, 2} {
		receiveTag(p, n)
	}
}

func taggedAnyOrder(p *proc.P) {
	spawnTagSenders(p)
	first := proc.Receive[tag](p)
	for n := 1; n <= 3; n++ {
		if n != first.N {
			receiveTag(p, n)
		}
	}
}

func nobodyListens(p *proc.P) {
	for n := 1; n <= 3; n++ {
		p.Spawn("sender", sendTo(p.Self(), n))
	}
}

type (
	even struct{ N int }
	odd  struct{ N int }
)

func twoKinds(p *proc.P) {
	for _, m := range []any{even{1}, even{2}, odd{1}, odd{2}} {
		p.Spawn("sender", sendTo(p.Self(), m))
	}
	for range 2 {
		proc.Receive[even](p)
	}
	for range 2 {
		proc.Receive[odd](p)
	}
}

func guardDecides(p *proc.P) {
	for _, n := range []int{1, 5, 9} {
		p.Spawn("sender", sendTo(p.Self(), n))
	}
	proc.Receive(p, func(n int) bool { return n > 4 })
}

func outOfOrder(p *proc.P) {
	me := p.Self()
	p.Spawn("sender", func(p *proc.P) {
		p.Send(me, "early")
		p.Send(me, "late")
	})
	p.Receive(proc.Equal("late"))
	p.Receive(proc.Equal("early"))
}
