package checker

import (
	"context"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestExitSignalsOnce counts the classes of programs in which several signals come to one
// process. A signal to a process that was told to end before changes nothing, whether the
// process has ended by then or not, so no order with its end may be told apart.
func TestExitSignalsOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		main func(*proc.P)
		want int
	}{
		{"two signals to one that waits", signalled(2), 2},
		{"three signals to one that waits", signalled(3), 3},
		{"four signals to one that waits", signalled(4), 4},
		{"six signals to one that waits", signalled(6), 6},
		{"two linked children that crash", crashing(2), 5},
		{"three linked children that crash", crashing(3), 17},
		{"four linked children that crash", crashing(4), 49},
		{"a linked child, and unlinked", unlinking(nil), 1},
		{"a linked child that crashes, and unlinked", unlinking("crash"), 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSeen(Options{})
			r, err := Check(context.Background(), Model{Name: "m", Main: c.main}, Options{KeepGoing: true, Observer: s})
			if err != nil {
				t.Fatal(err)
			}
			if r.Interleavings != c.want {
				t.Errorf("%d interleavings, %d results; want %d", r.Interleavings, len(s.results), c.want)
			}
		})
	}
}

// signalled returns the first process of a program in which n processes tell one to end
// that waits.
func signalled(n int) func(*proc.P) {
	return func(p *proc.P) {
		q := p.Spawn("q", func(p *proc.P) { p.Receive() }, proc.Daemon)
		for i := range n {
			p.Spawn(fmt.Sprint("s", i), func(p *proc.P) { p.SendExit(q, "please") })
		}
	}
}

// crashing returns the first process of a program in which n linked children crash and
// end their parent.
func crashing(n int) func(*proc.P) {
	return func(p *proc.P) {
		for i := range n {
			p.Spawn(fmt.Sprint("c", i), func(p *proc.P) { p.Exit("crash") }, proc.Linked)
		}
		p.Receive()
	}
}

// unlinking returns the first process of a program that undoes the link with a child, which
// ends with that reason.
func unlinking(reason any) func(*proc.P) {
	return func(p *proc.P) {
		q := p.Spawn("q", func(p *proc.P) { p.Exit(reason) }, proc.Linked)
		p.Unlink(q)
	}
}
