package world_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestWaitingInOneOrder: the order in which blocked processes are listed does not depend on which of them
// was created first.
func TestWaitingInOneOrder(t *testing.T) {
	wait := func(p *proc.P) { p.Receive() }
	for _, first := range []string{"a", "b"} {
		sys := newSystem(func(p *proc.P) {
			for _, name := range []string{"a", "b"} {
				p.Spawn(name, func(p *proc.P) {
					for range 10 {
						p.Spawn("child", wait)
					}
					wait(p)
				})
			}
			p.Spawn("a b", wait)
			wait(p)
		})
		for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
			next := enabled[0]
			for _, e := range enabled {
				if sys.Actor(e.Actor).Name == first {
					next = e
				}
			}
			sys.Step(trace.Step{Actor: next.Actor})
		}
		want := []string{"main"}
		for _, name := range []string{"a", "a b", "b"} {
			want = append(want, name)
			for n := 1; n <= 10 && name != "a b"; n++ {
				want = append(want, name+"/child"+map[bool]string{true: fmt.Sprint("#", n)}[n > 1])
			}
		}
		var got []string
		for _, w := range sys.Waiting() {
			got = append(got, w.Process)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s goes first; they wait (-want +got):\n%s", first, diff)
		}
		sys.Close()
	}
}
