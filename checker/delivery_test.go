package checker

import (
	"errors"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestOwnName: a message to the sender's own name is not delayed, like any message to the sender
// itself, and so comes before later messages to itself.
func TestOwnName(t *testing.T) {
	main := func(p *proc.P) {
		p.Register("me", p.Self())
		p.SendName("me", 1)
		p.Send(p.Self(), 2)
		got := proc.Receive[int](p)
		p.Assert(got == 1, "order", "got %d", got)
		proc.Receive[int](p)
	}
	for _, d := range proc.Deliveries() {
		holds(t, main, Options{Delivery: d})
	}
}

// TestEndInChannels: a process that is told by a channel that another one has ended finds the
// tables of that one gone, and the heir has got them before, as without delays.
func TestEndInChannels(t *testing.T) {
	for name, watch := range map[string]func(p *proc.P, body func(*proc.P)){
		"monitor": func(p *proc.P, body func(*proc.P)) { p.SpawnMonitor("worker", body) },
		"link": func(p *proc.P, body func(*proc.P)) {
			p.TrapExits(true)
			p.Spawn("worker", body, proc.Linked)
		},
	} {
		main := func(p *proc.P) {
			self := p.Self()
			watch(p, func(p *proc.P) {
				proc.NewTable[int, int](p, "t", proc.Heir(self, nil))
				proc.NewNamedTable[int, int](p, "n")
			})
			first := p.Receive()
			_, inherited := first.(proc.Transfer[int, int])
			p.Assert(inherited, "order", "the first message is %v", first)
			p.Receive()
			proc.NewNamedTable[int, int](p, "n")
		}
		for _, algorithm := range enumerating() {
			for _, d := range []proc.Delivery{proc.Instant, proc.Channel} { // in a bag the order is open
				for v := range found(t, Model{Name: name, Main: main}, Options{Delivery: d, Algorithm: algorithm}) {
					t.Errorf("%s, delivery %q, algorithm %q: %s", name, d, algorithm, v)
				}
			}
		}
	}
}

// TestNilArrives: a receive of any message takes nil, too.
func TestNilArrives(t *testing.T) {
	holds(t, func(p *proc.P) {
		for range 2 {
			p.Send(p.Self(), nil)
		}
		p.Assert(proc.Receive[any](p) == nil, "nil", "it is something")
		got, ok := proc.ReceiveTimeout(p, func(m any) bool { return m == nil })
		p.Assert(ok && got == nil, "nil", "it is %v, %v", got, ok)
	}, Options{})
}

type refusal string

func (r refusal) Error() string { return string(r) }

var errGone = errors.New("gone")

// TestErrorsInMessages: a pointer in a message points to a copy, even that of an error; an error
// that is a plain value is unchanged.
func TestErrorsInMessages(t *testing.T) {
	holds(t, func(p *proc.P) {
		p.Send(p.Self(), errGone)
		p.Send(p.Self(), refusal("gone"))
		copied, kept := proc.Receive[error](p), proc.Receive[error](p)
		p.Assert(!errors.Is(copied, errGone) && copied.Error() == "gone", "a copy", "it is the variable")
		p.Assert(errors.Is(kept, refusal("gone")), "a value", "it is another one")
	}, Options{})
}

// TestTransferComesFirst: an heir has the table before it learns otherwise that the owner has
// ended, unless messages travel in a bag.
func TestTransferComesFirst(t *testing.T) {
	main := func(p *proc.P) {
		me := p.Self()
		p.TrapExits(true)
		p.Monitor(p.Spawn("owner", func(p *proc.P) { proc.NewTable[int, int](p, "t", proc.Heir(me, 1)) }, proc.Linked))
		first := p.Receive(proc.Type[proc.Transfer[int, int]](), proc.Type[proc.Exited](), proc.Type[proc.Down]())
		_, ok := first.(proc.Transfer[int, int])
		_, late := first.(proc.Down)
		p.Assert(ok || late && first.(proc.Down).Reason == proc.NoProcess, "the table first", "%v", first)
	}
	for _, delivery := range []proc.Delivery{proc.Instant, proc.Channel} {
		holds(t, main, Options{Delivery: delivery})
	}
	if len(found(t, Model{Name: "m", Main: main}, Options{Delivery: proc.Bag})) == 0 {
		t.Error("in a bag it is first, too")
	}
}

// TestAliveUntilItEnds: a process that was told to end may or may not be alive, because its end is
// a separate event.
func TestAliveUntilItEnds(t *testing.T) {
	for _, alive := range []bool{false, true} {
		m := Model{Name: "alive", Main: func(p *proc.P) {
			child := p.Spawn("child", func(p *proc.P) { p.Receive() })
			p.Kill(child)
			p.Assert(p.IsAlive(child) != alive, "alive", "%v", alive)
		}}
		r, err := Check(t.Context(), m, Options{})
		if err != nil || r.Verdict != Violated {
			t.Errorf("it is never found alive: %v: %v, %v", alive, r, err)
		}
	}
}
